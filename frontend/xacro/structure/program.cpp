// Lines, remarks and comments of the program that is written.
#include "frontend/xacro/structure/program.h"

#include <utility>

#include "support/text/text.h"

namespace romas::xacro {

namespace {

constexpr std::size_t kIndent = 2;

}  // namespace

std::string Unkept::why(const void* owner) const {
  const auto reason = reasons.find(owner);
  return reason == reasons.end() ? "nothing is kept" : reason->second;
}

void Program::line(std::string text) {
  if (!text.empty()) text.insert(0, static_cast<std::size_t>(draft->depth) * kIndent, ' ');
  draft->lines.push_back({std::move(text), draft->owner});
}

void Program::remark(SourceRange place, std::string message) {
  for (const WrittenStructure::Remark& known : result.remarks)
    if (known.place == place && known.message == message) return;
  result.remarks.push_back({place, std::move(message)});
}

void Program::comment(std::string_view text) {
  for (const std::string_view written : split(text, '\n'))
    if (const std::string_view trimmed = trim(written); !trimmed.empty()) line(concat("// ", trimmed));
}

void Program::add_statements(std::string_view text) {
  bool raw = false;
  for (const std::string_view part : split(text, '\n')) {
    const std::size_t indent = raw || part.empty() ? 0 : static_cast<std::size_t>(draft->depth) * kIndent;
    if (raw || !part.empty()) draft->lines.push_back({concat(std::string(indent, ' '), part), draft->owner});
    const std::size_t opens = part.find("r#\"");
    raw = raw ? part.find("\"#") == std::string_view::npos
              : opens != std::string_view::npos && part.find("\"#", opens + 3) == std::string_view::npos;
  }
}

void Program::core_lines(std::string_view printed) {
  std::string rest;
  const std::vector<std::string_view> lines = split(printed, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("material ")) {
      rest += concat(lines[i], "\n");
      continue;
    }
    std::string whole(lines[i]);
    while (!whole.ends_with(';') && !whole.ends_with("\n}") && i + 1 < lines.size())
      whole += concat("\n", lines[++i]);
    if (draft->materials.insert(whole).second) add_statements(whole);
  }
  add_statements(rest);
}

void Program::add_what_it_needs() {
  for (const auto& [name, value] : std::exchange(draft->texts, {}))
    line(concat("let ", name, " = ", value, ";"));
  for (std::string& text : std::exchange(draft->assertions, {})) line(std::move(text));
}

std::vector<ProgramLine> Program::comment_lines(const void* about) const {
  std::vector<ProgramLine> lines;
  const auto known = comments.find(about);
  if (known == comments.end()) return lines;
  for (const std::string_view text : known->second)
    for (const std::string_view written : split(text, '\n'))
      if (const std::string_view trimmed = trim(written); !trimmed.empty())
        lines.push_back({concat("// ", trimmed), about});
  return lines;
}

}  // namespace romas::xacro
