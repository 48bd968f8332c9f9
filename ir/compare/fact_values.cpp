#include "ir/compare/fact_values.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "support/text/text.h"

namespace romas::facts {

namespace {

bool close(double x, double y, double tolerance) { return x == y || std::abs(x - y) <= tolerance; }

// The largest of the numbers, without regard to their signs.
double scale_of(const std::vector<double>& a, const std::vector<double>& b) {
  double scale = 0;
  for (const double value : a) scale = std::max(scale, std::abs(value));
  for (const double value : b) scale = std::max(scale, std::abs(value));
  return scale;
}

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b, double relative) {
  if (a.size() != b.size()) return false;
  const double scale = scale_of(a, b);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!close(a[i], b[i], relative * scale)) return false;
  return true;
}

bool same_rotation(const RigidTransform& a, const RigidTransform& b, const Tolerances& tolerances) {
  return (a.R - b.R).cwiseAbs().maxCoeff() <= tolerances.relative;
}
bool same_length(double a, double b, const Tolerances& tolerances) {
  return close(a, b, tolerances.relative * tolerances.size);
}
bool same_position(const RigidTransform& a, const RigidTransform& b, const Tolerances& tolerances) {
  for (int i = 0; i < 3; ++i)
    if (!same_length(a.p[i], b.p[i], tolerances)) return false;
  return true;
}

std::string rounded(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value + 0.0);
  return text;
}

// The texts of two lists of numbers, with as few digits as show what differs.
void round_to_what_differs(const std::vector<double>& a, const std::vector<double>& b, std::string& text_a,
                           std::string& text_b) {
  const double noise = 1e-12 * scale_of(a, b);  // of arithmetic, beside numbers of this size
  const auto all = [&](const std::vector<double>& values, int digits) {
    return join(values, " ",
                [&](double value) { return rounded(std::abs(value) <= noise ? 0 : value, digits); });
  };
  const auto enough = [&](int digits) {
    if (a.size() != b.size()) return digits >= 6;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double apart = std::abs(a[i] - b[i]);
      const double lost = std::abs(std::strtod(rounded(a[i], digits).c_str(), nullptr) - a[i]) +
                          std::abs(std::strtod(rounded(b[i], digits).c_str(), nullptr) - b[i]);
      if (apart > noise && std::isfinite(apart) && !(lost <= 0.05 * apart)) return false;
    }
    return true;
  };
  int digits = 3;
  while (digits < 17 && !enough(digits)) ++digits;
  text_a = all(a, digits);
  text_b = all(b, digits);
}

ValueDifference number_difference(std::string part, std::vector<double> a, std::vector<double> b,
                                  std::string unit) {
  ValueDifference difference{std::move(part), {}, {}, std::move(a), std::move(b), std::move(unit)};
  round_to_what_differs(difference.old_values, difference.new_values, difference.old_text,
                        difference.new_text);
  return difference;
}

std::vector<ValueDifference> pose_differences(const RigidTransform& a, const RigidTransform& b,
                                              const Tolerances& tolerances) {
  constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
  std::vector<ValueDifference> differences;
  std::string axes;
  std::vector<double> old_values, new_values;
  for (int i = 0; i < 3; ++i) {
    if (same_length(a.p[i], b.p[i], tolerances)) continue;
    axes += kAxes[static_cast<std::size_t>(i)];
    old_values.push_back(a.p[i]);
    new_values.push_back(b.p[i]);
  }
  if (!axes.empty()) differences.push_back(number_difference(axes, old_values, new_values, "m"));
  if (!same_rotation(a, b, tolerances)) {
    const Vector3 x = rpy_from_rotation(a.R);
    const Vector3 y = rpy_from_rotation(b.R);
    differences.push_back(number_difference("rpy", {x[0], x[1], x[2]}, {y[0], y[1], y[2]}, "rad"));
  }
  return differences;
}

// Returns only the numbers that differ if the numbers have names, else all of them.
ValueDifference difference_of_numbers(const FactNumbers& a, const FactNumbers& b, double relative) {
  if (a.labels.size() != a.values.size() || b.labels.size() != b.values.size())
    return number_difference({}, a.values, b.values, a.unit);
  const double scale = scale_of(a.values, b.values);
  std::string labels;
  std::vector<double> old_values, new_values;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    if (close(a.values[i], b.values[i], relative * scale)) continue;
    labels += concat(labels.empty() ? "" : " ", a.labels[i]);
    old_values.push_back(a.values[i]);
    new_values.push_back(b.values[i]);
  }
  return number_difference(labels, old_values, new_values, a.unit);
}

// A value on its own, for one that the other model lacks.
struct Alone {
  ValueDifference operator()(const std::string& text) const {
    return {{}, concat("'", text, "'"), {}, {}, {}, {}};
  }
  ValueDifference operator()(const FactFile& file) const {
    return {{}, concat("'", file.written, "'"), {}, {}, {}, {}};
  }
  ValueDifference operator()(const FactNumbers& numbers) const {
    return {{}, join(numbers.values, " ", [](double value) { return rounded(value, 6); }),
            {}, numbers.values,
            {}, numbers.unit};
  }
  ValueDifference operator()(const RigidTransform& X) const {
    const Vector3 rpy = rpy_from_rotation(X.R);
    const auto text = [](const Vector3& v) {
      return concat(rounded(v[0], 6), " ", rounded(v[1], 6), " ", rounded(v[2], 6));
    };
    return {{}, concat("xyz ", text(X.p), " rpy ", text(rpy)),
            {}, {X.p[0], X.p[1], X.p[2], rpy[0], rpy[1], rpy[2]},
            {}, {}};
  }
};

std::string quoted(const FactValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return concat("'", text != nullptr ? *text : std::get<FactFile>(value).written, "'");
}

}  // namespace

bool same_value(const FactValue& a, const FactValue& b, const Tolerances& tolerances) {
  if (a.index() != b.index()) return false;
  if (const auto* text = std::get_if<std::string>(&a)) return *text == std::get<std::string>(b);
  if (const auto* numbers = std::get_if<FactNumbers>(&a))
    return same_numbers(numbers->values, std::get<FactNumbers>(b).values, tolerances.relative);
  if (const auto* file = std::get_if<FactFile>(&a)) {
    const FactFile& other = std::get<FactFile>(b);
    return file->written == other.written || file->resolved == other.resolved;
  }
  const RigidTransform& X = std::get<RigidTransform>(a);
  const RigidTransform& Y = std::get<RigidTransform>(b);
  return same_rotation(X, Y, tolerances) && same_position(X, Y, tolerances);
}

std::vector<ValueDifference> describe_difference(const FactValue* a, const FactValue* b,
                                                 const Tolerances& tolerances) {
  if (a != nullptr && b != nullptr && a->index() == b->index()) {
    if (std::holds_alternative<RigidTransform>(*a))
      return pose_differences(std::get<RigidTransform>(*a), std::get<RigidTransform>(*b), tolerances);
    if (std::holds_alternative<FactNumbers>(*a))
      return {
          difference_of_numbers(std::get<FactNumbers>(*a), std::get<FactNumbers>(*b), tolerances.relative)};
    return {{{}, quoted(*a), quoted(*b), {}, {}, {}}};
  }
  ValueDifference difference;
  if (a != nullptr) difference = std::visit(Alone{}, *a);
  if (b != nullptr) {
    ValueDifference other = std::visit(Alone{}, *b);
    difference.new_text = std::move(other.old_text);
    difference.new_values = std::move(other.old_values);
    if (difference.unit.empty()) difference.unit = std::move(other.unit);
  }
  return {difference};
}

}  // namespace romas::facts
