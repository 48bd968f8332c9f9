// Prints terms: as plain numbers, and as quantities.
#include <algorithm>

#include "frontend/xacro/structure/term.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// Precedences of the language, ascending.
enum Level : int {
  kCondition = 0,
  kOr = 1,
  kAnd = 2,
  kNot = 3,
  kCompare = 4,
  kSum = 5,
  kProduct = 6,
  kSign = 7,
  kPower = 8,
  kAtom = 9
};

std::string in_brackets(std::string text, int level, int least) {
  return level < least ? concat("(", text, ")") : text;
}

bool is_name(const Term& term) {
  return term.kind == Term::Kind::name ||
         (term.kind == Term::Kind::element && term.args[0].kind == Term::Kind::name &&
          term.args[1].kind == Term::Kind::number);
}
const Term& name_of(const Term& term) { return term.kind == Term::Kind::name ? term : term.args[0]; }

std::string with_unit(const std::string& text, std::string_view units) {
  return concat("(", text, ") ", units);
}

// Returns true for an angle that radians(…) or an inverse function gives: itself, its opposite, sums of such,
// and its parts and multiples.
bool is_angle(const Term& term) {  // NOLINT(misc-no-recursion)
  using TermKind = Term::Kind;
  switch (term.kind) {
    case TermKind::radians:
    case TermKind::angle: return true;
    case TermKind::negative: return is_angle(term.args[0]);
    case TermKind::sum: return is_angle(term.args[0]) && is_angle(term.args[1]);
    case TermKind::product:
      return term.text == "*" ? is_angle(term.args[0]) != is_angle(term.args[1])
                              : is_angle(term.args[0]) && !is_angle(term.args[1]);
    default: return false;
  }
}

}  // namespace

bool TermPrinter::has_units(const Term& term) const {  // NOLINT(misc-no-recursion)
  if (term.kind == Term::Kind::name) return !dimensions_.units(term.key).empty();
  return std::ranges::any_of(term.args, [this](const Term& arg) { return has_units(arg); });
}

std::string TermPrinter::inside_of_text(const Term& term) {
  if (term.kind == Term::Kind::literal) return in_language_quotes(term.text);
  if (term.kind != Term::Kind::text) {
    const std::string value = plain(term);
    return value.find('"') != std::string::npos ? named_in_text(value) : concat("{", value, "}");
  }
  std::string out;
  for (const Term& piece : term.args) out += inside_of_text(piece);
  return out;
}

std::string TermPrinter::named_in_text(const std::string& value) {
  if (!name_text_) throw NotKept("a text cannot be computed inside a text", {});
  return concat("{", name_text_(value), "}");
}

std::string TermPrinter::path(const Term& term) {  // NOLINT(misc-no-recursion)
  const auto found = [this](const Term& piece) {
    if (piece.kind != Term::Kind::find) return piece;
    return text_term(places_ != nullptr ? places_->package(piece.text) : concat("package://", piece.text));
  };
  if (term.kind != Term::Kind::text) return plain(found(term));
  std::vector<Term> pieces;
  for (const Term& piece : term.args) pieces.push_back(found(piece));
  Term whole = joined_term(std::move(pieces));
  return plain(whole.args.size() == 1 && whole.args[0].kind != Term::Kind::literal ? whole.args[0] : whole);
}

Term TermPrinter::in_its_folder(const Term& load) const {
  const auto file = static_cast<FileId>(parse_integer(load.text).value_or(0));
  return joined_term(
      {text_term(places_ != nullptr ? places_->folder_of(file) : std::string()), load.args[0]});
}

// Prints an exponent behind '^': a number or a name as it is, and everything else in brackets.
std::string TermPrinter::exponent(const Term& term) {  // NOLINT(misc-no-recursion)
  std::string text = plain(term);
  const bool is_number = term.kind == Term::Kind::number && !text.starts_with('-');
  const bool is_word =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") ==
      std::string::npos;
  return is_number || is_word ? text : concat("(", text, ")");
}

