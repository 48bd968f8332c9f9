#include "lsp/features/edits/rename_program.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "frontend/language/words/library.h"
#include "frontend/xacro/expressions/syntax/expression.h"
#include "ir/model/units.h"
#include "lsp/features/places/navigation.h"
#include "lsp/language/mentions.h"
#include "lsp/markup/tree/place.h"
#include "lsp/workspace/renamed_model.h"
#include "support/sources/edited_text.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

// A part of a file.
struct FilePlace {
  std::string key;
  std::uint32_t begin = 0, end = 0;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy takes its 0 for a pointer
  friend auto operator<=>(const FilePlace&, const FilePlace&) = default;
};

// A byte of a name as a text may have it, beyond ASCII too.
constexpr bool is_of_name(char c) { return is_word_character(c) || static_cast<unsigned char>(c) >= 0x80; }

std::string_view what(ProgramName::Kind kind) { return kind == ProgramName::Kind::macro ? "macro" : "name"; }

class ProgramRenaming {
 public:
  ProgramRenaming(Workspace& workspace, const ProgramNameAt& start, std::string new_name)
      : workspace_(workspace),
        old_name_(start.name->name),
        new_name_(std::move(new_name)),
        kind_(start.name->kind),
        is_xml_(markup::is_xml(start.reading->sources().text(start.name->definition.file))),
        is_library_(language::is_library_file(start.reading->sources().name(start.name->definition.file))) {
    for (auto& reading : workspace.open_readings()) readings_.push_back(std::move(reading));
    add_readings(readings_, workspace.every_reading_of(start.reading->key(start.name->definition.file)));
  }

  std::optional<CannotRename> check_name() const {
    if (is_library_) return CannotRename{concat("'", old_name_, "' is defined in the standard library")};
    if (!is_xml_) {
      if (is_identifier(new_name_) && !is_reserved_word(new_name_)) return std::nullopt;
      return CannotRename{concat("'", new_name_,
                                 "' cannot be a name: names have letters, digits and '_', and ",
                                 "are not a word of expressions or a unit")};
    }
    const bool is_macro = kind_ == ProgramName::Kind::macro;
    if (is_macro && (new_name_.find_first_of(".:<>&\"' \t\n") != std::string::npos || new_name_ == "call" ||
                     new_name_.empty()))
      return CannotRename{concat("'", new_name_, "' cannot be the name of a macro")};
    if (!is_macro && !xacro::is_valid_name(new_name_))
      return CannotRename{concat("'", new_name_, "' cannot be a name: names have letters, digits and '_'")};
    return std::nullopt;
  }

  // Plans edits of all places of the thing that is defined at `start`, and of any other thing that one of
  // these places may mean, in all robots that read a changed file.
  std::optional<CannotRename> plan(const ProgramNameAt& start) {
    for (std::size_t known = 0; known < readings_.size();) {
      known = readings_.size();
      edits_.clear();
      if (auto refusal = plan_places(start)) return refusal;
      std::set<std::string> keys;
      for (const FilePlace& edit : edits_) keys.insert(edit.key);
      for (const std::string& key : keys) add_readings(readings_, workspace_.every_reading_of(key));
    }
    return check_unread();
  }

  std::optional<CannotRename> try_out() {
    SourceManager::Texts texts = *workspace_.documents().texts();
    std::map<std::string, std::vector<romas::TextEdit>> by_file;
    for (const FilePlace& edit : edits_) by_file[edit.key].push_back({edit.begin, edit.end, new_name_});
    for (const auto& reading : readings_)
      for (const auto& [key, file] : reading->files())
        if (by_file.contains(key)) {
          EditedText text{std::string(reading->sources().text(file))};
          text.apply(by_file.at(key));
          texts[key] = text.text();
        }
    const auto shared = std::make_shared<const SourceManager::Texts>(std::move(texts));
    for (const auto& reading : readings_) {
      const bool reads = std::ranges::any_of(reading->files(),
                                             [&](const auto& file) { return by_file.contains(file.first); });
      if (!reads) continue;
      if (auto refusal = errors_of(*reading)) return refusal;
      const Reading after(reading->input(), workspace_.project_of(reading->input().file), shared);
      if (auto refusal = compare(*reading, after)) return refusal;
    }
    return std::nullopt;
  }

