//! Prints the report on this machine.

fn main() {
    print!("{}", plywood_wasm::report());
}
