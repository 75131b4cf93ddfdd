//! The experiments on what Korf and Korf & Chickering say beyond their tables: the same bytes after an
//! interruption, and specs that are refused.

use crate::common::{Folder, bytes_of};
use plywood_lab::experiment::{Outcome, RunOptions, run};
use plywood_lab::papers::{open, reopen};
use std::fs;

#[test]
fn interrupted_smoke_runs_end_with_the_same_bytes() {
    for name in [
        "korf-1992-figure-4-one-at-a-time",
        "korf-chickering-1993-generators",
        "korf-chickering-1993-saving-the-tree",
        "korf-chickering-1993-tempo",
    ] {
        let experiment = open(name, "smoke").unwrap();
        let whole = Folder::new();
        run(&*experiment, &RunOptions::new(&whole.0)).unwrap();
        let whole = bytes_of(&whole.0);
        let resumed = Folder::new();
        for file in ["manifest.json", "spec.toml"] {
            fs::write(resumed.join(file), &whole[file]).unwrap();
        }
        let journal = &whole["units.jsonl"];
        fs::write(resumed.join("units.jsonl"), &journal[..journal.len() / 2]).unwrap();
        let outcome = run(&*experiment, &RunOptions { jobs: 2, ..RunOptions::new(&resumed.0) });
        assert!(
            matches!(outcome.unwrap(), Outcome::Complete { ran, reused } if ran > 0 && reused > 0)
        );
        assert!(bytes_of(&resumed.0) == whole, "{name}");
    }
}

#[test]
fn specs_are_checked() {
    let head = "name = \"own\"\ntitle = \"t\"\npaper = \"p\"\nfirst_seed = 1\n";
    let tempo = "kind = \"tempo\"\nsamples = 1\nnodes = 10\n";
    let grid = "kind = \"match-grid\"\nchallenger = \"c\"\nx = \"depth\"\nintro = []\npairs = 1\n\
                grid = \"g\"\ngrids = { g = [3] }\ntrees = true\n";
    let variant = "[[variants]]\nkey = \"v\"\nname = \"v\"\nfirst = \"best-first,depth={x}\"\n\
                   second = \"best-first,depth={bf}\"\n";
    let chess = "[[rows]]\nname = \"r\"\ngame = \"chess\"\n";
    let tree = "[[rows]]\nname = \"r\"\ngame = \"random-tree\"\n";
    let generators = "kind = \"generators\"\ntrees = 1\ndepth = 3\n";
    let overhead = "kind = \"overhead\"\ngenerator = \"hash\"\ntrees = [[2, 6]]\ntrees_each = 2\n\
                    trees_a_unit = 1\nbranching = [2]\n";
    for (spec, complaint) in [
        (format!("{tempo}settings = []"), "at least one setting"),
        (format!("{tempo}[[settings]]\nname = \"s\"\ngame = \"ches\""), "did you mean 'chess'"),
        (
            format!("{tempo}[[settings]]\nname = \"s\"\ngame = \"chess\"\nevaluation = \"none\""),
            "eval='none': expected",
        ),
        (format!("{grid}{chess}{variant}"), "row 'r': expected opening_plies"),
        (
            format!("{grid}{tree}set = {{ bf = {{ 4 = 7 }} }}\n{variant}"),
            "a value for an x of the grid",
        ),
        (format!("{grid}{tree}{variant}"), "expected"),
        (format!("{generators}branching = 2"), "branching from 3"),
        (format!("{overhead}generation = \"one-at-a-time\""), "generation: expected 'all-at-once'"),
        (
            format!(
                "{overhead}[paper_numbers.real_games]\ntext = \"t\"\nplace = \"p\"\ngames = [\"ches\"]"
            ),
            "no game 'ches'",
        ),
    ] {
        let error = reopen(&format!("{head}{spec}")).err().unwrap_or_else(|| panic!("{spec}"));
        let error = error.to_string();
        assert!(error.contains(complaint), "{spec}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}
