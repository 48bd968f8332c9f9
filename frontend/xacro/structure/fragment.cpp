#include "frontend/xacro/structure/fragment.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::xacro {

namespace {

// Numbers that no robot has, and that are printed with all of their digits; brackets that no name has.
constexpr std::string_view kBegin = "7391", kEnd = "1";
constexpr std::size_t kDigits = 4;
constexpr std::string_view kOpen = "⟦", kClose = "⟧", kAnchor = "://";
constexpr std::string_view kAddedTail = "\"⟦p⟧\" -> \"⟦c⟧\";";
constexpr int kAlone = 9;  // the highest precedence

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Returns where the next number of a hole begins, or npos, and sets `index` to the hole.
std::size_t find_number(std::string_view text, std::size_t from, std::size_t& index) {
  for (std::size_t at = text.find(kBegin, from); at != std::string_view::npos;
       at = text.find(kBegin, at + 1)) {
    const std::size_t size = kBegin.size() + kDigits + kEnd.size();
    const std::string_view digits = text.substr(at, size);
    const bool whole = digits.size() == size && std::ranges::all_of(digits, is_digit) &&
                       digits.ends_with(kEnd) &&
                       (at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '.')) &&
                       (at + size == text.size() || !(is_word(text[at + size]) || text[at + size] == '.'));
    if (!whole) continue;
    index = static_cast<std::size_t>(*parse_integer(digits.substr(kBegin.size(), kDigits)));
    return at;
  }
  return std::string_view::npos;
}
constexpr std::size_t kNumberSize = kBegin.size() + kDigits + kEnd.size();

// The unit behind a number or tuple, without the space in front of it; empty if there is none.
std::string_view unit_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != ' ') return {};
  const std::size_t end = std::min(text.find_first_of(" ;,)", at + 1), text.size());
  const std::string_view word = text.substr(at + 1, end - at - 1);
  return !word.empty() && (is_word(word.front()) && !is_digit(word.front())) && dimension_of(word)
             ? word
             : std::string_view();
}

// xyz(a[0], a[1], a[2]) is xyz(a).
void take_together(std::string& text) {
  for (const std::string_view word : {"xyz(", "rpy("}) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      const std::size_t begin = at + word.size(), bracket = text.find('[', begin);
      const std::string name = text.substr(begin, std::min(bracket, text.size()) - begin);
      const std::string all = concat(name, "[0], ", name, "[1], ", name, "[2])");
      if (is_identifier(name) && text.compare(begin, all.size(), all) == 0)
        text.replace(begin, all.size(), name + ")");
    }
  }
}

// (a[0], a[1], a[2]) is a.
Term together(Term tuple) {
  const Term& first = tuple.args[0];
  if (first.kind != Term::Kind::element || first.args[0].kind != Term::Kind::name) return tuple;
  for (std::size_t i = 0; i < tuple.args.size(); ++i) {
    const Term& part = tuple.args[i];
    if (part.kind != Term::Kind::element || part.args[0].kind != Term::Kind::name ||
        part.args[0].text != first.args[0].text || part.args[1].text != std::to_string(i))
      return tuple;
  }
  return Term(first.args[0]);
}

}  // namespace

std::string Fragment::number(Term term, std::vector<std::string> shown) {
  std::string index = std::to_string(holes_.size());
  if (index.size() > kDigits) throw NotKept("the element has too many computed values", {});
  index.insert(0, kDigits - index.size(), '0');
  holes_.push_back({std::move(term), {}, std::move(shown), true});
  return concat(kBegin, index, kEnd);
}

std::string Fragment::text(Term term, bool anchored) {
  holes_.push_back({std::move(term), {}, {}, false});
  return concat(kOpen, anchored ? kAnchor : std::string_view(), holes_.size() - 1, kClose);
}

std::string Fragment::link(std::string token) {
  holes_.push_back({{}, std::move(token), {}, false});
  return concat(kOpen, holes_.size() - 1, kClose);
}

std::string Fragment::robot(const std::string& element) const {
  std::string out = "<robot name=\"fragment\">";
  for (const auto& [name, type] : joints_)
    out += concat("<joint name=\"", name, "\" type=\"", type, "\"><parent link=\"", kOpen, "p", kClose,
                  "\"/><child link=\"", kOpen, "c", kClose, "\"/></joint>");
  if (world_) out += "<link name=\"world\"/>";
  return concat(out, element, "</robot>");
}

