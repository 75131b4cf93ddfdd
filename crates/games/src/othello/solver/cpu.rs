//! The hot code, compiled twice: for every processor, and for those with AVX2 and its companions.
//!
//! The functions in [`last`] and [`deep`] are generic and always inlined; the functions here call
//! them and name the processor for which they are compiled. Recursion goes through [`Cpu`], so that
//! it stays among functions for one processor.

use super::super::bits;
use super::deep::Run;
use super::{deep, last};
use crate::Othello;
use plywood::{Counts, Evaluate, Stop};

/// A kind of processor.
pub(super) trait Cpu {
    /// The discs that a disc on `square` turns over.
    fn flips(mover: u64, opponent: u64, square: u32) -> u64;
    /// [`last::two`]
    fn two(
        counts: &mut Counts,
        mover: u64,
        opponent: u64,
        window: (i32, i32),
        squares: [u32; 2],
    ) -> i32;
    /// [`last::three`]
    fn three(
        counts: &mut Counts,
        mover: u64,
        opponent: u64,
        window: (i32, i32),
        squares: [u32; 3],
    ) -> i32;
    /// [`last::four`]
    fn four(counts: &mut Counts, mover: u64, opponent: u64, window: (i32, i32), odd: u64) -> i32;
    /// [`deep::shallow`]
    fn shallow<E: Evaluate<Othello>>(
        run: &mut Run<'_, E>,
        mover: u64,
        opponent: u64,
        window: (i32, i32),
        odd: u64,
    ) -> Result<i32, Stop>;
    /// [`deep::deep`]
    fn deep<E: Evaluate<Othello>>(
        run: &mut Run<'_, E>,
        mover: u64,
        opponent: u64,
        window: (i32, i32),
    ) -> Result<i32, Stop>;
}

/// Compiles the hot code for a kind of processor.
macro_rules! compile {
    ($cpu:ident, $(#[$features:meta])* $flips:path) => {
        #[allow(unsafe_code, unused_unsafe)]
        impl Cpu for $cpu {
            #[inline(always)]
            fn flips(mover: u64, opponent: u64, square: u32) -> u64 {
                // SAFETY: see `$cpu`.
                unsafe { $flips(mover, opponent, square) }
            }

            #[inline(always)]
            fn two(counts: &mut Counts, mover: u64, opponent: u64, window: (i32, i32), squares: [u32; 2]) -> i32 {
                $(#[$features])*
                fn compiled(counts: &mut Counts, mover: u64, opponent: u64, window: (i32, i32), squares: [u32; 2]) -> i32 {
                    last::two::<$cpu>(counts, mover, opponent, window, squares)
                }
                // SAFETY: see `$cpu`.
                unsafe { compiled(counts, mover, opponent, window, squares) }
            }

            #[inline(always)]
            fn three(counts: &mut Counts, mover: u64, opponent: u64, window: (i32, i32), squares: [u32; 3]) -> i32 {
                $(#[$features])*
                fn compiled(counts: &mut Counts, mover: u64, opponent: u64, window: (i32, i32), squares: [u32; 3]) -> i32 {
                    last::three::<$cpu>(counts, mover, opponent, window, squares)
                }
                // SAFETY: see `$cpu`.
                unsafe { compiled(counts, mover, opponent, window, squares) }
            }

            #[inline(always)]
            fn four(counts: &mut Counts, mover: u64, opponent: u64, window: (i32, i32), odd: u64) -> i32 {
                $(#[$features])*
                fn compiled(counts: &mut Counts, mover: u64, opponent: u64, window: (i32, i32), odd: u64) -> i32 {
                    last::four::<$cpu>(counts, mover, opponent, window, odd)
                }
                // SAFETY: see `$cpu`.
                unsafe { compiled(counts, mover, opponent, window, odd) }
            }

            #[inline(always)]
            fn shallow<E: Evaluate<Othello>>(
                run: &mut Run<'_, E>,
                mover: u64,
                opponent: u64,
                window: (i32, i32),
                odd: u64,
            ) -> Result<i32, Stop> {
                $(#[$features])*
                fn compiled<E: Evaluate<Othello>>(
                    run: &mut Run<'_, E>,
                    mover: u64,
                    opponent: u64,
                    window: (i32, i32),
                    odd: u64,
                ) -> Result<i32, Stop> {
                    deep::shallow::<$cpu, E>(run, mover, opponent, window, odd)
                }
                // SAFETY: see `$cpu`.
                unsafe { compiled(run, mover, opponent, window, odd) }
            }

            #[inline(always)]
            fn deep<E: Evaluate<Othello>>(
                run: &mut Run<'_, E>,
                mover: u64,
                opponent: u64,
                window: (i32, i32),
            ) -> Result<i32, Stop> {
                $(#[$features])*
                fn compiled<E: Evaluate<Othello>>(
                    run: &mut Run<'_, E>,
                    mover: u64,
                    opponent: u64,
                    window: (i32, i32),
                ) -> Result<i32, Stop> {
                    deep::deep::<$cpu, E>(run, mover, opponent, window)
                }
                // SAFETY: see `$cpu`.
                unsafe { compiled(run, mover, opponent, window) }
            }
        }
    };
}

/// Any processor.
pub(super) struct Plain;
compile!(Plain, bits::flips_plain);

/// A processor with AVX2: may be used only if [`avx2`] returns true.
#[cfg(target_arch = "x86_64")]
pub(super) struct Avx2;
#[cfg(target_arch = "x86_64")]
compile!(
    Avx2,
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    bits::fast::flips
);

/// Whether this processor has what [`Avx2`] is compiled for.
#[cfg(target_arch = "x86_64")]
pub(super) fn avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}