std::string TermPrinter::plain(const Term& term, int least) {  // NOLINT(misc-no-recursion)
  using TermKind = Term::Kind;
  const auto arg = [&](std::size_t i, int level) { return plain(term.args[i], level); };
  const auto all = [&] { return join(term.args, ", ", [this](const Term& t) { return plain(t); }); };
  const auto level = [&](std::string text, int of) { return in_brackets(std::move(text), of, least); };
  if (is_name(term)) {
    const Term& name = name_of(term);
    const std::string text =
        term.kind == TermKind::name ? name.text : concat(name.text, "[", term.args[1].text, "]");
    const std::string_view units = dimensions_.units(name.key);
    if (units.empty()) return text;
    return units == "rad" ? concat("radians(", text, ")")
                          : level(concat(text, " / (1 ", units, ")"), kProduct);
  }
  switch (term.kind) {
    case TermKind::number: return level(term.text, term.text.starts_with('-') ? kSign : kAtom);
    case TermKind::name:
    case TermKind::truth: return term.text;
    case TermKind::literal:
    case TermKind::text: return concat("\"", inside_of_text(term), "\"");
    case TermKind::negative: return level(concat("-", arg(0, kPower)), kSign);
    case TermKind::sum: return level(concat(arg(0, kSum), " ", term.text, " ", arg(1, kProduct)), kSum);
    case TermKind::product:
      return level(concat(arg(0, kProduct), " ", term.text, " ", arg(1, kSign)), kProduct);
    case TermKind::power:
      return level(concat(arg(0, kAtom), "^", term.args.size() == 1 ? term.text : exponent(term.args[1])),
                   kPower);
    case TermKind::comparison:
      if (const std::string units = units_of_comparison(term); !units.empty())
        return level(concat(in_units(term.args[0], units, kSum), " ", term.text, " ",
                            in_units(term.args[1], units, kSum)),
                     kCompare);
      return level(concat(arg(0, kSum), " ", term.text, " ", arg(1, kSum)), kCompare);
    case TermKind::logic: {
      const int of = term.text == "or" ? kOr : kAnd;
      return level(concat(arg(0, of), " ", term.text, " ", arg(1, of + 1)), of);
    }
    case TermKind::negation: return level(concat("not ", arg(0, kNot)), kNot);
    case TermKind::conditional:
      return level(concat("if ", arg(0, kOr), " then ", arg(1, kOr), " else ", arg(2, kCondition)),
                   kCondition);
    case TermKind::radians: return concat("radians(", with_unit(arg(0, 0), "deg"), ")");
    case TermKind::degrees: return concat("degrees(", with_unit(arg(0, 0), "rad"), ")");
    case TermKind::turned: return concat(term.text, "(", quantity(term.args[0], "rad"), ")");
    case TermKind::angle: return concat("radians(", term.text, "(", all(), "))");
    case TermKind::call: return concat(term.text, "(", all(), ")");
    case TermKind::list: return concat("[", all(), "]");
    case TermKind::tuple: return concat("(", all(), ")");
    case TermKind::element: return concat(arg(0, kAtom), "[", arg(1, 0), "]");
    case TermKind::member:
      return is_identifier(term.text) && !is_reserved_word(term.text)
                 ? concat(arg(0, kAtom), ".", term.text)
                 : concat(arg(0, kAtom), "[\"", in_language_quotes(term.text), "\"]");
    case TermKind::load: return concat("load(", path(in_its_folder(term)), ")");
    case TermKind::find: throw NotKept(concat("$(find ", term.text, ") is not a value of the language"), {});
    case TermKind::measured:
      return term.text == "rad" ? concat("radians(", arg(0, 0), ")")
                                : level(concat(arg(0, kProduct), " / (1 ", term.text, ")"), kProduct);
  }
  return {};
}

// Which names would be these quantities.
void TermPrinter::demand(const Term& term, std::string_view units) {  // NOLINT(misc-no-recursion)
  using TermKind = Term::Kind;
  if (is_name(term)) return dimensions_.demand(name_of(term).key, units);
  if (term.kind == TermKind::negative) demand(term.args[0], units);
  if (term.kind == TermKind::sum)
    for (const Term& side : term.args) demand(side, units);
  if (term.kind == TermKind::conditional)
    for (std::size_t i = 1; i < 3; ++i) demand(term.args[i], units);
  // A factor says nothing: `side * 0.1` is a length, and so is `width * 2`.
  if (term.kind == TermKind::product && term.text == "/" && is_constant(term.args[1]) &&
      term.args[0].kind != TermKind::product)
    demand(term.args[0], units);
  else if (term.kind == TermKind::product || (term.kind == TermKind::power && term.args.size() == 1))
    if (const std::optional<Dimension> wanted = dimension_of(units)) infer_product(term, *wanted);
  if (term.kind == TermKind::tuple || term.kind == TermKind::list)
    for (const Term& part : term.args) demand(part, units);
}

