//! The names of the searches with a table: one for each driver, and one for what is best in each game.

use super::{Mt, MtOptions};
use crate::search::algorithm::{Algorithm, AlgorithmInfo, Family, Named, Storage, switches};
use crate::search::driver::Driver;
use crate::{Evaluate, Search, Tactics};

const PLAAT: &str = "Plaat, Schaeffer, Pijls & de Bruin 1995";

const fn named(
    name: &'static str,
    summary: &'static str,
    paper: &'static str,
    options: fn() -> MtOptions,
) -> Named<MtOptions> {
    let (family, memory) = (Family::Table, Storage::Table);
    Named { info: AlgorithmInfo { name, summary, family, paper, exact: true, memory }, options }
}

impl Algorithm for MtOptions {
    const NAMES: &'static [Named<MtOptions>] = &[
        named("alpha-beta-memory", "alpha-beta with a transposition table", PLAAT, || {
            MtOptions::new(Driver::AlphaBeta)
        }),
        named(
            "negascout",
            "NegaScout with a transposition table",
            "Reinefeld 1983; Plaat et al. 1995",
            || MtOptions::new(Driver::NegaScout),
        ),
        named(
            "aspiration-negascout",
            "NegaScout in a window around the previous value",
            PLAAT,
            || MtOptions::new(Driver::aspiration()),
        ),
        named("sss", "SSS* as null windows from above (AB-SSS*)", PLAAT, || {
            MtOptions::new(Driver::Sss)
        }),
        named("dual", "DUAL* as null windows from below (AB-DUAL*)", PLAAT, || {
            MtOptions::new(Driver::Dual)
        }),
        named("mtdf", "MTD(f): null windows from a first guess", PLAAT, || {
            MtOptions::new(Driver::mtdf())
        }),
        named(
            "c-star",
            "C*: null windows that bisect the interval of the value",
            "Coplan 1982; Plaat et al. 1995",
            || MtOptions::new(Driver::CStar),
        ),
        Named {
            info: AlgorithmInfo {
                name: "strong",
                summary: "the best player for each game: negascout with everything the game supports",
                family: Family::Player,
                paper: "none",
                exact: false,
                memory: Storage::Table,
            },
            options: MtOptions::strong,
        },
    ];

    fn info(&self) -> &'static AlgorithmInfo {
        let place = match self.driver {
            Driver::AlphaBeta => 0,
            Driver::NegaScout => 1,
            Driver::AspirationNegaScout(_) => 2,
            Driver::Sss => 3,
            Driver::Dual => 4,
            Driver::MtdF(_) => 5,
            Driver::CStar => 6,
        };
        &Self::NAMES[place].info
    }

    switches! { all_best threads deepening history killers quiescence selective singular }

    /// With no more threads than there are cores: the thread that answers must not wait for others to let it run.
    fn search<P, E>(self, evaluate: E) -> Box<dyn Search<P> + Send>
    where
        P: Tactics<Move: Send + Sync> + Send + Sync + 'static,
        E: Evaluate<P> + Clone + Send + Sync + 'static,
    {
        let threads = match self.threads {
            // The number of cores is a question to the system, which reads files to answer it.
            1 => 1,
            threads => threads.min(std::thread::available_parallelism().map_or(1, usize::from)),
        };
        Box::new(Mt::parallel(MtOptions { threads, ..self }, evaluate))
    }
}
