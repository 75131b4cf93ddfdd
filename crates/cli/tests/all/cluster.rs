//! Shards, merges and jobs, as a user runs them.

use crate::common::{Ended, Folder, bytes_of, command, plywood};
use std::fs;
use std::path::Path;

const NAME: &str = "korf-chickering-1993-table-2";

fn whole(folder: &Folder) -> String {
    let out = folder.join("whole");
    let ended =
        plywood(["experiment", "run", NAME, "--profile", "smoke", "--out", &out, "--jobs", "2"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    out
}

#[track_caller]
fn assert_same(left: &str, right: &str) {
    let (left, right) = (bytes_of(left.as_ref()), bytes_of(right.as_ref()));
    assert_eq!(left.keys().collect::<Vec<_>>(), right.keys().collect::<Vec<_>>());
    for (name, bytes) in &left {
        assert!(right[name] == *bytes, "{} differs", name.display());
    }
}

/// The block of a page after the mark `<!-- tested: NAME -->`.
fn tested_block(name: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cluster.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, rest) = page.split_once(&format!("<!-- tested: {name} -->\n```")).unwrap();
    let (block, _) = rest.split_once("\n```\n").unwrap();
    block.split_once('\n').unwrap().1.to_string()
}

/// The command of a line of the page, with the page's folder replaced.
fn words(line: &str, from: &str, to: &str) -> Vec<String> {
    let words = line.split_whitespace().skip_while(|&word| word != "experiment");
    words.map(|word| if word == from { to.to_string() } else { word.to_string() }).collect()
}

/// The commands of the containers, which are JSON arrays.
fn yaml_commands(yaml: &str, to: &str) -> Vec<Vec<String>> {
    let lines = yaml.lines().filter_map(|line| line.trim().strip_prefix("command: "));
    let parse = |line: &str| {
        let words: Vec<String> = serde_json::from_str(line).unwrap();
        assert_eq!(words[0], "plywood");
        words[1..]
            .iter()
            .map(|word| if word == "/runs/table-2" { to.into() } else { word.clone() })
            .collect()
    };
    lines.map(parse).collect()
}

fn yaml_number(yaml: &str, field: &str) -> u32 {
    let line = yaml.lines().find_map(|line| line.trim().strip_prefix(&format!("{field}: ")));
    line.unwrap().parse().unwrap()
}

#[test]
fn the_kubernetes_jobs_of_the_page_make_one_run() {
    let folder = Folder::new();
    let (whole, out) = (whole(&folder), folder.join("run"));
    let yaml = tested_block("kubernetes");
    assert!(!yaml.contains('\t') && yaml.contains("completionMode: Indexed"));
    let completions = yaml_number(&yaml, "completions");
    assert!(yaml_number(&yaml, "parallelism") <= completions);
    let [shard, merge] = yaml_commands(&yaml, &out).try_into().unwrap();
    assert!(shard.contains(&format!("auto/{completions}")), "{shard:?}");
    let mut rounds = 0;
    while !Path::new(&out).join("report.html").exists() {
        for index in 0..completions {
            let mut command = command();
            command.args(&shard).env("JOB_COMPLETION_INDEX", index.to_string());
            let ended: Ended = command.env_remove("SLURM_ARRAY_TASK_ID").output().unwrap().into();
            assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{ended:?}");
            assert!(ended.out.contains(&format!("{NAME} shard {index}/{completions}: complete")));
        }
        let merged = plywood(&merge);
        assert_eq!((merged.code, merged.err.as_str()), (0, ""), "{merged:?}");
        rounds += 1;
        let status = plywood(["experiment", "status", &out, "--json"]).json();
        assert_eq!(status["complete"], Path::new(&out).join("report.html").exists());
        assert_eq!(status["unmerged"], 0);
    }
    assert!(rounds > 1, "the plan grows with its results");
    assert_same(&whole, &out);
}

#[test]
fn the_parallel_loop_of_the_page_makes_one_run() {
    let folder = Folder::new();
    let (whole, out) = (whole(&folder), folder.join("run"));
    let script = tested_block("parallel");
    let find = |part: &str| {
        let line = script.lines().find(|line| line.contains(part)).unwrap();
        words(line.split(" ||").next().unwrap(), "runs/table-2", &out)
    };
    let (shard, merge) = (find("--shard"), find("experiment merge"));
    let count: u32 =
        shard.iter().find_map(|word| word.strip_prefix("{}/")).unwrap().parse().unwrap();
    assert!(script.contains(&format!("seq 0 {}", count - 1)), "{script}");
    // The first round; the others are alike.
    for index in 0..count {
        let words = shard.iter().map(|word| word.replace("{}", &index.to_string()));
        assert_eq!(plywood(words).code, 0);
    }
    assert_eq!(plywood(&merge).code, 0);
    let args = ["experiment", "run", NAME, "--profile", "smoke", "--out", &out];
    assert!(plywood(args).out.contains(", 48 reused): "));
    assert_same(&whole, &out);
}

#[test]
fn separate_folders_are_merged_and_continued_on_one_machine() {
    let folder = Folder::new();
    let whole = whole(&folder);
    let shards: Vec<String> = (0..3).map(|index| folder.join(&format!("s{index}"))).collect();
    for (index, out) in shards.iter().enumerate() {
        let shard = format!("{index}/3");
        let args =
            ["experiment", "run", NAME, "--profile", "smoke", "--shard", &shard, "--out", out];
        assert_eq!(plywood(args).code, 0);
    }
    let out = folder.join("merged");
    let args =
        ["experiment", "merge", &shards[2], &shards[0], &shards[1], &shards[0], "--out", &out];
    let merged = plywood(args);
    assert!(merged.code == 0 && merged.out.contains(" 0 duplicates; "), "{merged:?}");
    assert!(merged.out.contains("run shards with --out"), "{merged:?}");
    let status = plywood(["experiment", "status", &out]);
    assert!(status.out.contains("round 2: "), "{status:?}");
    let args = ["experiment", "run", NAME, "--profile", "smoke", "--out", &out];
    assert_eq!(plywood(args).code, 0);
    assert_same(&whole, &out);
    let status = plywood(["experiment", "status", &out]);
    assert!(status.code == 0 && status.out.lines().count() == 1, "{status:?}");
    let other = folder.join("other");
    let args =
        ["experiment", "run", NAME, "--profile", "quick", "--shard", "0/9999", "--out", &other];
    assert_eq!(plywood(args).code, 0);
    plywood(["experiment", "merge", &shards[0], &other, "--out", &folder.join("no")])
        .refused(2, "with another spec");
}

#[test]
fn a_dry_run_prints_scripts_and_writes_nothing() {
    let folder = Folder::new();
    let out = folder.join("run");
    let line =
        ["experiment", "submit", NAME, "--scheduler", "slurm", "--profile", "smoke", "--out", &out];
    let options = ["--array", "4", "--time", "0:30:00", "--partition", "long", "--dry-run"];
    let ended = plywood([&line[..], &options].concat());
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{ended:?}");
    for words in [
        "# sbatch --parsable ",
        "#SBATCH --array=0-3\n",
        "#SBATCH --time=0:30:00\n",
        "#SBATCH --partition=long\n",
        &format!(" experiment run {NAME} --profile smoke --out {out} --shard auto/4 --jobs 1\n"),
        &format!(" experiment merge {out} --out {out} --submit\n"),
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    assert!(!Path::new(&out).exists());
    // Without --array a sample of units says how many shards there are to be.
    let ended = plywood([&line[..], &["--dry-run"]].concat());
    assert!(ended.out.contains("#SBATCH --array=0\n"), "{ended:?}");
    // What only looks like a scheduler is told apart from what is missing.
    let mut command = command();
    let ended: Ended =
        command.args(line).args(["--array", "2"]).env("PATH", "").output().unwrap().into();
    ended.refused(1, "sbatch did not start");
}
