#include "passes/checks/suggest_tensor.h"

#include <array>

#include "ir/model/entity.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas {

namespace {

struct Component {
  std::string_view name;
  double written, wanted;
};

// The characters between a name and its value (ixx="1", <ixx>1, ixx 1, ixx: 1), and behind the value.
constexpr std::string_view kBetween = " \t\r\n=\"'>:(";
constexpr std::string_view kBehind = " \t\r\n\"'<,;)";

// The only number in the text that stands behind the name and has the component's value; nothing if there is
// none, or more of them.
std::optional<Token> find_number(std::string_view text, const Component& component) {
  std::optional<Token> found;
  for (std::size_t at = text.find(component.name); at != std::string_view::npos;
       at = text.find(component.name, at + 1)) {
    const std::size_t behind = at + component.name.size();
    if ((at > 0 && is_word_character(text[at - 1])) ||
        (behind < text.size() && is_word_character(text[behind])))
      continue;
    const std::size_t begin = std::min(text.find_first_not_of(kBetween, behind), text.size());
    const std::size_t end = std::min(text.find_first_of(kBehind, begin), text.size());
    const std::string_view number = text.substr(begin, end - begin);
    if (begin == behind || parse_double(number) != component.written) continue;
    if (found) return std::nullopt;
    found = Token{number, begin};
  }
  return found;
}

}  // namespace

SourceRange tensor_place(const Link& link) {
  const Inertial& inertial = *link.inertial;
  return place_or_name(inertial.inertia.range.valid() ? inertial.inertia.range : inertial.range, link);
}

void suggest_tensor(const InertiaTensor& written, const Matrix3& tensor, const SourceManager& sources,
                    DiagnosticBuilder& finding) {
  const SourceRange range = written.range;
  if (!range.valid()) return;
  const std::array<Component, 6> components = {
      Component{"ixx", written.ixx.value(), tensor(0, 0)}, {"ixy", written.ixy.value(), tensor(0, 1)},
      {"ixz", written.ixz.value(), tensor(0, 2)},          {"iyy", written.iyy.value(), tensor(1, 1)},
      {"iyz", written.iyz.value(), tensor(1, 2)},          {"izz", written.izz.value(), tensor(2, 2)}};
  const std::string text = to_lower(sources.text(range));  // Blocks write Ixx
  std::vector<FixIt> changes;
  for (const Component& component : components) {
    if (component.written == component.wanted) continue;
    const auto number = find_number(text, component);
    if (!number) return;
    const auto begin = static_cast<std::uint32_t>(range.begin + number->offset);
    changes.push_back({{range.file, begin, static_cast<std::uint32_t>(begin + number->text.size())},
                       format_double(component.wanted)});
  }
  for (FixIt& change : changes) finding.suggest(change.range, std::move(change.replacement));
}

}  // namespace romas
