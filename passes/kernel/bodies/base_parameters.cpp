#include "passes/kernel/bodies/base_parameters.h"

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <string_view>

#include "ir/analysis/tree/chance.h"
#include "passes/kernel/bodies/lower.h"
#include "passes/kernel/bodies/positions.h"
#include "support/text/rounded_number.h"
#include "support/text/text.h"

namespace romas::lowering {

namespace {

// A column is a sum of others if no more than this part of it is left without them: far more than rounding
// leaves, far less than any length or angle of a robot makes.
constexpr double kRest = 1e-9;
// Columns that are smaller than this part of the largest one are rounding.
constexpr double kNothing = 1e-12;
// Factors of sums that differ less from a whole number are that number.
constexpr double kWhole = 1e-9;

// The regressor at random motions, one below another, with twice as many rows as columns.
Eigen::MatrixXd sampled(const Kernel& regressor, const DynamicsModel& model, Eigen::Index columns) {
  const Eigen::Index rows = model.n_v;
  const Eigen::Index samples = 2 * columns / rows + 2;
  Eigen::MatrixXd Y(samples * rows, columns);
  Chance chance(1);
  for (Eigen::Index s = 0; s < samples; ++s) {
    std::vector<std::vector<double>> inputs = {random_position(model, chance), {}, {}};
    for (std::size_t array : {1U, 2U})
      for (int k = 0; k < model.n_v; ++k) inputs[array].push_back(chance.between(-3, 3));
    const std::vector<double> values = evaluate_kernel(regressor, inputs);
    Y.middleRows(s * rows, rows) =
        Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
            values.data(), rows, columns);
  }
  return Y;
}

std::string rounded(double value) { return rounded_number(value, 6); }

double whole(double factor) {
  const double nearest = std::round(factor);
  return std::abs(factor - nearest) <= kWhole * std::max(1.0, std::abs(factor)) ? nearest : factor;
}

}  // namespace

BaseParameters find_base_parameters(const Kernel& regressor, const DynamicsModel& model) {
  BaseParameters base;
  base.all = kLinkParameters * links_of_regressor(model).size();
  if (base.all == 0) return base;
  const auto columns = static_cast<Eigen::Index>(base.all);
  const Eigen::MatrixXd Y = sampled(regressor, model, columns);
  // Gram and Schmidt, each column twice: kept columns = Q R.
  Eigen::MatrixXd Q(Y.rows(), columns);
  Eigen::MatrixXd R = Eigen::MatrixXd::Zero(columns, columns);
  const double largest = Y.colwise().norm().maxCoeff();
  for (Eigen::Index j = 0; j < columns; ++j) {
    const double norm = Y.col(j).norm();
    if (norm <= kNothing * largest) {
      base.without_effect.push_back(static_cast<std::size_t>(j));
      continue;
    }
    const auto kept = static_cast<Eigen::Index>(base.columns.size());
    const auto known = Q.leftCols(kept);
    Eigen::VectorXd rest = Y.col(j);
    Eigen::VectorXd along = Eigen::VectorXd::Zero(kept);
    for (int pass = 0; pass < 2; ++pass) {
      const Eigen::VectorXd more = known.transpose() * rest;
      rest -= known * more;
      along += more;
    }
    if (rest.norm() > kRest * norm) {
      R.col(kept).head(kept) = along;
      R(kept, kept) = rest.norm();
      Q.col(kept) = rest / rest.norm();
      base.columns.push_back(static_cast<std::size_t>(j));
      base.others.emplace_back();
      continue;
    }
    const Eigen::VectorXd factors = R.topLeftCorner(kept, kept).triangularView<Eigen::Upper>().solve(along);
    for (Eigen::Index k = 0; k < kept; ++k)
      if (const double factor = whole(factors[k]); factor != 0)
        base.others[static_cast<std::size_t>(k)].emplace_back(static_cast<std::size_t>(j), factor);
  }
  return base;
}

Kernel lower_base_regressor(const Kernel& regressor, const BaseParameters& base) {
  Kernel kernel = regressor;
  kernel.name = "base_regressor";
  const std::vector<Value>& Y = regressor.outputs.front().elements;
  std::vector<Value> elements;
  for (std::size_t row = 0; base.all != 0 && row < Y.size() / base.all; ++row)
    for (const std::size_t column : base.columns) elements.push_back(Y[row * base.all + column]);
  kernel.outputs = {{"Yb", std::move(elements)}};
  return kernel;
}

Kernel lower_base_parameters(const BaseParameters& base) {
  KernelBuilder builder("base_parameters");
  const std::uint32_t parameters = builder.add_input("parameters", static_cast<std::uint32_t>(base.all));
  const auto parameter = [&](std::size_t k) {
    return builder.input(parameters, static_cast<std::uint32_t>(k));
  };
  std::vector<Value> beta;
  for (std::size_t k = 0; k < base.columns.size(); ++k) {
    Value sum = parameter(base.columns[k]);
    for (const auto& [column, factor] : base.others[k])
      sum = builder.add(sum, builder.mul(builder.constant(factor), parameter(column)));
    beta.push_back(sum);
  }
  builder.add_output("beta", std::move(beta));
  return builder.take();
}

std::vector<std::string> formulas(const BaseParameters& base, const Model& model,
                                  const DynamicsModel& dynamics) {
  constexpr std::array<std::string_view, kLinkParameters> kNames = {"m",   "mx",  "my",  "mz",  "Ixx",
                                                                    "Ixy", "Iyy", "Ixz", "Iyz", "Izz"};
  const std::vector<LinkId> links = links_of_regressor(dynamics);
  const auto name = [&](std::size_t column) {
    return concat(kNames[column % kLinkParameters], "(", model.link(links[column / kLinkParameters]).name,
                  ")");
  };
  std::vector<std::string> result;
  for (std::size_t k = 0; k < base.columns.size(); ++k) {
    std::string text = name(base.columns[k]);
    for (const auto& [column, factor] : base.others[k]) {
      const double size = std::abs(factor);
      text += concat(factor < 0 ? " - " : " + ", size == 1 ? std::string() : concat(rounded(size), " "),
                     name(column));
    }
    result.push_back(std::move(text));
  }
  return result;
}

}  // namespace romas::lowering
