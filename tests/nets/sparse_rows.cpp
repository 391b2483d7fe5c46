#include "nets/sparse_rows.hpp"

#include "engine/random.hpp"
#include "tests/catch.hpp"

using namespace alea;

namespace {

std::vector<float> random_matrix(std::size_t rows, std::size_t columns, double density, std::uint64_t number) {
  Random random(5, Purpose::test, 0, number);
  std::vector<float> matrix(rows * columns);
  for (float& x : matrix) x = random.uniform() < density ? static_cast<float>(2 * random.uniform() - 1) : 0.F;
  return matrix;
}

/// start + a * b, in double precision, by the definition.
std::vector<double> product(const std::vector<float>& a, const std::vector<float>& b, std::size_t inner,
                            const std::vector<float>& start) {
  const std::size_t rows = a.size() / inner, units = b.size() / inner;
  std::vector<double> c(rows * units);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t u = 0; u < units; ++u) {
      double sum = start.empty() ? 0 : static_cast<double>(start[u]);
      for (std::size_t k = 0; k < inner; ++k) sum += static_cast<double>(a[r * inner + k]) * b[k * units + u];
      c[r * units + u] = sum;
    }
  }
  return c;
}

std::vector<float> transposed(const std::vector<float>& matrix, std::size_t columns) {
  const std::size_t rows = matrix.size() / columns;
  std::vector<float> other(matrix.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) other[c * rows + r] = matrix[r * columns + c];
  }
  return other;
}

double greatest_difference(const std::vector<float>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(static_cast<double>(a[i]) - b[i]));
  return most;
}

}  // namespace

TEST_CASE("sparse products are those of the dense matrices") {
  const std::size_t units = GENERATE(1, 15, 16, 200, 293);
  const double density = GENERATE(0.0, 0.1, 1.0);
  CAPTURE(units, density);
  constexpr std::size_t rows = 150, columns = 77;
  const auto dense = random_matrix(rows, columns, density, units);
  const auto matrix = random_matrix(columns, units, 1, 1000 + units), start = random_matrix(1, units, 1, 2000 + units);
  const auto matrix_too = random_matrix(rows, units, 1, 3000 + units);
  SparseRows x, columns_of_x;
  for (const double other : {0.5, density}) {  // the memory of a fuller matrix, or an emptier one, is used again
    const auto before = random_matrix(rows + 1, columns, other, 7);
    x.assign(before, columns);
    columns_of_x.assign_transposed(x);
  }
  x.assign(dense, columns);
  columns_of_x.assign_transposed(x);
  CHECK(x.rows() == rows);
  CHECK(columns_of_x.rows() == columns);
  CHECK(x.density() == Approx(density).margin(0.02));
  std::vector<float> found(rows * units, -1), found_too(columns * units, -1);
  x.multiply(matrix, units, start, found);
  CHECK(greatest_difference(found, product(dense, matrix, columns, start)) < 1e-5);
  columns_of_x.multiply(matrix_too, units, {}, found_too);
  CHECK(greatest_difference(found_too, product(transposed(dense, columns), matrix_too, rows, {})) < 1e-5);
}

TEST_CASE("the product of no rows is empty") {
  SparseRows x;
  x.assign({}, 3);
  CHECK(x.rows() == 0);
  CHECK(x.density() == 0);
  const std::vector<float> matrix(6);
  std::vector<float> none;
  x.multiply(matrix, 2, {}, none);
}
