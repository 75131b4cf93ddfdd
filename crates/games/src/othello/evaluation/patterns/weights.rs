//! The weights and their file format.
//!
//! The file is a line with the name of the format, and a zlib stream with checksum. The stream has
//! the weights without mirror images, for each weight all phases, in steps of [`STEP`], as 16-bit
//! numbers with the sign in the lowest bit: first all low bytes, then all high bytes. Most high
//! bytes are zero, and so are the weights of contents that never occurred in training.

use super::super::super::DISC;
use super::PHASES;
use super::layout::{SIZE, USED, representatives};
use crate::InputError;
use miniz_oxide::deflate;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use std::fmt;

/// The first line of a file of weights.
const HEAD: &[u8] = b"plywood othello patterns 1\n";
/// Weights are rounded to multiples of this, in hundredths of a disc. Rounding changes the sum of
/// some fifty weights by a tenth of a disc, which is a fortieth of the error of a good evaluation,
/// and halves the file.
const STEP: i32 = 4;

/// The weights of a pattern evaluation.
///
/// ```
/// use plywood_games::othello::Weights;
/// let zero = Weights::zero();
/// assert_eq!(Weights::from_bytes(&zero.to_bytes(), "zero.bin").unwrap(), zero);
/// let error = Weights::from_bytes(b"GIF89a", "x.bin").unwrap_err();
/// assert!(error.to_string().starts_with("weights 'x.bin': at the first line: expected"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// In hundredths of a disc. Weights from index [`USED`] on are never used.
    phases: Box<[[i16; SIZE]]>,
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let learned = self.phases.iter().flatten().filter(|&&weight| weight != 0).count();
        write!(f, "Weights({learned} not zero)")
    }
}

impl Weights {
    /// All weights zero: every position has the value 0.
    pub fn zero() -> Weights {
        Weights { phases: vec![[0; SIZE]; PHASES].into_boxed_slice() }
    }

    #[inline]
    pub(super) fn phase(&self, phase: usize) -> &[i16; SIZE] {
        &self.phases[phase]
    }

    /// Makes weights of values in discs, by phase and index.
    pub(super) fn from_fn(mut discs: impl FnMut(usize, usize) -> f32) -> Weights {
        let mut weights = Weights::zero();
        for (phase, list) in weights.phases.iter_mut().enumerate() {
            for (place, weight) in list[..USED].iter_mut().enumerate() {
                let steps = (discs(phase, place) * (DISC as f32 / STEP as f32)).round() as i32;
                let most = i32::from(i16::MAX) / STEP;
                *weight = (steps.clamp(-most, most) * STEP) as i16;
            }
        }
        weights
    }

    /// The bytes of a file with these weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for place in originals(&representatives()) {
            for phase in &self.phases {
                let steps = phase[place] / STEP as i16;
                let zigzag = ((steps << 1) ^ (steps >> 15)) as u16;
                low.push(zigzag as u8);
                high.push((zigzag >> 8) as u8);
            }
        }
        low.append(&mut high);
        let mut bytes = HEAD.to_vec();
        bytes.extend(deflate::compress_to_vec_zlib(&low, 10));
        bytes
    }

    /// Reads the bytes of a file; `name` is for errors.
    pub fn from_bytes(bytes: &[u8], name: &str) -> Result<Weights, InputError> {
        let error = || InputError::new("weights", name);
        let Some(stream) = bytes.strip_prefix(HEAD) else {
            let head = String::from_utf8_lossy(HEAD.trim_ascii_end());
            return Err(error().at("the first line").expected(format!("'{head}'")));
        };
        let list = representatives();
        let count = originals(&list).count() * PHASES;
        let mut payload = vec![0; 2 * count];
        let flags = TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, read, written) =
            decompress(&mut DecompressorOxide::default(), stream, &mut payload, 0, flags);
        if !matches!(status, TINFLStatus::Done | TINFLStatus::HasMoreOutput) {
            let found = format!("{status:?}");
            return Err(error().at("the second line").expected("a zlib stream").found(&found));
        }
        if status == TINFLStatus::HasMoreOutput || written != 2 * count {
            let more = if written == 2 * count { "more than " } else { "" };
            let found = format!("{more}{written} bytes");
            return Err(error().expected(format!("{} bytes of weights", 2 * count)).found(&found));
        }
        if read != stream.len() {
            let found = format!("{} bytes more", stream.len() - read);
            return Err(error().expected("nothing after the zlib stream").found(&found));
        }
        let (low, high) = payload.split_at(count);
        let mut weights = Weights::zero();
        let mut next = 0;
        for (place, &representative) in list.iter().enumerate() {
            let original = place == representative as usize;
            for phase in &mut weights.phases {
                phase[place] = if original {
                    let zigzag = u16::from_le_bytes([low[next], high[next]]);
                    next += 1;
                    let steps = (zigzag >> 1) as i16 ^ -((zigzag & 1) as i16);
                    steps.wrapping_mul(STEP as i16)
                } else {
                    phase[representative as usize]
                };
            }
        }
        Ok(weights)
    }
}

/// The indices of weights that are no mirror image of another.
fn originals(representatives: &[u32]) -> impl Iterator<Item = usize> {
    (0..representatives.len()).filter(|&place| representatives[place] as usize == place)
}
