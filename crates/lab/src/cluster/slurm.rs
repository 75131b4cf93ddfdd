//! Slurm: scripts, `sbatch` and `squeue`. Accounting is not needed: what is done is in the journals.

use super::submission::{Request, folder};
use crate::Error;
use plywood_games::shown;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A job, or a task of a job array, that is queued or running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The job, or the whole array.
    pub id: u64,
    /// The task of an array: the number of a shard.
    pub task: Option<u32>,
    /// The state, such as `RUNNING` or `PENDING`.
    pub state: String,
    /// The nodes it runs on, or why it waits.
    pub place: String,
}

/// The script of a job array that runs these of `count` shards.
pub(super) fn shards_script(run: &Path, request: &Request, shards: &[u32], count: u32) -> String {
    let mut head = vec![format!("--array={}", ranges(shards)), "--requeue".to_string()];
    head.push(format!("--cpus-per-task={}", request.jobs));
    let mut words = request.command.clone();
    words.extend(["--out".into(), run.display().to_string()]);
    words.extend(["--shard".into(), format!("auto/{count}")]);
    words.extend(["--jobs".into(), request.jobs.to_string()]);
    script(run, request, "shard-%A-%a.log", head, words)
}

/// The script of the job that merges the shards and submits the next round.
pub(super) fn merge_script(run: &Path, request: &Request) -> String {
    let run_words = run.display().to_string();
    let words = ["experiment", "merge", &run_words, "--out", &run_words, "--submit"];
    let overwrite = request.overwrite.then_some("--overwrite");
    let words = words.into_iter().chain(overwrite).map(String::from).collect();
    script(run, request, "merge-%j.log", Vec::new(), words)
}

fn script(
    run: &Path,
    request: &Request,
    log: &str,
    mut head: Vec<String>,
    words: Vec<String>,
) -> String {
    let log = folder(run).join(log).display().to_string();
    head.push(format!(
        "--job-name={}",
        shell_words::quote(&format!("plywood {}", job_name(request)))
    ));
    head.push(format!("--output={}", shell_words::quote(&log)));
    head.extend(request.time.iter().map(|time| format!("--time={time}")));
    head.extend(request.partition.iter().map(|name| format!("--partition={name}")));
    let mut text = "#!/bin/sh\n".to_string();
    for option in head {
        let _ = writeln!(text, "#SBATCH {option}");
    }
    let program = request.program.display().to_string();
    let _ = writeln!(text, "exec {}", shell_words::join(std::iter::once(program).chain(words)));
    text
}

fn job_name(request: &Request) -> String {
    let name = Path::new(&request.experiment).file_name();
    name.map_or_else(|| request.experiment.clone(), |name| name.to_string_lossy().into_owned())
}

