use super::*;
use crate::registry::games;
use plywood::Stop;
use plywood_games::random::Rng;
use std::io::{BufReader, Cursor, Read};

fn options(jobs: usize) -> ServiceOptions {
    ServiceOptions {
        jobs,
        game: None,
        player: PlayerSpec::parse("strong,nodes=2000").unwrap(),
        lines: 1,
        stop: Arc::default(),
    }
}

fn replies(input: impl Into<Vec<u8>>, options: &ServiceOptions) -> Vec<Reply> {
    let mut all = Vec::new();
    let input = Cursor::new(input.into());
    serve(input, games(), options, &mut |reply| {
        all.push(reply);
        Ok(())
    })
    .unwrap();
    all
}

fn message(reply: &Reply) -> &str {
    match &reply.body {
        ReplyBody::Error { message, .. } => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn many_requests_get_the_same_answers_with_any_number_of_jobs() {
    let line = |n: usize| {
        let game = ["connect4", "othello"][n % 2];
        format!("{{\"id\":\"r{n}\",\"game\":\"{game}\",\"nodes\":{},\"lines\":2}}\n", 300 + 50 * n)
    };
    let input: String = (0..24).map(line).collect();
    let known = |jobs: usize| {
        let mut all = replies(input.as_str(), &options(jobs));
        all.sort_by_key(|reply| reply.id.to_string());
        let best = |reply: Reply| match reply.body {
            ReplyBody::Done(_, analysed) => {
                let insight = analysed.insight.clone().unwrap();
                assert_eq!(insight.variations.len(), 2);
                (reply.id, insight.variations, analysed.conclusion)
            }
            other => panic!("{other:?}"),
        };
        all.into_iter().map(best).collect::<Vec<_>>()
    };
    let one = known(1);
    assert_eq!(one.len(), 24);
    assert_eq!(one, known(5));
}

#[test]
fn wrong_requests_are_answered_with_their_ids() {
    for (line, id, error) in [
        ("{", Value::Null, "request '{': expected a JSON object: EOF while parsing"),
        ("[1]", Value::Null, "expected a JSON object"),
        ("{}", Value::Null, "field 'id': expected a text or a number, found nothing"),
        ("{\"id\":[]}", Value::Null, "field 'id' '[]': expected a text or a number"),
        ("{\"id\":7}", 7.into(), "field 'game': expected the name of a game, found nothing"),
        ("{\"id\":7,\"game\":\"ches\"}", 7.into(), "chess"),
        ("{\"id\":\"a\",\"game\":\"chess\",\"position\":\"x\"}", "a".into(), "chess position 'x'"),
        ("{\"id\":1,\"game\":\"chess\",\"moves\":[\"e4\",\"e4\"]}", 1.into(), "at move 2"),
        ("{\"id\":1,\"game\":\"chess\",\"moves\":[{}]}", 1.into(), "field 'moves' '{}'"),
        ("{\"id\":1,\"game\":\"chess\",\"node\":5}", 1.into(), "did you mean 'nodes'?"),
        ("{\"id\":1,\"game\":\"chess\",\"nodes\":-5}", 1.into(), "field 'nodes'"),
        ("{\"id\":1,\"game\":\"chess\",\"lines\":0}", 1.into(), "field 'lines' '0'"),
        ("{\"id\":1,\"game\":\"chess\",\"algorithm\":\"x\"}", 1.into(), "field 'algorithm'"),
        ("{\"id\":1,\"action\":\"stop\"}", 1.into(), "field 'action' 'stop': expected analyze"),
        ("{\"id\":1,\"action\":\"terminate\"}", 1.into(), "field 'terminate_id'"),
        (
            "{\"id\":1,\"game\":\"connect4\",\"moves\":\"1 2 1 2 1 2 1\"}",
            1.into(),
            "the game is over",
        ),
    ] {
        let all = replies(line, &options(1));
        assert_eq!((all.len(), &all[0].id), (1, &id), "{line}");
        assert!(message(&all[0]).contains(error), "{line}: {}", message(&all[0]));
        assert_eq!(message(&all[0]).lines().count(), 1);
    }
    let long = format!("{{\"id\":1,\"game\":\"{}\"}}\n{{\"id\":2}}\n", "x".repeat(3 << 20));
    let all = replies(long, &options(1));
    assert!(message(&all[0]).contains("expected a line of at most 1048576 bytes"));
    assert_eq!((all.len(), &all[1].id), (2, &Value::from(2)), "the next line is read");
}

/// Input that waits until the replies so far allow the next line.
struct Steps {
    lines: Vec<(usize, String)>,
    seen: Arc<Mutex<usize>>,
}

impl Read for Steps {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((after, line)) = self.lines.pop() else { return Ok(0) };
        while *self.seen.lock().unwrap() < after {
            thread::sleep(Duration::from_millis(1));
        }
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

#[test]
fn requests_are_terminated_before_and_during_their_analysis() {
    let endless = |id: u64| {
        format!("{{\"id\":{id},\"game\":\"chess\",\"time\":\"1h\",\"report_every_ms\":0}}\n")
    };
    // Request 1 is under way, as its progress shows; 2 waits for the only thread.
    let mut lines = vec![
        (0, endless(1)),
        (1, endless(2)),
        (1, endless(2)),
        (2, "{\"id\":3,\"action\":\"terminate\",\"terminate_id\":2}\n".to_string()),
        (3, "{\"id\":4,\"action\":\"terminate_all\"}\n".to_string()),
        (4, "{\"id\":5,\"action\":\"query_version\"}\n".to_string()),
    ];
    lines.reverse();
    let seen = Arc::new(Mutex::new(0));
    let input = BufReader::new(Steps { lines, seen: seen.clone() });
    let (mut all, mut begun) = (Vec::new(), false);
    serve(input, games(), &options(1), &mut |reply| {
        let progress = matches!(reply.body, ReplyBody::Progress(..));
        if !progress || !begun {
            *seen.lock().unwrap() += 1;
        }
        begun |= progress;
        all.push(reply);
        Ok(())
    })
    .unwrap();
    let of = |id: u64| {
        let last = all.iter().filter(|reply| reply.id == id);
        last.map(|reply| &reply.body).collect::<Vec<_>>()
    };
    let ReplyBody::Done(_, analysed) = of(1).last().unwrap() else { panic!("{all:?}") };
    assert!(analysed.stop() == Stop::Cancelled && analysed.conclusion.best.is_some());
    assert!(matches!(of(1)[0], ReplyBody::Progress(..)));
    assert!(matches!(of(2)[0], ReplyBody::Error { line: 3, message } if message.contains("'2'")));
    assert_eq!(of(2)[1], &ReplyBody::NotBegun);
    assert_eq!(of(3), [&ReplyBody::Terminated { requests: 1 }]);
    assert_eq!(of(4), [&ReplyBody::Terminated { requests: 2 }]);
    assert_eq!(of(5), [&ReplyBody::Version]);
}

#[test]
fn a_closed_output_and_a_stop_end_the_service() {
    let line = "{\"id\":1,\"game\":\"chess\",\"time\":\"1h\",\"report_every_ms\":0}\n";
    let ended = serve(Cursor::new(line), games(), &options(2), &mut |_| {
        Err(io::Error::from(io::ErrorKind::BrokenPipe))
    });
    assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    let options = options(2);
    let mut last = None;
    serve(Cursor::new(line), games(), &options, &mut |reply| {
        options.stop.store(true, Ordering::Relaxed);
        last = Some(reply);
        Ok(())
    })
    .unwrap();
    assert!(matches!(last.unwrap().body, ReplyBody::Done(..)));
}

/// A flood of requests that are never answered fast enough: reading stops while many wait.
#[test]
fn a_flood_waits_outside() {
    struct Flood {
        left: u64,
        line: Vec<u8>,
        ahead: Arc<Mutex<(u64, u64)>>,
    }
    impl Read for Flood {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.line.is_empty() {
                if self.left == 0 {
                    return Ok(0);
                }
                self.left -= 1;
                self.ahead.lock().unwrap().0 += 1;
                self.line =
                    format!("{{\"id\":{},\"game\":\"connect4\",\"nodes\":50}}\n", self.left).into();
            }
            let n = self.line.len().min(buffer.len());
            buffer[..n].copy_from_slice(&self.line[..n]);
            self.line.drain(..n);
            Ok(n)
        }
    }
    let ahead = Arc::new(Mutex::new((0, 0)));
    let input =
        BufReader::with_capacity(64, Flood { left: 3000, line: vec![], ahead: ahead.clone() });
    let (mut answered, mut most) = (0, 0);
    serve(input, games(), &options(2), &mut |_| {
        answered += 1;
        most = most.max(ahead.lock().unwrap().0 - answered);
        Ok(())
    })
    .unwrap();
    assert_eq!(answered, 3000);
    assert!(most < MOST_WAITING as u64 + 64, "{most} were read ahead");
}

#[test]
fn mutated_requests_never_panic() {
    let seeds = [
        "{\"id\":\"a\",\"game\":\"connect4\",\"moves\":[\"4\",\"4\"],\"nodes\":40,\"lines\":2}",
        "{\"id\":1,\"game\":\"othello\",\"position\":\"f5d6\",\"algorithm\":\"negascout\",\"depth\":2}",
        "{\"id\":2,\"action\":\"terminate\",\"terminate_id\":1}",
    ];
    let mut rng = Rng::new(1);
    let mut input = Vec::new();
    for _ in 0..400 {
        let mut line = rng.choose(&seeds).unwrap().as_bytes().to_vec();
        for _ in 0..=rng.below(3) {
            let at = rng.below(line.len() as u32) as usize;
            match rng.below(3) {
                0 => line[at] = rng.next() as u8,
                1 => line.insert(at, *rng.choose(b"{}[]\",:9-\xff").unwrap()),
                _ => line.truncate(at.max(1)),
            }
        }
        line.retain(|&byte| byte != b'\n');
        input.extend(line);
        input.push(b'\n');
    }
    let all = replies(input, &options(2));
    let panicked = |reply: &&Reply| matches!(&reply.body, ReplyBody::Error { message, .. } if message.contains("bug"));
    assert_eq!(all.iter().find(panicked), None);
    assert!(all.len() > 300, "{}", all.len());
}
