//! A long list that grows without moving what it holds.

use std::ops::{Index, IndexMut};

/// Entries of a part. The first part grows by doubling up to this, all others have it from the start.
const PART: usize = 1 << SHIFT;
const SHIFT: u32 = 12;

/// A list in parts of equal length: it never copies more than one part, so that a search which
/// appends to it is never late, and a cap is obeyed almost to the last byte.
pub(crate) struct LongList<T> {
    parts: Vec<Vec<T>>,
    length: usize,
}

impl<T> Default for LongList<T> {
    fn default() -> Self {
        LongList { parts: Vec::new(), length: 0 }
    }
}

impl<T: Copy> LongList<T> {
    pub fn len(&self) -> usize {
        self.length
    }

    /// Makes the list empty. Its memory stays.
    pub fn clear(&mut self) {
        self.parts.iter_mut().for_each(Vec::clear);
        self.length = 0;
    }

    pub fn push(&mut self, entry: T) {
        let part = self.length >> SHIFT;
        if part == self.parts.len() {
            let capacity = if part == 0 { 0 } else { PART };
            self.parts.push(Vec::with_capacity(capacity));
        }
        self.parts[part].push(entry);
        self.length += 1;
    }

    pub fn pop(&mut self) -> Option<T> {
        self.length = self.length.checked_sub(1)?;
        self.parts[self.length >> SHIFT].pop()
    }

    pub fn swap(&mut self, a: usize, b: usize) {
        (self[a], self[b]) = (self[b], self[a]);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let entries: usize = self.parts.iter().map(Vec::capacity).sum();
        entries * size_of::<T>() + self.parts.capacity() * size_of::<Vec<T>>()
    }

    /// Bytes that the next `pushes` may take beyond those held, old copies included.
    pub fn growth(&self, pushes: usize) -> usize {
        let room: usize = match self.length >> SHIFT {
            0 => self.parts.first().map_or(0, Vec::capacity),
            _ => self.parts.len() << SHIFT,
        };
        if self.length + pushes <= room {
            return 0;
        }
        let parts = (self.length + pushes).div_ceil(PART);
        let list = if parts > self.parts.capacity() {
            (2 * self.parts.capacity()).max(parts).max(4) * size_of::<Vec<T>>()
        } else {
            0
        };
        let first = match self.parts.first() {
            Some(first) if first.capacity() >= PART => 0,
            Some(first) => (2 * first.capacity()).max(self.length + pushes).min(PART),
            None => pushes.clamp(4, PART),
        };
        let others = parts.saturating_sub(self.parts.len().max(1)) * PART;
        list + (first + others) * size_of::<T>()
    }
}

impl<T> Index<usize> for LongList<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: usize) -> &T {
        &self.parts[place >> SHIFT][place & (PART - 1)]
    }
}

impl<T> IndexMut<usize> for LongList<T> {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut T {
        &mut self.parts[place >> SHIFT][place & (PART - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_list_and_foretells_its_growth() {
        let mut list = LongList::default();
        let mut twin = Vec::new();
        for round in 0..3u64 {
            for n in 0..3 * PART as u64 + 5 {
                let pushes = 1 + n as usize % 7;
                let most = list.bytes() + list.growth(pushes);
                for k in 0..pushes as u64 {
                    list.push(n * 31 + k + round);
                    twin.push(n * 31 + k + round);
                }
                assert!(list.bytes() <= most, "{n}: {} of {most}", list.bytes());
                if n % 3 == 1 {
                    assert_eq!(list.pop(), twin.pop());
                    let (a, b) = (n as usize % twin.len(), twin.len() / 2);
                    list.swap(a, b);
                    twin.swap(a, b);
                }
                assert_eq!(list.len(), twin.len());
            }
            assert!((0..twin.len()).all(|place| list[place] == twin[place]));
            list.clear();
            twin.clear();
            assert_eq!(list.pop(), None);
        }
    }
}
