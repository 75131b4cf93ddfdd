//! Requests of the analysis service are answered, or refused in words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_lab::registry::{PlayerSpec, games};
use plywood_lab::service::{ServiceOptions, serve};
use plywood_play::protocol::ReplyBody;

fuzz_target!(|bytes: &[u8]| {
    let options = ServiceOptions {
        jobs: 1,
        game: Some("connect4".into()),
        player: PlayerSpec::parse("strong,nodes=50").expect("a player"),
        lines: 1,
        stop: Default::default(),
    };
    // Limits in a request could make it last for ever.
    if bytes.windows(4).any(|word| matches!(word, b"time" | b"node" | b"dept" | b"eval" | b"game")) {
        return;
    }
    let input = std::io::Cursor::new(bytes.to_vec());
    serve(input, games(), &options, &mut |reply| {
        if let ReplyBody::Error { message, .. } = reply.body {
            assert!(!message.chars().any(char::is_control) && !message.contains("bug"));
        }
        Ok(())
    })
    .expect("replies are taken");
});