/// Numbers as Slurm writes them, such as `0-3,7`.
fn ranges(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |&(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(",")
}

/// The command that submits a script, after these jobs have ended in whatever way.
pub(super) fn sbatch_words(script: &Path, after: &[u64]) -> Vec<String> {
    let mut words = vec!["--parsable".to_string()];
    if !after.is_empty() {
        let ids: Vec<String> = after.iter().map(u64::to_string).collect();
        words.push(format!("--dependency=afterany:{}", ids.join(":")));
    }
    words.push(script.display().to_string());
    words
}

/// Submits a script, and returns the number of the job.
pub(super) fn sbatch(script: &Path, after: &[u64]) -> Result<u64, Error> {
    let out = run("sbatch", &sbatch_words(script, after))?;
    // The name of a cluster may follow.
    let id = out.trim().split(';').next().and_then(|id| id.parse().ok());
    id.ok_or_else(|| {
        Error::failure(format!("sbatch: expected a job number, not '{}'", shown(&out)))
    })
}

/// Which of these jobs are queued or running, with the tasks of arrays one by one.
pub(super) fn squeue(ids: &[u64]) -> Result<Vec<Job>, Error> {
    let words = ["--me", "--noheader", "--array", "--format=%F|%K|%T|%R"];
    let out = run("squeue", &words.map(String::from))?;
    let jobs = out.lines().map(|line| {
        read_job(line).ok_or_else(|| {
            Error::failure(format!(
                "squeue: expected a job as ID|TASK|STATE|NODES, not '{}'",
                shown(line)
            ))
        })
    });
    let jobs: Vec<Job> = jobs.collect::<Result<_, _>>()?;
    // What is completing has ended, or has lost its node.
    Ok(jobs.into_iter().filter(|job| ids.contains(&job.id) && job.state != "COMPLETING").collect())
}

fn read_job(line: &str) -> Option<Job> {
    let mut fields = line.trim().splitn(4, '|');
    let id = fields.next()?.parse().ok()?;
    let task = fields.next()?.parse().ok();
    Some(Job { id, task, state: fields.next()?.into(), place: fields.next()?.into() })
}

fn run(program: &str, words: &[String]) -> Result<String, Error> {
    let output = Command::new(program).args(words).output().map_err(|e| {
        Error::failure(format!("{program} did not start: {e}; it is a command of Slurm"))
    })?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        return Err(Error::failure(format!("{program}: {}: {}", output.status, words.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        Request {
            program: "/opt/my tools/plywood".into(),
            command: ["experiment", "run", "it's", "--profile", "smoke"].map(String::from).to_vec(),
            experiment: "it's".into(),
            profile: "smoke".into(),
            array: None,
            time: Some("0:30:00".into()),
            partition: Some("long".into()),
            jobs: 2,
            overwrite: false,
        }
    }

    #[test]
    fn scripts_name_everything_and_quote_it() {
        let script = shards_script(Path::new("/scratch/a b"), &request(), &[0, 1, 2, 3, 7], 40);
        let expected = "#!/bin/sh\n\
            #SBATCH --array=0-3,7\n\
            #SBATCH --requeue\n\
            #SBATCH --cpus-per-task=2\n\
            #SBATCH --job-name='plywood it'\\''s'\n\
            #SBATCH --output='/scratch/a b/cluster/shard-%A-%a.log'\n\
            #SBATCH --time=0:30:00\n\
            #SBATCH --partition=long\n\
            exec '/opt/my tools/plywood' experiment run 'it'\\''s' --profile smoke --out '/scratch/a b' \
            --shard auto/40 --jobs 2\n";
        assert_eq!(script, expected);
        let script = merge_script(Path::new("/r"), &Request { time: None, ..request() });
        assert!(!script.contains("--time") && !script.contains("--array"), "{script}");
        assert!(script.ends_with("plywood' experiment merge /r --out /r --submit\n"), "{script}");
        let script = merge_script(Path::new("/r"), &Request { overwrite: true, ..request() });
        assert!(script.ends_with(" --submit --overwrite\n"), "{script}");
    }

    #[test]
    fn numbers_are_written_as_ranges() {
        for (numbers, text) in
            [(&[][..], ""), (&[5], "5"), (&[0, 1], "0-1"), (&[0, 2, 3, 9], "0,2-3,9")]
        {
            assert_eq!(ranges(numbers), text);
        }
        let words = sbatch_words(Path::new("s.sh"), &[4, 7]);
        assert_eq!(words, ["--parsable", "--dependency=afterany:4:7", "s.sh"]);
    }

    #[test]
    fn lines_of_squeue_are_read() {
        let job = read_job("12|3|RUNNING|n2").unwrap();
        assert_eq!(
            (job.id, job.task, job.state.as_str(), job.place.as_str()),
            (12, Some(3), "RUNNING", "n2")
        );
        let job = read_job("13|N/A|PENDING|(Dependency)").unwrap();
        assert_eq!((job.id, job.task), (13, None));
        assert_eq!(read_job("JOBID|x"), None);
    }
}
