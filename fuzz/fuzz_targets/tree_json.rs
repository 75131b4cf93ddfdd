//! What is read as a tree is printed and read back the same; errors are one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::Tree;

fuzz_target!(|text: &str| match Tree::from_json(text) {
    Ok(tree) => {
        let printed = tree.to_json();
        let again = Tree::from_json(&printed).expect("what was printed is read");
        assert_eq!(again.to_json(), printed);
        assert_eq!(again.node_count(), tree.node_count());
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
