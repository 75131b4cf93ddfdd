//! Small square matrices.

use std::ops::{Index, IndexMut};

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub fn zeros(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(vector).map(|(a, b)| a * b).sum();
        self.cells.chunks(self.size.max(1)).map(row).collect()
    }

    pub fn product(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zeros(self.size);
        for i in 0..self.size {
            for k in 0..self.size {
                for j in 0..self.size {
                    product[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        product
    }

    /// The inverse on vectors of mean 0, of a symmetric matrix that maps only constant vectors to 0.
    ///
    /// With s added to every cell the matrix has an inverse, in which 1 / (s n²) is too much in every cell.
    pub fn inverse_without_mean(&self) -> Matrix {
        let n = self.size;
        let trace: f64 = (0..n).map(|i| self[(i, i)]).sum();
        if trace <= 0.0 {
            return Matrix::zeros(n);
        }
        let added = trace / (n * n) as f64;
        let mut shifted = self.clone();
        shifted.cells.iter_mut().for_each(|cell| *cell += added);
        let mut inverse = shifted.inverse();
        let constant = 1.0 / (added * (n * n) as f64);
        inverse.cells.iter_mut().for_each(|cell| *cell -= constant);
        inverse
    }

    /// The inverse of a positive definite matrix, by Gauss and Jordan.
    fn inverse(mut self) -> Matrix {
        let n = self.size;
        let mut inverse = Matrix::zeros(n);
        (0..n).for_each(|i| inverse[(i, i)] = 1.0);
        for column in 0..n {
            let pivot = self[(column, column)];
            for j in 0..n {
                self[(column, j)] /= pivot;
                inverse[(column, j)] /= pivot;
            }
            for i in (0..n).filter(|&i| i != column) {
                let factor = self[(i, column)];
                for j in 0..n {
                    self[(i, j)] -= factor * self[(column, j)];
                    inverse[(i, j)] -= factor * inverse[(column, j)];
                }
            }
        }
        inverse
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}
