//! Korf & Chickering 1993, section 5: a generator that is seeded by each edge "produces more highly correlated
//! values" than numbers that are assigned to the edges in succession. A unit is a random tree.

use super::seeds::{Seed, Seeds};
use super::spec::{Claims, spec, wrong};
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::report::claim::{Claim, Side, paper_claim};
use crate::report::{Cell, Column, Measured, Page, Plot, Section, Series, Style, Table};
use plywood::Position;
use plywood_games::random_tree::{Branching, Edges, Generator, Params, RandomTree};
use serde::{Deserialize, Serialize};

spec! {
    pub(super) struct Spec with Claims<PaperClaim> {
        branching: u16,
        depth: u32,
        first_seed: u64,
        trees: u64,
    }
}

paper_claim! {
    /// A sentence that compares the naive generator with that of the papers.
    pub(super) struct PaperClaim {}
}

/// The generators: their names, and those of the fields of a record.
const GENERATORS: [(Generator, &str); 3] =
    [(Generator::Naive, "naive"), (Generator::Lcg, "lcg"), (Generator::Hash, "hash")];

/// Two edges of a tree whose costs are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// The edges to a child and to the next child.
    Siblings,
    /// The edges to a child and to the next child but one.
    NextButOne,
    /// The edges to a node and to its first child.
    ParentAndChild,
}

impl Relation {
    const ALL: [Relation; 3] = [Relation::Siblings, Relation::NextButOne, Relation::ParentAndChild];

    fn name(self) -> &'static str {
        match self {
            Relation::Siblings => "neighbouring siblings",
            Relation::NextButOne => "siblings next but one",
            Relation::ParentAndChild => "parent and first child",
        }
    }
}

/// The correlations in one tree: for each generator, those of [`Relation::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Correlations {
    naive: [f64; 3],
    lcg: [f64; 3],
    hash: [f64; 3],
}

impl Correlations {
    fn of(&self, generator: Generator) -> [f64; 3] {
        match generator {
            Generator::Naive => self.naive,
            Generator::Lcg => self.lcg,
            Generator::Hash => self.hash,
        }
    }
}

/// The pairs of costs of a tree, in its own order.
fn pairs(root: &RandomTree, relation: Relation) -> Vec<(f64, f64)> {
    let mut pairs = Vec::new();
    let mut open = vec![(*root, None)];
    while let Some((node, own)) = open.pop() {
        if node.is_over() {
            continue;
        }
        let costs: Vec<f64> = (0..node.children())
            .map(|m| {
                let mut child = node;
                child.play(m);
                let cost = f64::from(child.value() - node.value());
                open.push((child, Some(cost)));
                cost
            })
            .collect();
        match relation {
            Relation::Siblings => pairs.extend(costs.windows(2).map(|two| (two[0], two[1]))),
            Relation::NextButOne => {
                pairs.extend(costs.windows(3).map(|three| (three[0], three[2])))
            }
            Relation::ParentAndChild => pairs.extend(own.map(|own| (own, costs[0]))),
        }
    }
    pairs
}

/// The correlation of pairs of numbers, rounded so that no mathematical library shows.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let (x, y) = pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    let (x, y) = (x / n, y / n);
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|p| of(p.0 - x, p.1 - y)).sum::<f64>();
    let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
    (sum(&|x, y| x * y) / spread * 1e6).round() / 1e6
}

pub(super) struct Generators {
    spec: Spec,
}

impl Generators {
    pub fn new(spec: Spec) -> Result<Generators, Error> {
        if spec.trees == 0 || spec.branching < 3 || spec.depth < 2 {
            return Err(wrong("expected trees from 1, branching from 3 and depth from 2"));
        }
        let generators = Generators { spec };
        for (generator, _) in GENERATORS {
            generators.tree(generator, generators.spec.first_seed).map_err(wrong)?;
        }
        Ok(generators)
    }

    fn tree(&self, generator: Generator, seed: u64) -> Result<RandomTree, Error> {
        let branching = Branching::Uniform(self.spec.branching);
        let Spec { depth, .. } = self.spec;
        let tree =
            RandomTree::new(Params { branching, depth, seed, edges: Edges::Korf, generator });
        tree.map_err(|e| Error::failure(e.to_string()))
    }

    fn seeds_in_use(&self) -> Seeds {
        Seeds { first: self.spec.first_seed, count: self.spec.trees }
    }

    /// The correlation of a relation, with the trees as the sample.
    fn measured(&self, done: &Results<Self>, generator: Generator, relation: usize) -> Measured {
        let numbers = done.iter().map(|(_, found)| found.of(generator)[relation]);
        Measured::mean(&numbers.collect::<Vec<_>>(), "trees")
    }

    fn claims(&self, done: &Results<Self>) -> Vec<Claim> {
        let judge = |claim: &PaperClaim, place: usize| {
            let more =
                done.iter().map(|(_, found)| found.naive[place].abs() - found.lcg[place].abs());
            claim
                .claim()
                .about(Relation::ALL[place].name(), "absolute correlation, naive less successive")
                .measured(Measured::mean(&more.collect::<Vec<_>>(), "trees"), 3)
                .direction(Side::Above, 0.0)
        };
        let each = |claim| (0..Relation::ALL.len()).map(move |place| judge(claim, place));
        let claims = self.spec.paper_numbers.claims.iter();
        claims.filter(|_| done.iter().next().is_some()).flat_map(each).collect()
    }

