//! Work that must not take the rest of the program with it.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does some work. A panic in it is an error, with the words of the panic.
///
/// What the work has borrowed may be left half changed: whoever goes on with it must first bring it
/// into a state that it knows.
///
/// ```
/// use plywood_protocols::catch_panic;
/// assert_eq!(catch_panic(|| 1 + 1), Ok(2));
/// assert_eq!(catch_panic(|| -> u32 { panic!("no {}", 3) }), Err("no 3".to_string()));
/// ```
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let words = panic.downcast_ref::<&str>().map(|words| words.to_string());
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
        words.unwrap_or_else(|| "no message".to_string())
    })
}