  ProgramEdits edits() const {
    ProgramEdits all;
    all.makes_names = makes_names_;
    for (const FilePlace& edit : edits_)
      for (const auto& reading : readings_)
        if (const FileId file = reading->file(edit.key)) {
          const TextPositions positions(reading->sources().text(file), workspace_.encoding());
          all.edits.push_back({edit.key, {positions.range(edit.begin, edit.end), new_name_}});
          all.written.push_back({edit.key, edit.begin, edit.end, new_name_});
          break;
        }
    return all;
  }

 private:
  static FilePlace place(const Reading& reading, SourceRange range) {
    return {reading.key(range.file), range.begin, range.end};
  }
  static std::vector<const ProgramName*> names_at_place(const Reading& reading, const FilePlace& where) {
    std::vector<const ProgramName*> found;
    const FileId file = reading.file(where.key);
    if (file == 0) return found;
    for (const ProgramName* name : reading.program().at(file, where.begin))
      if (name->use.begin == where.begin && name->use.end == where.end) found.push_back(name);
    return found;
  }

  std::optional<CannotRename> plan_places(const ProgramNameAt& start) {
    std::vector<FilePlace> open = {place(*start.reading, start.name->definition)};
    std::set<FilePlace> definitions(open.begin(), open.end());
    while (!open.empty()) {
      const FilePlace definition = open.back();
      open.pop_back();
      for (const auto& reading : readings_)
        for (const ProgramName* name : reading->program().all()) {
          if (place(*reading, name->definition) != definition) continue;
          if (auto refusal = add_place(*reading, *name)) return refusal;
          for (const auto& other : readings_)
            for (const ProgramName* same : names_at_place(*other, place(*reading, name->use)))
              if (const FilePlace also = place(*other, same->definition); definitions.insert(also).second)
                open.push_back(also);
        }
    }
    return std::nullopt;
  }

  std::optional<CannotRename> add_place(const Reading& reading, const ProgramName& name) {
    const FilePlace where = place(reading, name.use);
    if (reading.sources().text(name.use) != old_name_ || where.key.empty())
      return CannotRename{concat("the name '", old_name_, "' is computed at ", line_of(reading, name.use))};
    edits_.insert(where);
    return std::nullopt;
  }

  static std::string line_of(const Reading& reading, SourceRange range) {
    const SourceManager& sources = reading.sources();
    return concat(sources.name(range.file), ":", sources.line_column(range.start()).line);
  }

  // Refuses if the word is in a text that no robot evaluates: in a branch that is not taken, or a macro that
  // is not called.
  std::optional<CannotRename> check_unread() const {
    std::set<std::string> seen;
    for (const auto& reading : readings_)
      for (const auto& [key, file] : reading->files()) {
        const std::string_view text = reading->sources().text(file);
        if (markup::is_xml(text) != is_xml_ || !seen.insert(key).second) continue;
        if (!std::ranges::any_of(edits_,
                                 [&, &k = key](const FilePlace& e) { return shares_robot(k, e.key); }))
          continue;
        const auto places = is_xml_ ? unread_in_xml(key, text) : unread_in_romas(*reading, key, file);
        if (!places.empty()) return cannot_tell(*reading, file, places.front());
      }
    return std::nullopt;
  }
  bool shares_robot(const std::string& a, const std::string& b) const {
    return std::ranges::any_of(
        readings_, [&](const auto& reading) { return reading->file(a) != 0 && reading->file(b) != 0; });
  }