    fn table(&self, done: &Results<Self>) -> Table {
        let columns = ["generator", "edges", "correlation", "low", "high"];
        let mut table = Table::new("correlations", columns.map(Column::new));
        for (generator, name) in GENERATORS {
            for (place, relation) in Relation::ALL.into_iter().enumerate() {
                let measured = self.measured(done, generator, place);
                let (low, high) = measured.interval(0.0).unzip();
                let mut cells = vec![Cell::text(name), Cell::text(relation.name())];
                cells.extend([Some(measured.value), low, high].map(|n| Cell::number(n, 3)));
                table.row(cells);
            }
        }
        table
    }

    /// Neighbouring siblings of the first tree.
    fn plot(&self, generator: Generator, name: &str) -> Plot {
        const POINTS: usize = 400;
        let tree = self.tree(generator, self.spec.first_seed);
        let mut points = tree.map_or(Vec::new(), |tree| pairs(&tree, Relation::Siblings));
        points.truncate(POINTS);
        Plot {
            title: format!("Costs of neighbouring edges, {name}"),
            x_label: "cost of an edge".into(),
            y_label: "cost of the next edge".into(),
            series: vec![Series::new(name, points).with_style(Style::Points)],
            ..Plot::default()
        }
    }
}

impl Experiment for Generators {
    type Unit = Seed;
    type Record = Correlations;
    type Timings = ();

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<Seed> {
        self.seeds_in_use().numbers().map(Seed).collect()
    }

    fn run(&self, &Seed(seed): &Seed) -> Result<Correlations, Error> {
        let of = |generator| {
            let tree = self.tree(generator, seed)?;
            Ok::<_, Error>(Relation::ALL.map(|relation| correlation(&pairs(&tree, relation))))
        };
        let [naive, lcg, hash] = GENERATORS.map(|(generator, _)| of(generator));
        Ok(Correlations { naive: naive?, lcg: lcg?, hash: hash? })
    }

    fn expected_units(&self) -> Option<u64> {
        Some(self.spec.trees)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        let spec = &self.spec;
        let mut page = spec.page().paragraph(format!(
            "The correlation between the costs of neighboring edges, side by side or one below the other, in {} \
             uniform random trees of branching factor {} and depth {}. `naive` seeds a generator by the number of \
             each edge; `lcg` assigns successive numbers to the edges breadth first, as the authors did; `hash` \
             uses a hash of the path.",
            spec.trees, spec.branching, spec.depth
        ));
        page.claims = self.claims(done);
        let mut section = Section::new("Correlation of edge costs").table(self.table(done));
        section.plots =
            GENERATORS.iter().map(|(generator, name)| self.plot(*generator, name)).collect();
        page.section(section)
    }

    fn spec(&self) -> String {
        self.spec.text.clone()
    }

    fn seeds(&self) -> String {
        self.seeds_in_use().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::claim::Answer;

    const SPEC: &str = "kind = \"generators\"\nname = \"own\"\ntitle = \"t\"\npaper = \"p\"\nbranching = 4\n\
                        depth = 4\nfirst_seed = 1\ntrees = 8\n\
                        [[paper_numbers.claims]]\ntext = \"t\"\nplace = \"p\"\n";

    fn generators() -> Generators {
        Generators::new(toml::from_str(SPEC).unwrap()).unwrap()
    }

    #[test]
    fn correlations_are_those_of_small_lists() {
        assert_eq!(correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]), 1.0);
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 0.0), (3.0, -1.0)]), -1.0);
        assert_eq!(correlation(&[(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]), 0.0);
        let tree = generators().tree(Generator::Lcg, 1).unwrap();
        let lengths = Relation::ALL.map(|relation| pairs(&tree, relation).len());
        // 1 + 4 + 16 + 64 inner nodes, each with 4 children; those below the root have an edge themselves.
        assert_eq!(lengths, [85 * 3, 85 * 2, 84]);
    }

    #[test]
    fn each_verdict_comes_out() {
        let answers = |naive: &dyn Fn(usize) -> f64| {
            let (generators, mut results) = (generators(), Results::default());
            for (i, unit) in generators.plan(&results).into_iter().enumerate() {
                let lcg = [0.01 * i as f64; 3];
                results.insert(unit, Correlations { naive: [naive(i); 3], lcg, hash: lcg });
            }
            let claims = generators.page(&results).claims;
            assert_eq!(claims.len(), 3);
            claims[0].direction.answer
        };
        assert_eq!(answers(&|i| 0.3 + 0.02 * i as f64), Answer::Reproduced);
        assert_eq!(answers(&|_| 0.0), Answer::NotReproduced);
        assert_eq!(answers(&|i| 0.07 - 0.01 * i as f64), Answer::Inconclusive);
    }
}
