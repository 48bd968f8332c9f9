#include "lsp/features/edits/rename_program.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "frontend/language/words/library.h"
#include "frontend/xacro/expressions/syntax/expression.h"
#include "ir/model/units.h"
#include "lsp/features/places/navigation.h"
#include "lsp/features/texts/romas_text.h"
#include "lsp/language/mentions.h"
#include "lsp/markup/changes/xacro_scopes.h"
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

std::string_view what(ProgramName::Kind kind) { return kind == ProgramName::Kind::macro ? "macro" : "name"; }

markup::XacroKind xacro_kind(ProgramName::Kind kind) {
  switch (kind) {
    case ProgramName::Kind::block: return markup::XacroKind::block;
    case ProgramName::Kind::argument: return markup::XacroKind::argument;
    case ProgramName::Kind::macro: return markup::XacroKind::macro;
    default: return markup::XacroKind::value;
  }
}

// Texts of xacro, by their keys.
struct XacroTexts {
  std::vector<std::string> keys;
  std::vector<std::string_view> texts;

  FilePlace place(const markup::XacroScopes::Word& word) const {
    return {keys[word.text], word.begin, word.end};
  }
};

// A name whose renaming is asked for. No robot may evaluate its definition.
struct ProgramStart {
  std::shared_ptr<const Reading> reading;
  ProgramName::Kind kind = ProgramName::Kind::property;
  std::string name;
  FilePlace definition;
  Range range;  // of the name under the cursor
  bool is_read = true;
  bool is_xml = true;
  bool is_library = false;  // of the language
};

class ProgramRenaming {
 public:
  ProgramRenaming(Workspace& workspace, ProgramStart start, std::string new_name)
      : workspace_(workspace),
        start_(std::move(start)),
        old_name_(start_.name),
        new_name_(std::move(new_name)),
        kind_(start_.kind),
        is_xml_(start_.is_xml) {
    for (auto& reading : workspace.open_readings()) readings_.push_back(std::move(reading));
    add_readings(readings_, workspace.every_reading_of(start_.definition.key));
  }

