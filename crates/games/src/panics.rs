//! Panics as errors.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`. A panic in it becomes an error with the message of the panic.
///
/// The panic may leave borrowed values half changed: the caller must reset them before using them again.
///
/// ```
/// use plywood_games::catch_panic;
/// assert_eq!(catch_panic(|| 1 + 1), Ok(2));
/// assert_eq!(catch_panic(|| -> u32 { panic!("no {}", 3) }), Err("no 3".to_string()));
/// ```
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let message = panic.downcast_ref::<&str>().map(|text| text.to_string());
        let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
        message.unwrap_or_else(|| "no message".to_string())
    })
}