  CannotRename cannot_tell(const Reading& reading, FileId file, const FilePlace& where) const {
    return {concat("'", old_name_, "' also occurs at ", line_of(reading, {file, where.begin, where.end}),
                   ", which no known robot evaluates; its meaning there is not known")};
  }
  std::vector<FilePlace> unread_in_xml(const std::string& key, std::string_view text) const {
    std::vector<FilePlace> found;
    const markup::Tree tree = markup::parse(text);
    for (std::size_t at = text.find(old_name_); at != std::string_view::npos;
         at = text.find(old_name_, at + 1)) {
      const std::size_t end = at + old_name_.size();
      const bool is_word =
          (at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end]));
      const FilePlace where{key, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
      if (is_word && !edits_.contains(where) && !is_known(where) && may_mean(tree, where))
        found.push_back(where);
    }
    return found;
  }
  std::vector<FilePlace> unread_in_romas(const Reading& reading, const std::string& key, FileId file) const {
    std::vector<FilePlace> found;
    const std::string_view text = reading.sources().text(file);
    for (const std::uint32_t at : typing::places_of_name(text, old_name_)) {
      if (typing::is_word_of_language(text, at, old_name_)) continue;
      const FilePlace where{key, at, at + static_cast<std::uint32_t>(old_name_.size())};
      if (!edits_.contains(where) && !is_known(where) && reading.names().at(file, at).empty())
        found.push_back(where);
    }
    return found;
  }
  bool is_known(const FilePlace& where) const {
    return std::ranges::any_of(readings_,
                               [&](const auto& reading) { return !names_at_place(*reading, where).empty(); });
  }

  // Whether a word at a place could be the name, were it evaluated.
  bool may_mean(const markup::Tree& tree, const FilePlace& where) const {
    const markup::Place found = markup::place_at(tree, where.begin + 1);
    if (found.where == markup::Where::comment) return false;
    const std::string_view element = found.node == markup::kNone ? std::string_view() : tree.name(found.node);
    const bool in_tag_name = found.where == markup::Where::tag_name || found.where == markup::Where::end_tag;
    const std::string_view attribute = found.attribute == markup::kNone
                                           ? std::string_view()
                                           : tree.attributes[found.attribute].name.of(tree.text);
    if (kind_ == ProgramName::Kind::macro)
      return (in_tag_name && element.starts_with("xacro:")) ||
             (element == "xacro:macro" && attribute == "name") ||
             (element == "xacro:call" && attribute == "macro");
    if (in_tag_name) return false;
    if (kind_ == ProgramName::Kind::block)
      return (element == "xacro:insert_block" || element == "xacro:property") && attribute == "name";
    if (found.where == markup::Where::attribute_name)
      return kind_ == ProgramName::Kind::parameter && element.starts_with("xacro:");
    if (attribute == "name" && (element == "xacro:property" || element == "xacro:arg"))
      return (element == "xacro:arg") == (kind_ == ProgramName::Kind::argument);
    if (element == "xacro:macro" && attribute == "params") return kind_ == ProgramName::Kind::parameter;
    return in_brackets(tree, where);
  }

  // Whether a name is in ${…} (for an argument: in $(…), or quoted in ${…}), and not behind a '.'.
  bool in_brackets(const markup::Tree& tree, const FilePlace& where) const {
    const std::string_view before = tree.text.substr(0, where.begin);
    const std::size_t expression = before.rfind("${"), substitution = before.rfind("$(");
    const auto is_open = [&](std::size_t begin, char close) {
      return begin != std::string_view::npos && before.find(close, begin) == std::string_view::npos;
    };
    const char last = before.empty() ? ' ' : before.back();
    const bool is_quoted = last == '\'' || last == '"';
    if (kind_ == ProgramName::Kind::argument)
      return is_open(substitution, ')') || (is_open(expression, '}') && is_quoted);
    return is_open(expression, '}') && !is_quoted && last != '.';
  }

  // Both texts are evaluated in the same order: each name must mean what it meant, and the robots be the
  // same.
  std::optional<CannotRename> compare(const Reading& was, const Reading& is) {
    const auto refuse = [&](std::string_view why) {
      return CannotRename{
          concat("the robot of ", was.result().label, " would not be the same afterwards: ", why)};
    };
    const auto& found = is.result().report.diagnostics;
    const auto first = std::ranges::find(found, Severity::error, &romas::Diagnostic::severity);
    if (was.models().size() != is.models().size() || (is.result().unchecked && !is.is_library()))
      return refuse(first == found.end() ? "it could not be read" : std::string_view(first->message));
    for (std::size_t i = 0; i < was.models().size(); ++i) {
      // Only the Romas language makes names from those of a program: of instances.
      const RenamedModel::Names made =
          is_xml_ ? RenamedModel::Names() : names_made_anew(was.models()[i], {}, is.models()[i]);
      if (const auto difference = RenamedModel(was.models()[i], made).difference_from(is.models()[i]))
        return refuse(*difference);
      makes_names_ = makes_names_ || !made.empty();
    }
    const auto& before = was.program().in_order();
    const auto& after = is.program().in_order();
    bool same = before.size() == after.size() &&
                was.result().report.diagnostics.size() == is.result().report.diagnostics.size();
    for (std::size_t i = 0; same && i < before.size(); ++i)
      same = moved(place(was, before[i].use)) == place(is, after[i].use) &&
             moved(place(was, before[i].definition)) == place(is, after[i].definition);
    if (same) return std::nullopt;
    return refuse(concat("the ", what(kind_), " '", new_name_, "' already means something"));
  }
  // Returns a place as it is after the edits.
  FilePlace moved(FilePlace where) const {
    const auto grown = static_cast<std::uint32_t>(new_name_.size() - old_name_.size());
    std::uint32_t shift = 0;
    for (auto edit = edits_.lower_bound({where.key, 0, 0});
         edit != edits_.end() && edit->key == where.key && edit->end <= where.begin; ++edit)
      shift += grown;
    const bool is_edited = edits_.contains(where);
    return {std::move(where.key), where.begin + shift, where.end + shift + (is_edited ? grown : 0)};
  }

  Workspace& workspace_;
  std::string old_name_, new_name_;
  ProgramName::Kind kind_;
  bool is_xml_;
  bool is_library_;
  std::vector<std::shared_ptr<const Reading>> readings_;
  std::set<FilePlace> edits_;
  bool makes_names_ = false;
};

}  // namespace

