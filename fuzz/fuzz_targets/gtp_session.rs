//! Every line of a session is answered in the form of GTP, and no answer is a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::go::capture::CaptureOptions;
use plywood_games::go::player::PlayerOptions;
use plywood_lab::engines::{GtpOptions, GtpThinker};
use plywood_protocols::gtp::{Identity, Server};

fuzz_target!(|script: &str| {
    let mut thinker = GtpThinker::new(GtpOptions {
        player: PlayerOptions { seed: 1, playouts: 2, effort: 20 },
        capture: CaptureOptions { effort: 50, ..CaptureOptions::default() },
        time: None,
    });
    let mut server = Server::new(Identity { name: "fuzz", version: "0" }, &mut thinker);
    for line in script.lines().filter(|line| !["loadsgf", "echo"].iter().any(|word| line.contains(word))).take(50) {
        if let Some(answer) = server.answer(line) {
            let body = answer.strip_suffix("\n\n").expect("an empty line at the end");
            assert!(body.starts_with(['=', '?']) && !body.contains("\n\n"), "{body}");
            assert!(!body.contains("this is a bug"), "{body}");
        }
    }
});