std::string TermPrinter::quantity(const Term& term, std::string_view units, int least) {
  if (units.empty() || units == "1") return plain(term, least);
  demand(term, units);
  return in_units(term, units, least);
}

std::string TermPrinter::in_units(const Term& term, std::string_view units,
                                  int least) {  // NOLINT(misc-no-recursion)
  using TermKind = Term::Kind;
  const auto level = [&](std::string text, int of) { return in_brackets(std::move(text), of, least); };
  if (is_name(term) && dimensions_.units(name_of(term).key) == units)
    return term.kind == TermKind::name ? term.text : concat(term.args[0].text, "[", term.args[1].text, "]");
  if (term.kind == TermKind::measured && term.text == units) return plain(term.args[0], least);
  if (term.kind == TermKind::number && term.text == "pi") return with_unit(term.text, units);
  if (term.kind == TermKind::number) return concat(term.text, " ", units);
  if (term.kind == TermKind::radians && units == "rad" && !has_units(term.args[0])) {
    const Term& angle = term.args[0];
    return angle.kind == TermKind::number ? concat(angle.text, " deg") : with_unit(plain(angle), "deg");
  }
  if (term.kind == TermKind::angle && units == "rad") {
    const std::string text = plain(term);  // "radians(…)"
    return text.substr(8, text.size() - 9);
  }
  if (term.kind == TermKind::tuple && has_units(term)) {
    return concat("(", join(term.args, ", ", [&](const Term& t) { return in_units(t, units); }), ")");
  }
  if (units == "rad" && !has_units(term) && is_angle(term)) return angle(term, least);
  if (!has_units(term)) {
    return term.kind == TermKind::tuple ? concat(plain(term), " ", units) : with_unit(plain(term), units);
  }
  const std::optional<Dimension> dimension = dimension_of(units);
  const std::optional<Native> known = dimension ? native(term, *dimension) : std::nullopt;
  if (known && known->dimension == *dimension) return level(known->text, known->level);
  if (term.kind == TermKind::negative)
    return level(concat("-", in_units(term.args[0], units, kPower)), kSign);
  if (term.kind == TermKind::conditional)
    return level(concat("if ", plain(term.args[0], kOr), " then ", in_units(term.args[1], units, kOr),
                        " else ", in_units(term.args[2], units)),
                 kCondition);
  if (term.kind == TermKind::sum)
    return level(concat(in_units(term.args[0], units, kSum), " ", term.text, " ",
                        in_units(term.args[1], units, kProduct)),
                 kSum);
  if (term.kind == TermKind::product && !has_units(term.args[1]))
    return level(
        concat(in_units(term.args[0], units, kProduct), " ", term.text, " ", plain(term.args[1], kSign)),
        kProduct);
  if (term.kind == TermKind::product && term.text == "*" && !has_units(term.args[0]))
    return level(concat(plain(term.args[0], kProduct), " * ", in_units(term.args[1], units, kSign)),
                 kProduct);
  return with_unit(plain(term), units);
}

// An angle of several parts: in degrees what the document gives in degrees.
std::string TermPrinter::angle(const Term& term, int least) {  // NOLINT(misc-no-recursion)
  const auto part = [&](std::size_t i, int level) {
    return is_angle(term.args[i]) ? in_units(term.args[i], "rad", level) : plain(term.args[i], level);
  };
  if (term.kind == Term::Kind::negative) return in_brackets(concat("-", part(0, kPower)), kSign, least);
  const bool is_sum = term.kind == Term::Kind::sum;
  return in_brackets(
      concat(part(0, is_sum ? kSum : kProduct), " ", term.text, " ", part(1, is_sum ? kProduct : kSign)),
      is_sum ? kSum : kProduct, least);
}

