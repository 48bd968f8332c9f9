// Infers the units of names in products: m / 12 * (y^2 + z^2) is a moment of inertia, so that y and z are
// lengths if m is a mass.
#include <algorithm>

#include "frontend/xacro/structure/term.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

struct Factor {
  const Term* term;
  int exponent;
};

void add_factors(const Term& term, int exponent, std::vector<Factor>& factors) {  // NOLINT(misc-no-recursion)
  if (term.kind == Term::Kind::product) {
    add_factors(term.args[0], exponent, factors);
    return add_factors(term.args[1], term.text == "/" ? -exponent : exponent, factors);
  }
  if (term.kind == Term::Kind::negative) return add_factors(term.args[0], exponent, factors);
  const std::optional<long long> power =
      term.kind == Term::Kind::power && term.args.size() == 1 ? parse_integer(term.text) : std::nullopt;
  if (power) return add_factors(term.args[0], exponent * static_cast<int>(*power), factors);
  factors.push_back({&term, exponent});
}

std::optional<Dimension> root_of(const Dimension& dimension, int exponent) {
  if (exponent == 0) return std::nullopt;
  const Dimension root{dimension.length / exponent, dimension.mass / exponent, dimension.time / exponent,
                       dimension.angle / exponent, dimension.current / exponent};
  return power(root, exponent) == dimension ? std::optional(root) : std::nullopt;
}

}  // namespace

// Returns the dimension of a value. Returns nothing if a name in it has no known one.
std::optional<Dimension> TermPrinter::known(const Term& term) const {  // NOLINT(misc-no-recursion)
  switch (term.kind) {
    case Term::Kind::number:
    case Term::Kind::turned: return Dimension{};
    case Term::Kind::name: return dimension_of_name(term);
    case Term::Kind::element:
      return term.args[0].kind == Term::Kind::name ? dimension_of_name(term.args[0]) : std::nullopt;
    case Term::Kind::sum: {
      const std::optional<Dimension> first = known(term.args[0]);
      return is_constant(term.args[0]) ? known(term.args[1]) : first;
    }
    case Term::Kind::negative:
    case Term::Kind::product:
    case Term::Kind::power: break;
    default: return std::nullopt;
  }
  std::vector<Factor> factors;
  add_factors(term, 1, factors);
  Dimension product;
  for (const Factor& factor : factors) {
    if (factor.term == &term) return std::nullopt;
    const std::optional<Dimension> one = known(*factor.term);
    if (!one) return std::nullopt;
    product = product * power(*one, factor.exponent);
  }
  return product;
}

std::optional<Dimension> TermPrinter::dimension_of_name(const Term& name) const {
  const std::string_view units = dimensions_.units(name.key);
  return units.empty() ? std::nullopt : dimension_of(units);
}

// Returns the units of both sides of a comparison, where a constant takes those of the other side. Returns an
// empty text for numbers, and if the units are not known.
std::string TermPrinter::units_of_comparison(const Term& term) const {
  const std::optional<Dimension> a = known(term.args[0]), b = known(term.args[1]);
  const auto is_number = [](const Term& side) {
    return is_constant(side) && side.kind == Term::Kind::number;
  };
  if (a && !a->plain() && (a == b || is_number(term.args[1]))) return si_units(*a);
  if (b && !b->plain() && is_number(term.args[0])) return si_units(*b);
  return {};
}

// The one factor that nobody knows measures what the others leave. A single name beside a constant may be a
// factor itself.
void TermPrinter::infer_product(const Term& term, const Dimension& wanted) {  // NOLINT(misc-no-recursion)
  std::vector<Factor> factors;
  add_factors(term, 1, factors);
  const Term* unknown = nullptr;
  int exponent = 0;
  bool has_constant = false, has_known = false;
  Dimension rest = wanted;
  for (const Factor& factor : factors) {
    if (is_constant(*factor.term)) {
      has_constant = has_constant || factor.exponent > 0;
      continue;
    }
    if (const std::optional<Dimension> one = known(*factor.term)) {
      has_known = true;
      rest = rest / power(*one, factor.exponent);
      continue;
    }
    const bool same = unknown != nullptr && unknown->kind == Term::Kind::name &&
                      factor.term->kind == Term::Kind::name && unknown->key == factor.term->key;
    if (unknown != nullptr && !same) return;
    unknown = factor.term;
    exponent += factor.exponent;
  }
  if (unknown == nullptr) return;
  const bool may_be_factor = !has_known && (exponent < 0 || (has_constant && exponent == 1));
  const std::optional<Dimension> root = root_of(rest, exponent);
  if (may_be_factor || !root || root->plain()) return;
  for (const NamedDimension& named : named_dimensions())  // others are no quantities of robots
    if (dimension_of(named.units) == *root) return demand(*unknown, named.units);
}

}  // namespace romas::xacro