  std::optional<CannotRename> check_name() const {
    if (start_.is_library)
      return CannotRename{concat("'", old_name_, "' is defined in the standard library")};
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

  // Plans edits of all places of the thing at the start, and of any other thing that one of these places may
  // mean, in all robots that read a changed file.
  std::optional<CannotRename> plan() {
    for (std::size_t known = 0; known < readings_.size();) {
      known = readings_.size();
      edits_.clear();
      if (auto refusal = plan_places()) return refusal;
      if (auto refusal = add_unread()) return refusal;
      std::set<std::string> keys;
      for (const FilePlace& edit : edits_) keys.insert(edit.key);
      for (const std::string& key : keys) add_readings(readings_, workspace_.every_reading_of(key));
    }
    return std::nullopt;
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

  std::optional<CannotRename> plan_places() {
    if (!start_.is_read) edits_.insert(start_.definition);
    std::vector<FilePlace> open = {start_.definition};
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

  // Adds the places in texts that no robot evaluates, in branches that are not taken and macros that are not
  // called, where the scopes of the texts tell what the word means. Refuses if they do not.
  std::optional<CannotRename> add_unread() {
    if (is_xml_) return add_unread_in_xacro();
    std::set<std::string> seen;
    std::vector<FilePlace> unread;
    for (const auto& reading : readings_)
      for (const auto& [key, file] : reading->files()) {
        const std::string_view name = reading->sources().name(file);
        if (!name.ends_with(".romas") || language::is_library_file(name) || !seen.insert(key).second)
          continue;
        if (is_beside_edits(key))
          if (auto refusal = find_unread_in_romas(*reading, key, file, unread)) return refusal;
      }
    edits_.insert(unread.begin(), unread.end());
    return std::nullopt;
  }
  bool is_beside_edits(const std::string& key) const {
    return std::ranges::any_of(edits_, [&](const FilePlace& edit) { return shares_robot(key, edit.key); });
  }
  bool shares_robot(const std::string& a, const std::string& b) const {
    return std::ranges::any_of(
        readings_, [&](const auto& reading) { return reading->file(a) != 0 && reading->file(b) != 0; });
  }

  CannotRename cannot_tell(const FilePlace& where) const {
    std::string line = where.key;
    for (const auto& reading : readings_)
      if (const FileId file = reading->file(where.key)) {
        line = line_of(*reading, {file, where.begin, where.end});
        break;
      }
    return {concat("'", old_name_, "' also occurs at ", line,
                   ", which no known robot evaluates; its meaning there is not known")};
  }

  std::optional<CannotRename> add_unread_in_xacro() {
    XacroTexts files;
    std::set<std::string> seen;
    for (const auto& reading : readings_)
      for (const auto& [key, file] : reading->files()) {
        const std::string_view text = reading->sources().text(file);
        if (!markup::is_xml(text) || !seen.insert(key).second || !is_beside_edits(key)) continue;
        files.keys.push_back(key);
        files.texts.push_back(text);
      }
    const markup::XacroScopes scopes(files.texts, old_name_, xacro_kind(kind_));
    std::set<markup::XacroScopes::Scope> ours, others;
    std::set<FilePlace> definitions;
    for (const auto& word : scopes.words()) {
      const FilePlace where = files.place(word);
      if (!word.is_definition) continue;
      definitions.insert(where);
      if (edits_.contains(where)) ours.insert(word.scope);
      if (!edits_.contains(where) && is_known(where)) others.insert(word.scope);
    }
    const bool is_clear = std::ranges::all_of(edits_, [&](const FilePlace& edit) {
      return !is_known_definition(edit) || definitions.contains(edit);
    });
    std::vector<FilePlace> unread;
    for (const auto& word : scopes.words()) {
      const FilePlace where = files.place(word);
      if (edits_.contains(where) || is_known(where)) continue;
      const auto meaning = scopes.meaning(word);
      if (!is_clear || !meaning) return cannot_tell(where);
      const auto is_ours = [&](const auto& scope) { return ours.contains(scope); };
      if (std::ranges::none_of(*meaning, is_ours)) continue;
      if (!std::ranges::all_of(*meaning, is_ours) ||
          std::ranges::any_of(*meaning, [&](const auto& scope) { return others.contains(scope); }))
        return cannot_tell(where);
      unread.push_back(where);
    }
    edits_.insert(unread.begin(), unread.end());
    return unread.empty() ? std::nullopt : check_scopes(files, scopes, ours);
  }

  // Reads the edited texts: no robot shows whether the new name means the same in them.
  std::optional<CannotRename> check_scopes(const XacroTexts& files, const markup::XacroScopes& were,
                                           const std::set<markup::XacroScopes::Scope>& ours) const {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < files.keys.size(); ++i) {
      EditedText text{std::string(files.texts[i])};
      std::vector<romas::TextEdit> edits;
      for (const FilePlace& edit : edits_)
        if (edit.key == files.keys[i]) edits.push_back({edit.begin, edit.end, new_name_});
      text.apply(edits);
      texts.push_back(text.text());
    }
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    const markup::XacroScopes scopes(views, new_name_, xacro_kind(kind_));
    std::map<FilePlace, markup::XacroScopes::Meaning> meanings;
    for (const auto& word : were.words())
      if (const FilePlace where = files.place(word); edits_.contains(where))
        meanings.emplace(moved(where), were.meaning(word));
    for (const auto& word : scopes.words()) {
      const auto meaning = scopes.meaning(word);
      const auto was = meanings.find(files.place(word));
      const bool is_same = was != meanings.end() && meaning == was->second;
      const bool is_apart =
          was == meanings.end() && meaning &&
          std::ranges::none_of(*meaning, [&](const auto& scope) { return ours.contains(scope); });
      if (!is_same && !is_apart) return is_taken();
    }
    return std::nullopt;
  }
  CannotRename is_taken() const {
    return {concat("the ", what(kind_), " '", new_name_, "' already means something")};
  }

  // Whether a text ends with the name of an imported file.
  static bool is_import(const typing::Names& names, std::string_view text) {
    std::size_t begin = text.size();
    while (begin > 0 && is_word_character(text[begin - 1])) --begin;
    const auto visible = names.visible(static_cast<std::uint32_t>(begin), text.substr(begin));
    return !visible.empty() && visible.front()->kind == language::Definition::Kind::import;
  }

  // In the language a name means something in its own file; in others behind a '.' and for values of its
  // parameters.
  std::optional<CannotRename> find_unread_in_romas(const Reading& reading, const std::string& key,
                                                   FileId file, std::vector<FilePlace>& unread) const {
    const std::string_view text = reading.sources().text(file);
    const typing::TextFacts facts;
    std::optional<typing::Names> names;
    for (const std::uint32_t at : typing::places_of_name(text, old_name_)) {
      if (typing::is_word_of_language(text, at, old_name_)) continue;
      const FilePlace where{key, at, at + static_cast<std::uint32_t>(old_name_.size())};
      if (edits_.contains(where) || is_known(where) || !reading.names().at(file, at).empty()) continue;
      if (!names) names.emplace(text, facts);
      const auto is_here = [&](const language::Definition& one) { return one.begin <= at && at < one.end; };
      if (std::ranges::any_of(names->source().definitions, is_here)) continue;
      const std::string_view before = trim(text.substr(0, at)), behind = trim(text.substr(where.end));
      if (before.ends_with('.')) {
        if (start_.definition.key == key && is_import(*names, before.substr(0, before.size() - 1))) continue;
        return cannot_tell(where);
      }
      if (behind.starts_with('=') && !behind.starts_with("==")) return cannot_tell(where);
      const auto visible = names->visible(at, old_name_);
      if (visible.empty()) continue;
      const bool is_ours = edits_.contains({key, visible.front()->begin, visible.front()->end});
      if (!is_ours) continue;
      if (visible.size() > 1) return cannot_tell(where);
      const auto is_unknown = [&](std::uint32_t other) {
        return !is_known({key, other, other + static_cast<std::uint32_t>(new_name_.size())});
      };
      if (std::ranges::any_of(typing::places_of_name(text, new_name_), is_unknown)) return is_taken();
      unread.push_back(where);
    }
    return std::nullopt;
  }
  bool is_known(const FilePlace& where) const {
    return std::ranges::any_of(readings_,
                               [&](const auto& reading) { return !names_at_place(*reading, where).empty(); });
  }

  bool is_known_definition(const FilePlace& where) const {
    return std::ranges::any_of(readings_, [&](const auto& reading) {
      return std::ranges::any_of(names_at_place(*reading, where), &ProgramName::is_definition);
    });
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
    return same ? std::nullopt : std::optional(refuse(is_taken().reason));
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
  ProgramStart start_;
  std::string old_name_, new_name_;
  ProgramName::Kind kind_;
  bool is_xml_;
  std::vector<std::shared_ptr<const Reading>> readings_;
  std::set<FilePlace> edits_;
  bool makes_names_ = false;
};

// The start in a text of xacro that no robot evaluates, by the scopes of the texts.
std::optional<ProgramStart> find_unread_start(const Workspace& workspace, const View& view,
                                              Position position) {
  if (view.readings.empty() || !markup::is_xml(view.document->text)) return std::nullopt;
  const auto& reading = view.readings.front();
  const std::string_view text = view.document->text;
  const TextPositions positions(text, workspace.encoding());
  std::size_t begin = positions.offset(position), end = begin;
  while (begin > 0 && markup::is_of_xacro_name(text[begin - 1])) --begin;
  while (end < text.size() && markup::is_of_xacro_name(text[end])) ++end;
  if (begin == end || reading->file(view.key) == 0) return std::nullopt;
  XacroTexts files;
  for (const auto& [key, file] : reading->files())
    if (markup::is_xml(reading->sources().text(file))) {
      files.keys.push_back(key);
      files.texts.push_back(reading->sources().text(file));
    }
  const FilePlace here{view.key, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  using Kind = ProgramName::Kind;
  for (const Kind kind : {Kind::property, Kind::block, Kind::argument, Kind::macro}) {
    const markup::XacroScopes scopes(files.texts, text.substr(begin, end - begin), xacro_kind(kind));
    const auto word =
        std::ranges::find_if(scopes.words(), [&](const auto& one) { return files.place(one) == here; });
    if (word == scopes.words().end()) continue;
    const auto meaning = scopes.meaning(*word);
    if (!meaning || meaning->size() != 1) return std::nullopt;
    std::optional<ProgramStart> start;
    for (const auto& one : scopes.words()) {
      if (!one.is_definition || one.scope != *meaning->begin()) continue;
      const FilePlace where = files.place(one);
      ProgramStart found{reading, kind, std::string(text.substr(begin, end - begin)), where, {}, false};
      for (const ProgramName* name : reading->program().at(reading->file(where.key), where.begin))
        if (name->use.begin == where.begin && name->is_definition()) {
          found.is_read = true;
          found.kind = name->kind;
        }
      if (!start || (found.is_read && !start->is_read)) start = std::move(found);
    }
    if (start) start->range = positions.range(begin, end);
    return start;
  }
  return std::nullopt;
}

std::optional<ProgramStart> find_start(const Workspace& workspace, const View& view, Position position) {
  const auto names = program_names_at(workspace, view, position);
  if (names.empty()) return find_unread_start(workspace, view, position);
  const auto& [reading, name] = names.front();
  const SourceRange definition = name->definition;
  const SourceManager& sources = reading->sources();
  ProgramStart start{reading, name->kind, std::string(name->name)};
  start.definition = {reading->key(definition.file), definition.begin, definition.end};
  start.range = workspace.location(*reading, name->use).range;
  start.is_xml = markup::is_xml(sources.text(definition.file));
  start.is_library = language::is_library_file(sources.name(definition.file));
  return start;
}

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
  const auto start = find_start(workspace, view, position);
  return start ? std::optional(PrepareRenameResult{start->range, start->name}) : std::nullopt;
}

std::variant<ProgramEdits, CannotRename> rename_program_name(Workspace& workspace, const View& view,
                                                             Position position, const std::string& new_name) {
  auto start = find_start(workspace, view, position);
  if (!start) return CannotRename{"there is no name here"};
  if (new_name == start->name) return ProgramEdits{};
  ProgramRenaming renaming(workspace, *std::move(start), new_name);
  if (auto refusal = renaming.check_name()) return std::move(*refusal);
  if (auto refusal = renaming.plan()) return std::move(*refusal);
  if (auto refusal = renaming.try_out()) return std::move(*refusal);
  return renaming.edits();
}

}  // namespace romas::lsp