// A constant factor is of the dimension that makes the product one that is wanted.
std::optional<TermPrinter::Native> TermPrinter::native_product(const Term& term, const Dimension& wanted) {
  const bool divides = term.text == "/";
  std::optional<Native> a = native(term.args[0], {});
  std::optional<Native> b = native(term.args[1], {});
  if (!a || !b) return std::nullopt;
  const Dimension product = divides ? a->dimension / b->dimension : a->dimension * b->dimension;
  if (product != wanted && !wanted.plain()) {
    if (is_constant(term.args[1]) && term.args[1].kind != Term::Kind::number)
      b = native(term.args[1], divides ? a->dimension / wanted : wanted / a->dimension);
    else if (is_constant(term.args[0]) && term.args[0].kind != Term::Kind::number)
      a = native(term.args[0], divides ? wanted * b->dimension : wanted / b->dimension);
    if (!a || !b) return std::nullopt;
  }
  return Native{concat(in_brackets(a->text, a->level, kProduct), " ", term.text, " ",
                       in_brackets(b->text, b->level, kSign)),
                term.text == "*" ? a->dimension * b->dimension : a->dimension / b->dimension, kProduct};
}

// A sum of quantities. Numbers in it are of the dimension that the names have.
std::optional<TermPrinter::Native> TermPrinter::native_sum(const Term& term, const Dimension& wanted) {
  std::optional<Native> a = native(term.args[0], wanted);
  std::optional<Native> b = native(term.args[1], wanted);
  if (a && b && a->dimension != b->dimension) {
    if (is_constant(term.args[0])) a = native(term.args[0], b->dimension);
    if (is_constant(term.args[1])) b = native(term.args[1], a->dimension);
  }
  if (!a || !b || a->dimension != b->dimension) return std::nullopt;
  return Native{concat(in_brackets(a->text, a->level, kSum), " ", term.text, " ",
                       in_brackets(b->text, b->level, kProduct)),
                a->dimension, kSum};
}

std::optional<TermPrinter::Native> TermPrinter::native(const Term& term,  // NOLINT(misc-no-recursion)
                                                       const Dimension& wanted) {
  using TermKind = Term::Kind;
  if (is_name(term)) {
    const std::string_view units = dimensions_.units(name_of(term).key);
    const std::optional<Dimension> dimension = units.empty() ? Dimension{} : dimension_of(units);
    if (!dimension) return std::nullopt;
    return Native{
        term.kind == TermKind::name ? term.text : concat(term.args[0].text, "[", term.args[1].text, "]"),
        *dimension, kAtom};
  }
  if (term.kind == TermKind::number && !wanted.plain() && term.text != "pi")
    return Native{concat(term.text, " ", si_units(wanted)), wanted, kAtom};
  if (term.kind == TermKind::product) return native_product(term, wanted);
  if (term.kind == TermKind::power && term.args.size() == 1) {
    const auto exponent = static_cast<int>(parse_integer(term.text).value_or(0));
    const Dimension root = exponent == 2 ? Dimension{wanted.length / 2, wanted.mass / 2, wanted.time / 2,
                                                     wanted.angle / 2, wanted.current / 2}
                                         : Dimension{};
    const std::optional<Native> base = native(term.args[0], is_constant(term.args[0]) ? root : Dimension{});
    if (!base) return std::nullopt;
    // A number with a unit stands in brackets: its unit would take the exponent.
    const bool unit = term.args[0].kind == TermKind::number && !base->dimension.plain();
    return Native{concat(unit ? concat("(", base->text, ")") : in_brackets(base->text, base->level, kAtom),
                         "^", term.text),
                  power(base->dimension, exponent), kPower};
  }
  if (term.kind == TermKind::negative) {
    const std::optional<Native> a = native(term.args[0], wanted);
    if (!a) return std::nullopt;
    return Native{concat("-", in_brackets(a->text, a->level, kPower)), a->dimension, kSign};
  }
  if (term.kind == TermKind::sum) return native_sum(term, wanted);
  if (has_units(term)) return std::nullopt;
  const std::string text = plain(term, kAtom);
  return Native{text, Dimension{}, kAtom};
}

}  // namespace romas::xacro