std::string Fragment::without_additions(std::string_view printed) const {
  std::string out;
  for (const std::string_view line : split(printed, '\n'))
    if (!line.ends_with(kAddedTail) && !(world_ && line == "link world;")) out += concat(line, "\n");
  while (out.ends_with("\n\n")) out.pop_back();
  const std::size_t first = out.find_first_not_of('\n');
  return first == std::string::npos ? std::string() : out.substr(first);
}

const Fragment::Hole& Fragment::hole(std::size_t index) const {
  if (index >= holes_.size()) throw NotKept("a number of the element looks like a hole of it", {});
  holes_[index].filled = true;
  return holes_[index];
}

// Python writes 100.0 where the language writes 100.
std::string Fragment::number_in_text(const Hole& hole, TermPrinter& printer) {
  const std::vector<std::string>& shown = hole.shown;
  const std::string plain = printer.inside_of_text(hole.term);
  const auto is_alike = [](const std::string& text) {
    const std::optional<double> number = parse_double(text);
    return number && format_double(*number) == text;
  };
  if (std::ranges::all_of(shown, is_alike)) return plain;
  if (is_constant(hole.term) && std::ranges::count(shown, shown[0]) == std::ssize(shown)) return shown[0];
  const auto decimals = [](const std::string& text) {
    const std::size_t point = text.find('.');
    const bool fixed = point != std::string::npos && text.find('e') == std::string::npos;
    return fixed ? text.size() - point - 1 : 0;
  };
  const std::size_t count = decimals(shown[0]);
  // Python's shortest digits, with one behind the point where there would be none.
  const auto is_python = [&](const std::string& text) {
    return is_alike(text) || (text.ends_with(".0") && is_alike(text.substr(0, text.size() - 2)));
  };
  const auto has_point = [](const std::string& text) { return text.find('.') != std::string::npos; };
  if (std::ranges::all_of(shown, is_python) && std::ranges::all_of(shown, has_point) &&
      plain.ends_with('}') &&
      std::ranges::any_of(shown, [&](const std::string& text) { return !text.ends_with(".0"); })) {
    const std::string number = plain.substr(1, plain.size() - 2);
    return printer.named_in_text(
        concat("if mod(", number, ", 1) == 0 then \"{", number, ":.1f}\" else \"{", number, "}\""));
  }
  const auto has_as_many = [&](const std::string& text) { return decimals(text) == count; };
  // Large whole numbers, which the language writes with an exponent.
  const auto is_whole = [](const std::string& text) { return parse_integer(text).has_value(); };
  if ((count == 0 && !std::ranges::all_of(shown, is_whole)) || !plain.ends_with('}') ||
      !std::ranges::all_of(shown, has_as_many))
    throw NotKept("numbers of a text are written in different ways", {});
  return concat(plain.substr(0, plain.size() - 1), ":.", count, "f}");
}

std::string Fragment::filled_string(std::string_view literal, TermPrinter& printer) const {
  std::string out = "\"";
  for (std::size_t at = 0; at < literal.size();) {
    const std::size_t open = literal.find(kOpen, at);
    std::size_t index = 0;
    const std::size_t number = find_number(literal, at, index);
    const std::size_t next = std::min(open, number);
    if (next == std::string_view::npos) {
      out += literal.substr(at);
      break;
    }
    out += literal.substr(at, next - at);
    if (next == number && number < open) {
      out += number_in_text(hole(index), printer);
      at = number + kNumberSize;
      continue;
    }
    const std::size_t close = literal.find(kClose, open);
    std::string_view inside = literal.substr(open + kOpen.size(), close - open - kOpen.size());
    if (inside.starts_with(kAnchor)) inside.remove_prefix(kAnchor.size());
    const auto which = parse_integer(inside);
    if (close == std::string_view::npos || !which)
      throw NotKept("a name of the element has a bracket '⟦'", {});
    const Hole& found = hole(static_cast<std::size_t>(*which));
    at = close + kClose.size();
    if (!found.token.empty() && open == 0 && at == literal.size()) return found.token;
    out += printer.inside_of_text(found.term);
  }
  return out + "\"";
}

