// Random values for models: texts, numbers, axes and poses, including awkward ones. One seed gives the same
// values everywhere.
#pragma once

#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "ir/model/model.h"
#include "support/text/text.h"

namespace romas::test {

class RandomValues {
 public:
  // `chance`: the probability that each optional part is present; 1: all are.
  RandomValues(std::uint32_t seed, double chance) : engine_(seed), chance_(chance) {}

  // --- chance ---
  std::size_t below(std::size_t count) { return engine_() % count; }
  bool flip() { return static_cast<double>(engine_() % 1000) < chance_ * 1000; }
  template <class Optional, class Make>
  void maybe(Optional& target, Make&& make) {
    if (flip()) target = make();
  }
  // Several entities of a kind, each made with its index.
  template <class Store, class Make>
  void fill(Store& store, Make&& make) {
    const std::size_t count = chance_ >= 1 ? 6 : below(6);
    for (std::size_t i = 0; i < count; ++i) store.push_back(make(i));
  }

  // --- values ---
  std::string any_text() {
    static const std::vector<std::string> kTexts = {
        "base",      "tool-0",      "kg",         "true",
        "",          "a b",         "\"quoted\"", "back\\slash",
        "{braces}",  "line\nbreak", "tab\tend",   "gr\xC3\xBC\xC3\x9F",
        "mass",      "link",        "in",         "r",
        "arm.joint", "\x01\x7F",    "#\"##",      "\xF0\x9F\xA4\x96",
        "x",         "007",         "// comment", "r#\"raw\"#",
        "align",     "foreign",     "at",         "carriage\rreturn",
        "true",      "m",           "robot",      "on"};
    return kTexts[below(kTexts.size())];
  }
  std::string name(std::string_view kind, std::size_t index) {
    return index == 0 ? std::string(kind) : concat(any_text(), index);
  }
  Number number() {
    switch (below(12)) {
      case 0: return 0.0;
      case 1: return -0.0;
      case 2: return 1.0;
      case 3: return 0.1;
      case 4: return 1e-9;
      case 5: return 1e22;
      case 6: return 4.9e-324;
      case 7: return -1.7976931348623157e308;
      case 8: return 3.141592653589793;
      case 9: return static_cast<double>(below(1000));
      default:
        return std::ldexp(static_cast<double>(engine_()), static_cast<int>(below(60)) - 50) *
               (below(2) == 0 ? 1 : -1);
    }
  }
  Number3 numbers3() { return {number(), number(), number()}; }
  Number4 numbers4() { return {number(), number(), number(), number()}; }
  std::vector<Number> list() {
    std::vector<Number> result;
    for (std::size_t i = below(4); i > 0; --i) result.push_back(number());
    return result;
  }
  SignedAxis axis() { return static_cast<SignedAxis>(below(6)); }
  SignedAxis axis_across(SignedAxis other) {
    SignedAxis result = axis();
    while (parallel(result, other)) result = axis();
    return result;
  }
  // --- poses ---
  TransformExpr pose(int depth = 3) {
    switch (below(depth > 0 ? 12 : 8)) {
      case 0: return {};
      case 1: return TransformExpr::XyzRpy{numbers3(), std::nullopt};
      case 2: return TransformExpr::XyzRpy{std::nullopt, numbers3(), angle_unit()};
      case 3: return TransformExpr::XyzRpy{numbers3(), numbers3(), angle_unit()};
      case 4:
        return TransformExpr::XyzQuaternion{below(2) == 0 ? std::optional(numbers3()) : std::nullopt,
                                            numbers4()};
      case 5:
        return TransformExpr({rotation_from_rpy({angle(), angle(), angle()}), {angle(), angle(), angle()}});
      case 6: {
        const SignedAxis parent = axis();
        const SignedAxis child = axis();
        return TransformExpr::AxisAlignment{parent, axis_across(parent), child, axis_across(child)};
      }
      case 7: return TransformExpr::XyzRpy{std::nullopt, Number3{0.0, -0.0, 0.0}, angle_unit()};
      case 8: return TransformExpr::inverse(pose(depth - 1));
      case 9: return TransformExpr::compose({pose(depth - 1), TransformExpr::XyzRpy{}});
      default: return TransformExpr::compose({pose(depth - 1), pose(depth - 1), pose(depth - 1)});
    }
  }
  double angle() { return static_cast<double>(below(6283)) / 1000 - 3.1415; }
  TransformExpr::AngleUnit angle_unit() {
    return below(2) == 0 ? TransformExpr::AngleUnit::radian : TransformExpr::AngleUnit::degree;
  }
  InertiaTensor inertia() { return {number(), number(), number(), number(), number(), number(), {}}; }

 private:
  std::mt19937 engine_;
  double chance_;
};

}  // namespace romas::test
