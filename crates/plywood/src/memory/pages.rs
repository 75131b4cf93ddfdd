//! Large pages for large memories.

/// Asks for large pages before memory is touched. A tree of 10^8 nodes otherwise spends as much
/// time on page faults as on searching: in `cargo xtask bench growth` an expansion then costs 1.4
/// times what it does in a small tree, and 1.7 to 1.9 times with small pages.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub(super) fn prefer_large_pages<T>(memory: &mut [T]) {
    const PAGE: usize = 4096;
    const LARGE_PAGE: usize = 2 << 20;
    let range = memory.as_mut_ptr_range();
    let start = (range.start as usize).next_multiple_of(PAGE);
    let end = range.end as usize / PAGE * PAGE;
    if end >= start + LARGE_PAGE {
        // SAFETY: the range lies within memory that this slice borrows alone. The advice changes
        // how the kernel backs it, never what is in it; a kernel that declines says so, and no
        // harm is done.
        unsafe {
            libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn prefer_large_pages<T>(_: &mut [T]) {}