std::string Fragment::filled_tuple(std::string_view inside, std::string_view units,
                                   TermPrinter& printer) const {
  Term tuple{Term::Kind::tuple, {}, nullptr, {}};
  for (const std::string_view part : split(inside, ',')) {
    std::size_t index = 0;
    const std::string_view word = trim(part);
    tuple.args.push_back(find_number(word, 0, index) == 0 ? hole(index).term
                                                          : number_term(std::string(word)));
  }
  return printer.quantity(together(std::move(tuple)), units);
}

std::string Fragment::filled_code(std::string_view code, TermPrinter& printer) const {
  std::string out;
  std::size_t done = 0, index = 0;
  for (std::size_t at = find_number(code, 0, index); at != std::string_view::npos;
       at = find_number(code, done, index)) {
    const std::size_t open = code.rfind('(', at), close = code.find(')', at);
    const bool in_brackets = open != std::string_view::npos && open >= done &&
                             close != std::string_view::npos &&
                             code.substr(open, at - open).find(')') == std::string_view::npos;
    if (in_brackets && (open == 0 || !is_word(code[open - 1]))) {
      const std::string_view units = unit_at(code, close + 1);
      out += concat(code.substr(done, open - done),
                    filled_tuple(code.substr(open + 1, close - open - 1), units, printer));
      done = close + 1 + (units.empty() ? 0 : units.size() + 1);
      continue;
    }
    const std::string_view units = unit_at(code, at + kNumberSize);
    out += code.substr(done, at - done);
    const bool operand = out.ends_with("* ") || out.ends_with("+ ");
    out += printer.quantity(hole(index).term, units, operand ? kAlone : 0);
    done = at + kNumberSize + (units.empty() ? 0 : units.size() + 1);
  }
  return out.append(code.substr(done));
}

std::string Fragment::filled(std::string_view printed, TermPrinter& printer) const {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = printed.find('"'); at != std::string_view::npos; at = printed.find('"', done)) {
    std::size_t signs = 0;
    while (signs < at - done && printed[at - signs - 1] == '#') ++signs;
    if (signs > 0 && at > signs && printed[at - signs - 1] == 'r') {  // r#"…"#
      const std::size_t end = printed.find(concat("\"", std::string(signs, '#')), at + 1);
      const std::string_view raw = printed.substr(at, end - at);
      std::size_t index = 0;
      const bool computed =
          raw.find(kOpen) != std::string_view::npos || find_number(raw, 0, index) != std::string_view::npos;
      out += filled_code(printed.substr(done, at - signs - 1 - done), printer);
      // A raw text takes no values.
      out += computed ? filled_string(in_language_quotes(raw.substr(1)), printer)
                      : std::string(printed.substr(at - signs - 1, end + 1 + signs - (at - signs - 1)));
      done = end + 1 + signs;
      continue;
    }
    std::size_t end = at + 1;
    while (end < printed.size() && printed[end] != '"') end += printed[end] == '\\' ? 2 : 1;
    out += concat(filled_code(printed.substr(done, at - done), printer),
                  filled_string(printed.substr(at + 1, end - at - 1), printer));
    done = end + 1;
  }
  out += filled_code(printed.substr(done), printer);
  take_together(out);
  if (!std::ranges::all_of(holes_, [](const Hole& hole) { return hole.filled || !hole.token.empty(); }))
    throw NotKept("a computed value of the element has no place in the language", {});
  return out;
}

void name_last_gazebo(std::string& statements) {
  constexpr std::string_view kHead = "extension ", kNumber = " of gazebo[0]";
  for (std::size_t at = 0; at < statements.size(); at = statements.find('\n', at) + 1) {
    const std::size_t end = std::min(statements.find('\n', at), statements.size());
    const std::size_t number = statements.find(kNumber, at);
    if (statements.compare(at, kHead.size(), kHead) == 0 && number < statements.find('{', at) && number < end)
      statements.erase(number + kNumber.size() - 3, 3);
    if (statements.find('\n', at) == std::string::npos) break;
  }
}

}  // namespace romas::xacro