std::optional<CannotRename> errors_of(const Reading& reading) {
  if (!(reading.result().unchecked || reading.is_broken()) || reading.is_library()) return std::nullopt;
  std::string reason =
      concat("the robot of '", reading.result().label, "' reads a file that changes, and has ");
  const auto& found = reading.result().report.diagnostics;
  const auto first = std::ranges::find(found, Severity::error, &romas::Diagnostic::severity);
  if (first == found.end()) return CannotRename{reason + "errors; fix them first"};
  const SourceManager& sources = reading.sources();
  const LineColumn at = sources.line_column(first->range.start());
  reason += concat("an error at ", sources.name(first->range.file), ":", at.line, ":", at.column, ": ",
                   first->message, "; fix it first");
  if (first->rule == Rule::xacro_argument) reason += ", or give the argument with 'roots:' in .romas.yaml";
  return CannotRename{std::move(reason)};
}

std::optional<PrepareRenameResult> program_name_at(const Workspace& workspace, const View& view,
                                                   Position position) {
  const auto names = program_names_at(workspace, view, position);
  if (names.empty()) return std::nullopt;
  return PrepareRenameResult{workspace.location(*names.front().reading, names.front().name->use).range,
                             std::string(names.front().name->name)};
}

std::variant<ProgramEdits, CannotRename> rename_program_name(Workspace& workspace, const View& view,
                                                             Position position, const std::string& new_name) {
  const auto names = program_names_at(workspace, view, position);
  if (names.empty()) return CannotRename{"there is no name here"};
  const ProgramNameAt& start = names.front();
  if (new_name == start.name->name) return ProgramEdits{};
  ProgramRenaming renaming(workspace, start, new_name);
  if (auto refusal = renaming.check_name()) return std::move(*refusal);
  if (auto refusal = renaming.plan(start)) return std::move(*refusal);
  if (auto refusal = renaming.try_out()) return std::move(*refusal);
  return renaming.edits();
}

}  // namespace romas::lsp
