// The null space of the sample matrix (with a column of ones for the constant), by Gauss-Jordan elimination modulo the
// Mersenne prime 2^61 - 1, so that numbers stay small. Coefficients are read back as fractions by rational
// reconstruction (Wang, 1981: the extended Euclidean algorithm, stopped halfway), and each relation is checked exactly
// on all rows.

#include "analysis/invariants/affine.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace tandem::analysis::invariants {

namespace {

constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
constexpr std::uint64_t largest = 1 << 14; // numerator or denominator

std::uint64_t reduce(Int128 value) {
  const auto rest = static_cast<std::int64_t>(value % static_cast<Int128>(prime));
  return static_cast<std::uint64_t>(rest < 0 ? rest + static_cast<std::int64_t>(prime) : rest);
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(static_cast<UInt128>(a) * b % prime);
}

std::uint64_t inverse(std::uint64_t value) {
  std::uint64_t result = 1;
  for (std::uint64_t exponent = prime - 2; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = times(result, value);
    value = times(value, value);
  }
  return result;
}

struct Fraction {
  Int128 numerator = 0, denominator = 1;
};

// The fraction with small numerator and denominator that is congruent to the number modulo the prime.
std::optional<Fraction> fraction(std::uint64_t value) {
  Int128 r0 = prime, r1 = value, t0 = 0, t1 = 1;
  while (r1 > largest) {
    const Int128 quotient = r0 / r1;
    r0 = std::exchange(r1, r0 - quotient * r1);
    t0 = std::exchange(t1, t0 - quotient * t1);
  }
  if (t1 < 0) t1 = -t1, r1 = -r1;
  if (t1 == 0 || t1 > largest) return std::nullopt;
  return Fraction{r1, t1};
}

using Matrix = std::vector<std::vector<std::uint64_t>>;

// Reduced row echelon form; the pivots' columns, one for each row that is left.
std::vector<std::size_t> eliminate(Matrix& matrix, std::size_t columns) {
  std::vector<std::size_t> pivots;
  for (std::size_t column = 0; column < columns && pivots.size() < matrix.size(); ++column) {
    const std::size_t row = pivots.size();
    std::size_t found = row;
    while (found < matrix.size() && matrix[found][column] == 0) ++found;
    if (found == matrix.size()) continue;
    std::swap(matrix[row], matrix[found]);
    const std::uint64_t scale = inverse(matrix[row][column]);
    for (std::uint64_t& value : matrix[row]) value = times(value, scale);
    for (std::size_t other = 0; other < matrix.size(); ++other) {
      const std::uint64_t factor = matrix[other][column];
      if (other == row || factor == 0) continue;
      for (std::size_t i = column; i < columns; ++i)
        matrix[other][i] = (matrix[other][i] + times(prime - factor, matrix[row][i])) % prime;
    }
    pivots.push_back(column);
  }
  return pivots;
}

// Integer coefficients from fractions.
std::optional<AffineRelation> whole(const std::vector<std::uint64_t>& vector) {
  std::vector<Fraction> parts;
  Int128 common = 1;
  for (const std::uint64_t value : vector) {
    const std::optional<Fraction> part = fraction(value);
    if (!part) return std::nullopt;
    common = std::lcm(static_cast<std::int64_t>(common), static_cast<std::int64_t>(part->denominator));
    if (common > static_cast<Int128>(largest)) return std::nullopt;
    parts.push_back(*part);
  }
  AffineRelation result;
  for (const Fraction& part : parts) result.coefficients.push_back(part.numerator * (common / part.denominator));
  result.constant = result.coefficients.back();
  result.coefficients.pop_back();
  return result;
}

bool holds(const AffineRelation& relation, const std::vector<Int128>& row) {
  Int128 sum = relation.constant;
  for (std::size_t i = 0; i < row.size(); ++i) sum += relation.coefficients[i] * row[i];
  return sum == 0;
}

} // namespace

std::vector<AffineRelation> affine_relations(const std::vector<std::vector<Int128>>& rows, std::size_t columns) {
  Matrix matrix;
  for (const auto& row : rows) {
    std::vector<std::uint64_t> reduced;
    for (const Int128 value : row) reduced.push_back(reduce(value));
    reduced.push_back(1);
    matrix.push_back(std::move(reduced));
    // Dependent rows are dropped from time to time, so that the matrix stays small.
    if (matrix.size() > 2 * (columns + 1)) matrix.resize(eliminate(matrix, columns + 1).size());
  }
  const std::vector<std::size_t> pivots = eliminate(matrix, columns + 1);
  std::vector<AffineRelation> result;
  for (std::size_t free = 0; free <= columns; ++free) {
    if (std::find(pivots.begin(), pivots.end(), free) != pivots.end()) continue;
    std::vector<std::uint64_t> vector(columns + 1, 0);
    vector[free] = 1;
    for (std::size_t row = 0; row < pivots.size(); ++row) vector[pivots[row]] = (prime - matrix[row][free]) % prime;
    std::optional<AffineRelation> relation = whole(vector);
    if (relation && std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return holds(*relation, row); }))
      result.push_back(std::move(*relation));
  }
  return result;
}

} // namespace tandem::analysis::invariants
