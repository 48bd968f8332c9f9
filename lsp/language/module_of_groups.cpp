#include "lsp/language/module_of_groups.h"

#include <algorithm>
#include <set>
#include <utility>

#include "ir/model/units.h"
#include "lsp/language/module_parameters.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::typing {

namespace {

using language::Definition;

class ModuleWriter {
 public:
  ModuleWriter(const Names& names, const std::vector<StatementGroup>& groups, ModuleParameters made)
      : names_(names), outline_(names.source().outline), groups_(groups), made_(std::move(made)) {}

  ModuleOfGroups write() const {
    ModuleOfGroups module;
    module.name = module_name();
    module.definition = definition(module.name);
    for (std::size_t i = 0; i < groups_.size(); ++i)
      module.uses.push_back({groups_[i].range, use_of(module.name, i)});
    return module;
  }

 private:
  std::uint32_t begin() const { return groups_.front().range.begin; }

  // Returns a name from the common part of the first names of all groups, and the word in front of it:
  // hip_link.
  std::string module_name() const {
    const std::uint32_t piece = groups_.front().first;
    std::string common;
    for (const Definition& definition : names_.source().definitions) {
      if (definition.piece != piece || definition.kind == Definition::Kind::local || !common.empty())
        continue;
      common = definition.name;
      for (const ModuleHole& hole : made_.holes)
        if (groups_.front().items[hole.item].range.begin == definition.begin && hole.is_name)
          common = concat(hole.texts[0].substr(0, hole.before),
                          hole.texts[0].substr(hole.texts[0].size() - hole.behind));
    }
    std::string name = concat(common, "_", outline_.word(outline_.pieces[piece].first));
    std::ranges::replace_if(
        name, [](char c) { return !is_word_character(c); }, '_');
    name.erase(0, std::min(name.find_first_not_of("_0123456789"), name.size()));
    if (common.find_first_not_of("_0123456789") == std::string::npos) name = concat("common_", name);
    std::set<std::string_view> words;  // all of the text: none of them may mean something else
    for (const language::Lexeme& word : outline_.words)
      words.insert(outline_.text.substr(word.begin, word.end - word.begin));
    if (!words.contains(name) && is_identifier(name) && !is_reserved_word(name)) return name;
    for (std::size_t number = 2;; ++number)
      if (std::string other = concat(name, "_", number); !words.contains(other)) return other;
  }

  std::string line_end() const {
    return outline_.text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
  }

  // The blanks in front of a place, if nothing else is in its line.
  std::string_view indentation(std::uint32_t offset) const {
    const std::size_t line = offset == 0 ? std::string_view::npos : outline_.text.rfind('\n', offset - 1);
    const std::size_t from = line == std::string_view::npos ? 0 : line + 1;
    const std::string_view blanks = outline_.text.substr(from, offset - from);
    return blanks.find_first_not_of(" \t") == std::string_view::npos ? blanks : std::string_view();
  }

  // A line end within a word is part of it.
  bool is_in_word(std::uint32_t offset) const {
    const auto holds = [&](const language::Lexeme& word) {
      return word.begin <= offset && offset < word.end;
    };
    return std::ranges::any_of(outline_.words, holds) || std::ranges::any_of(outline_.comments, holds);
  }

  void copy(std::uint32_t from, std::uint32_t to, const std::string& indent, std::string& body) const {
    const std::string_view outer = indentation(begin());
    for (std::uint32_t at = from; at < to; ++at) {
      body += outline_.text[at];
      if (outline_.text[at] != '\n' || is_in_word(at)) continue;
      if (outline_.text.substr(at + 1).starts_with(outer)) at += static_cast<std::uint32_t>(outer.size());
      const char next = at + 1 < to ? outline_.text[at + 1] : '\n';
      if (next != '\n' && next != '\r') body += indent;
    }
  }

  std::string body(const std::string& indent) const {
    std::string text = indent;
    std::uint32_t at = begin();
    for (const ModuleHole& hole : made_.holes) {
      const Item& item = groups_.front().items[hole.item];
      copy(at, item.range.begin, indent, text);
      const std::string& name = made_.parameters[hole.parameter].name;
      const std::string_view whole = hole.texts.front();
      text += hole.is_name ? concat("\"", whole.substr(0, hole.before), "{", name, "}",
                                    whole.substr(whole.size() - hole.behind), "\"")
                           : name;
      at = item.range.end;
    }
    copy(at, groups_.front().range.end, indent, text);
    return text;
  }

  markup::Edit definition(const std::string& name) const {
    const std::string indent = indentation(begin()).find('\t') == std::string_view::npos ? "  " : "\t";
    const auto formal = [](const ModuleParameter& parameter) {
      return concat(parameter.name, parameter.type.empty() ? "" : ": ", parameter.type);
    };
    const std::uint32_t root = outline_.root_of(groups_.front().first);
    std::uint32_t place = outline_.begin_of(outline_.pieces[root]);
    for (auto comment = outline_.comments.rbegin(); comment != outline_.comments.rend(); ++comment) {
      if (comment->end > place) continue;
      const std::string_view gap = outline_.text.substr(comment->end, place - comment->end);
      if (gap.find_first_not_of(" \t\r\n") != std::string_view::npos || std::ranges::count(gap, '\n') > 1)
        break;
      place = comment->begin;
    }
    const std::string end = line_end();
    return {{place, place},
            concat("module ", name, "(", join(made_.parameters, ", ", formal), ") {", end, body(indent), end,
                   "}", end, end)};
  }

  std::string use_of(const std::string& name, std::size_t group) const {
    const auto argument = [&](const ModuleParameter& parameter) {
      return concat(parameter.name, " = ", parameter.arguments[group]);
    };
    return concat("use ", name, "(", join(made_.parameters, ", ", argument), ") named \"\";");
  }

  const Names& names_;
  const language::Outline& outline_;
  const std::vector<StatementGroup>& groups_;
  const ModuleParameters made_;
};

}  // namespace

std::optional<ModuleOfGroups> module_of_groups(const Names& names,
                                               const std::vector<StatementGroup>& groups) {
  auto made = module_parameters(names, groups);
  if (!made) return std::nullopt;
  return ModuleWriter(names, groups, *std::move(made)).write();
}

}  // namespace romas::typing
