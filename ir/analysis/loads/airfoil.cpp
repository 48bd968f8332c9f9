#include "ir/analysis/loads/airfoil.h"

#include <algorithm>
#include <numbers>
#include <string>

#include "support/math/functions.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas {

namespace {

// A part of the mean line whose slope is offset + rise cos(theta), x = chord (1 - cos(theta)) / 2; integrals
// of the slope, alone and times cos(theta) and cos(2 theta), from theta = 0.
struct Slope {
  double offset, rise;
  double sum(double theta) const { return offset * theta + rise * math::sin(theta); }
  double first(double theta) const {
    return offset * math::sin(theta) + rise * (theta / 2 + math::sin(2 * theta) / 4);
  }
  double second(double theta) const {
    return offset * math::sin(2 * theta) / 2 + rise * (math::sin(theta) / 2 + math::sin(3 * theta) / 6);
  }
};

// Two parabolas that meet at the largest height of the line (both in chords).
Airfoil of_mean_line(double height, double place) {
  Airfoil airfoil;
  if (height == 0) return airfoil;
  const auto slope = [&](double length) {
    const double k = 2 * height / (length * length);
    return Slope{k * (place - 0.5), k / 2};
  };
  const Slope front = slope(place), back = slope(1 - place);
  const double meet = math::acos(1 - 2 * place), end = std::numbers::pi;
  const auto integral = [&](auto of) {
    return (of(front, meet) + of(back, end) - of(back, meet)) / std::numbers::pi;
  };
  const double sum = integral([](const Slope& part, double theta) { return part.sum(theta); });
  const double first = integral([](const Slope& part, double theta) { return part.first(theta); });
  const double second = integral([](const Slope& part, double theta) { return part.second(theta); });
  airfoil.zero_lift_angle = sum - first;
  airfoil.moment = std::numbers::pi / 2 * (second - first);
  return airfoil;
}

}  // namespace

bool names_profile_file(std::string_view profile) {
  return profile.find_first_of("./") != std::string_view::npos && !find_airfoil(profile);
}

std::optional<Airfoil> find_airfoil(std::string_view profile) {
  const std::string name = to_lower(trim(profile));
  if (name == "flat plate") return Airfoil{true, 0, 0, {}};
  if (!name.starts_with("naca")) return std::nullopt;
  const std::string_view digits = trim(std::string_view(name).substr(4));
  if (digits.size() != 4 || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
  const int height = digits[0] - '0', place = digits[1] - '0';
  // A line that bends has its largest height somewhere.
  if (height != 0 && place == 0) return std::nullopt;
  return of_mean_line(height / 100.0, place / 10.0);
}

}  // namespace romas
