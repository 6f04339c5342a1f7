import Foundation

/// A logistic regression with a ridge penalty on standardized features, fitted by Newton's method.
///
///     let model = LogisticRegression(features: [[0.1], [0.4], [0.9]], labels: [false, false, true])
///     model.probability(of: [0.7])
package struct LogisticRegression: Sendable, Hashable {
  /// The mean of each feature in the sample.
  private let means: [Double]
  /// The standard deviation of each feature in the sample; 1 if it is constant.
  private let scales: [Double]
  /// The weight of each standardized feature, and last the intercept.
  private let weights: [Double]

  /// The ridge penalty on each weight: a Gaussian prior with standard deviation 1 (Genkin, Lewis and Madigan 2007).
  private static let penalty = 1.0
  private static let steps = 25

  /// Fits a regression.
  ///
  /// - Parameters:
  ///   - features: The features of each example, as many for each.
  ///   - labels: Whether each example is positive.
  package init(features: [[Double]], labels: [Bool]) {
    let width = features.first?.count ?? 0
    let count = Double(max(1, features.count))
    let means = (0..<width).map { column in features.reduce(0) { $0 + $1[column] } / count }
    let scales = (0..<width).map { column in
      let variance = features.reduce(0) { $0 + ($1[column] - means[column]) * ($1[column] - means[column]) } / count
      return variance > 1e-12 ? variance.squareRoot() : 1
    }
    (self.means, self.scales) = (means, scales)
    let rows = features.map { row in (0..<width).map { (row[$0] - means[$0]) / scales[$0] } + [1] }
    var weights = [Double](repeating: 0, count: width + 1)
    for _ in 0..<Self.steps {
      var gradient = weights.enumerated().map { $0.offset < width ? -Self.penalty * $0.element : 0 }
      // The intercept's tiny penalty keeps the matrix regular if all labels are equal.
      var hessian = (0...width).map { row in
        (0...width).map { $0 == row ? (row < width ? Self.penalty : 1e-3) : 0 }
      }
      for (row, label) in zip(rows, labels) {
        let p = Self.sigmoid(zip(row, weights).reduce(0) { $0 + $1.0 * $1.1 })
        let (residual, spread) = ((label ? 1 : 0) - p, p * (1 - p))
        for i in 0...width {
          gradient[i] += residual * row[i]
          for j in 0...width { hessian[i][j] += spread * row[i] * row[j] }
        }
      }
      gradient[width] -= 1e-3 * weights[width]
      let step = Self.solution(of: hessian, gradient)
      for i in 0...width { weights[i] += step[i] }
      if step.allSatisfy({ abs($0) < 1e-8 }) { break }
    }
    self.weights = weights
  }

  /// Returns the probability that an example is positive.
  package func probability(of features: [Double]) -> Double {
    var sum = weights.last ?? 0
    for (column, value) in features.enumerated() {
      sum += weights[column] * (value - means[column]) / scales[column]
    }
    return Self.sigmoid(sum)
  }

  private static func sigmoid(_ value: Double) -> Double { 1 / (1 + exp(-value)) }

  /// Solves a symmetric positive definite system by Gaussian elimination.
  private static func solution(of matrix: [[Double]], _ right: [Double]) -> [Double] {
    var (matrix, right) = (matrix, right)
    for pivot in right.indices {
      for row in right.indices where row > pivot {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        for column in pivot..<right.count { matrix[row][column] -= factor * matrix[pivot][column] }
        right[row] -= factor * right[pivot]
      }
    }
    for row in right.indices.reversed() {
      for column in right.indices where column > row { right[row] -= matrix[row][column] * right[column] }
      right[row] /= matrix[row][row]
    }
    return right
  }
}
