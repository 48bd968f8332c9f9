#include "lsp/features/edits/rename.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "frontend/language/grammar/word_classes.h"
#include "ir/model/entity.h"
#include "ir/model/visit.h"
#include "lsp/features/edits/rename_program.h"
#include "lsp/features/places/mentions.h"
#include "lsp/features/places/navigation.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/markup/tree/place.h"
#include "lsp/reading/name_change.h"
#include "lsp/workspace/renamed_mjcf.h"
#include "lsp/workspace/renamed_model.h"
#include "support/sources/edited_text.h"

namespace romas::lsp {

namespace {

constexpr std::string_view kNoName = "there is no name of a robot or program here";

// A used robot, a patch of it, and a model in a model write names without those around them.
bool leaves_out_prefixes(const Reading& reading) {
  return reading.result().format == "romas" || reading.result().format == "sdf";
}

class Renaming {
 public:
  Renaming(Workspace& workspace, const View& view)
      : workspace_(workspace), readings_(all_readings(workspace, view)) {}

  // Edits that are made in any case, to which those of other names come.
  void begin_with(const std::vector<WrittenEdit>& edits) { first_edits_.insert(edits.begin(), edits.end()); }

  // Plans which names change, in which places. Every instance of a changed place changes its name, too, and
  // then every use of that. All robots that read a changed file count. Without a start these are the names
  // that texts make from others.
  std::optional<CannotRename> plan(const NameAt* start, const std::string& new_name) {
    for (std::size_t known = 0; known < readings_.size();) {
      known = readings_.size();
      changes_.clear();
      edits_ = first_edits_;
      if (auto refusal = plan_places(start, new_name)) return refusal;
      add_readers_of_edits();
    }
    return std::nullopt;
  }

  // Plans, and tries the edits out until no further name changes.
  std::optional<CannotRename> plan_and_try(const NameAt* start, const std::string& new_name) {
    constexpr int kMostRounds = 5;
    for (int round = 0; round < kMostRounds; ++round) {
      const std::size_t known = derived_.size();
      if (auto refusal = plan(start, new_name)) return refusal;
      if (auto refusal = plan_yaml()) return refusal;
      if (auto refusal = try_out()) return refusal;
      if (derived_.size() == known) return std::nullopt;
    }
    return CannotRename{"names are made from names that are made from it; the effect on them is not known"};
  }

  // The names that texts make from others, each once, for the user.
  std::vector<std::string> also() const {
    std::set<std::string> found;
    for (const auto& [place, name] : derived_)
      found.insert(concat(name_kind_name(place.second.kind), " '", place.second.name, "' to '", name, "'"));
    return {found.begin(), found.end()};
  }

  // Plans edits of the YAML files that belong to robots whose names change. A file that a program reads is
  // data and is left alone.
  std::optional<CannotRename> plan_yaml() {
    for (const auto& [place, change] : changes_)
      for (const YamlPlace& found : yaml_places_of(workspace_, *place.first, place.second)) {
        const std::string& key = found.yaml->key;
        if (workspace_.is_read_by_robots(key) ||
            std::ranges::any_of(readings_, [&](const auto& reading) { return reading->file(key) != 0; }))
          continue;
        if (!is_plain_in_yaml(change.to)) return not_a_name_in_yaml(change, key);
        const WrittenEdit edit{key, found.name.begin, found.name.end, change.to};
        const bool differs = std::ranges::any_of(edits_, [&](const WrittenEdit& other) {
          return other.key == key && other.begin == edit.begin && other.text != edit.text;
        });
        if (differs) return CannotRename{concat("'", change.from, "' in '", key, "' would get two names")};
        edits_.insert(edit);
        yamls_[key] = found.yaml;
      }
    return std::nullopt;
  }

  // Returns a sentence about places that keep the old names. Empty if there are none.
  std::string left() const {
    std::set<std::string> words;
    for (const auto& [place, change] : changes_) words.insert(change.from);
    constexpr std::size_t kMostShown = 10;
    const auto is_settled = [&](const YamlNames& yaml) {
      return yamls_.contains(yaml.key) || !workspace_.robots_of(yaml).empty();
    };
    const auto mentions = find_mentions(readings_, workspace_.yaml_files(), is_settled, words, kMostShown);
    if (mentions.empty()) return {};
    std::string text = "The meaning of a name is not known here, so it is not changed:";
    for (const Mention& mention : mentions)
      text += concat(" '", mention.word, "' in ", mention.file, ":", mention.line, ",");
    text.back() = '.';
    return text;
  }

  // A robot with errors that reads a changed file may say the name in other places.
  std::optional<CannotRename> check_readers() const {
    for (const auto& reading : readings_)
      if (is_changed(*reading))
        if (auto refusal = errors_of(*reading)) return refusal;
    return std::nullopt;
  }

  // Compiles the edited texts, and compares their robots with the current ones.
  std::optional<CannotRename> try_out() {
    if (auto refusal = check_readers()) return refusal;
    SourceManager::Texts texts = *workspace_.documents().texts();
    std::map<std::string, std::vector<romas::TextEdit>> by_file;
    for (const WrittenEdit& edit : edits_) by_file[edit.key].push_back({edit.begin, edit.end, edit.text});
    for (const auto& reading : readings_)
      for (const auto& [key, file] : reading->files())
        if (by_file.contains(key)) {
          EditedText text{std::string(reading->sources().text(file))};
          text.apply(by_file.at(key));
          texts[key] = text.text();
        }
    for (const auto& reading : readings_) {
      if (!is_changed(*reading)) continue;
      if (auto refusal = compare(reading, texts)) return refusal;
    }
    return std::nullopt;
  }

  std::vector<FileEdit> edits() const {
    std::vector<FileEdit> all;
    const auto add = [&](const WrittenEdit& edit, std::string_view text) {
      const TextPositions positions(text, workspace_.encoding());
      all.push_back({edit.key, {positions.range(edit.begin, edit.end), edit.text}});
    };
    for (const WrittenEdit& edit : edits_)
      for (const auto& reading : readings_)
        if (const FileId file = reading->file(edit.key)) {
          add(edit, reading->sources().text(file));
          break;
        }
    for (const WrittenEdit& edit : edits_)
      if (const auto yaml = yamls_.find(edit.key); yaml != yamls_.end()) add(edit, yaml->second->text);
    return all;
  }

 private:
  bool is_changed(const Reading& reading) const {
    return std::ranges::any_of(edits_, [&](const WrittenEdit& edit) { return reading.file(edit.key) != 0; });
  }

  static CannotRename not_a_name_in_yaml(const NameChange& change, const std::string& key) {
    return {concat("'", change.to, "' would not be read as a name in '", key, "'")};
  }

  // The robot, or SRDF, of a reading as it is and as it is with the edited texts.
  // Names that texts have made anew count from the next round on.
  std::optional<CannotRename> compare(const std::shared_ptr<const Reading>& shared,
                                      const SourceManager::Texts& texts) {
    const Reading& reading = *shared;
    const auto refuse = [&](std::string_view why) {
      return CannotRename{concat(reading.semantics() ? "what '" : "the robot of '", reading.result().label,
                                 reading.semantics() ? "' says" : "'",
                                 " would not be the same afterwards: ", why)};
    };
    const ProjectRequest& project = workspace_.project_of(reading.input().file);
    driver::Input input = reading.input();
    // Under a new name of the robot the same description is meant.
    if (reading.semantics() && !reading.models().empty()) input.robots = {reading.result().described_by};
    driver::CompileRequest request = project.request;
    request.input.frontend.record_names = !reading.result().part_names.empty();
    const driver::CompileResult result = driver::compile(input, request, project.pipelines, &texts);
    const std::vector<Model>& models = reading.semantics() ? result.described : result.models;
    if (reading.is_library()) {  // it makes no robot, and has no errors
      const auto& found = result.report.diagnostics;
      const auto error = std::ranges::find(found, Severity::error, &romas::Diagnostic::severity);
      return error == found.end() ? std::nullopt : std::optional(refuse(error->message));
    }
    if (models.size() == reading.models().size() && add_derived(shared, models)) return std::nullopt;
    if (models.size() != reading.models().size() || result.unchecked) return refuse("it could not be read");
    if (are_all_names(reading.result().part_names) && models.size() == 1) {
      const NameTable names(models, {}, result.part_names, *result.sources);
      const auto difference =
          difference_of_mjcf(reading.models()[0], reading.names(), things_of(reading), models[0], names);
      return difference ? std::optional(refuse(*difference)) : std::nullopt;
    }
    for (std::size_t i = 0; i < models.size(); ++i) {
      const RenamedModel::Names names = names_of(reading, static_cast<std::uint32_t>(i));
      if (const auto difference = RenamedModel(reading.models()[i], names).difference_from(models[i]))
        return refuse(*difference);
    }
    if (const auto error = new_error(reading.result(), result)) return refuse(*error);
    if (!reading.semantics()) return std::nullopt;
    if (!result.semantics) return refuse("it could not be read");
    if (const auto difference =
            difference_of_semantics(*reading.semantics(), names_of(reading, 0), *result.semantics))
      return refuse(*difference);
    return rules_of(result) == rules_of(reading.result()) ? std::nullopt
                                                          : std::optional(refuse("its findings change"));
  }
  // The message of the first error that was not there, such as that of a name that is taken.
  static std::optional<std::string> new_error(const driver::CompileResult& was,
                                              const driver::CompileResult& is) {
    const auto count = [](const driver::CompileResult& result, Rule rule) {
      return std::ranges::count_if(result.report.diagnostics, [&](const romas::Diagnostic& found) {
        return found.severity == Severity::error && found.rule == rule;
      });
    };
    for (const romas::Diagnostic& found : is.report.diagnostics)
      if (found.severity == Severity::error && count(is, found.rule) > count(was, found.rule))
        return found.message;
    return std::nullopt;
  }
  // Adds the names that the edited texts make anew. Returns whether there are any.
  bool add_derived(const std::shared_ptr<const Reading>& reading, const std::vector<Model>& models) {
    if (are_all_names(reading->result().part_names))
      return false;  // these are compared with the composed ones
    const std::size_t known = derived_.size();
    for (std::uint32_t i = 0; i < models.size(); ++i)
      for (const auto& [name, now] : names_made_anew(reading->models()[i], names_of(*reading, i), models[i]))
        derived_.emplace(std::pair(reading, NamedThing{i, name.first, name.second}), now);
    return derived_.size() != known;
  }
  static std::vector<Rule> rules_of(const driver::CompileResult& result) {
    std::vector<Rule> rules;
    rules.reserve(result.report.diagnostics.size());
    for (const romas::Diagnostic& diagnostic : result.report.diagnostics) rules.push_back(diagnostic.rule);
    std::ranges::sort(rules);
    return rules;
  }

  static std::vector<std::shared_ptr<const Reading>> all_readings(Workspace& workspace, const View& view) {
    std::vector<std::shared_ptr<const Reading>> readings = view.readings;
    readings.insert(readings.end(), view.named_robots.begin(), view.named_robots.end());
    add_readings(readings, workspace.open_readings());
    // A file of parameters reads its robots without a word, and follows them (plan_yaml).
    std::erase_if(readings, [](const auto& reading) { return is_yaml_name(reading->input().file); });
    return related_readings(workspace, std::move(readings));
  }

  std::optional<CannotRename> plan_places(const NameAt* start, const std::string& new_name) {
    std::vector<std::pair<std::shared_ptr<const Reading>, NamedThing>> open;
    start_ = start != nullptr ? start->use : nullptr;
    if (start != nullptr) {
      open.emplace_back(start->reading, start->use->thing);
      changes_.emplace(open.front(), NameChange(start->use->thing.name, new_name));
      add_same_in_other_robots(*start, new_name, open);
    }
    for (const auto& [place, name] : derived_)
      if (changes_.emplace(place, NameChange(place.second.name, name)).second) open.push_back(place);
    while (!open.empty()) {
      const auto [reading, thing] = open.back();
      open.pop_back();
      const NameChange change = changes_.at({reading, thing});
      for (const NameUse& use : reading->names().all()) {
        if (use.thing != thing || use.value_from.valid()) continue;
        if (derived_.contains({reading, thing}) && reading->sources().text(use.range) != thing.name) continue;
        if (auto refusal = change_place(*reading, use, change)) return refusal;
        if (auto refusal = follow(use.range, *reading, open)) return refusal;
      }
    }
    return std::nullopt;
  }

  void add_readers_of_edits() {
    std::set<std::string> keys;
    for (const WrittenEdit& edit : edits_) keys.insert(edit.key);
    std::vector<std::shared_ptr<const Reading>> readings = readings_;
    for (const std::string& key : keys) add_readings(readings, workspace_.every_reading_of(key));
    readings_ = related_readings(workspace_, std::move(readings));
  }

  // Other robots that read the same text: what they call by the name at the same place.
  void add_same_in_other_robots(const NameAt& start, const std::string& new_name, auto& open) {
    const std::string& key = start.reading->key(start.use->range.file);
    for (const auto& reading : readings_) {
      if (reading == start.reading) continue;
      const FileId file = reading->file(key);
      if (file == 0) continue;
      for (const NameUse* use : reading->names().at(file, start.use->range.begin))
        if (use->thing.name == start.use->thing.name && use->thing.kind == start.use->thing.kind &&
            changes_.emplace(std::pair(reading, use->thing), NameChange(use->thing.name, new_name)).second)
          open.push_back({reading, use->thing});
    }
  }

  std::optional<CannotRename> change_place(const Reading& reading, const NameUse& use,
                                           const NameChange& change) {
    const SourceManager& sources = reading.sources();
    const std::string_view written = sources.text(use.range);
    const std::string& key = reading.key(use.range.file);
    const bool is_yaml = is_yaml_name(key);
    if (is_yaml && !is_plain_in_yaml(change.to)) return not_a_name_in_yaml(change, key);
    const bool is_program = reading.result().format == "romas";
    auto text = rewritten(written, change, !is_yaml && !is_program);
    if (!text && leaves_out_prefixes(reading) && !is_yaml) text = rewritten_own(written, change);
    // "leg.root": another name of the link, which `expose` gives it. The tried robot shows whether it is.
    if (is_program && !text && !use.is_definition && &use != start_ &&
        written.find_first_of("{\"") == std::string_view::npos)
      return std::nullopt;
    if (key.empty() || !text)
      return CannotRename{concat("the name '", change.from, "' is computed: '", written, "' in '",
                                 sources.name(use.range.file), "' does not contain the part that changes")};
    edits_.insert({key, use.range.begin, use.range.end, *text});
    return std::nullopt;
  }

  // The other names that the same written place says, in this robot and others.
  std::optional<CannotRename> follow(SourceRange place, const Reading& reading, auto& open) {
    const std::string& key = reading.key(place.file);
    for (const auto& other : readings_) {
      const FileId file = other->file(key);
      if (file == 0) continue;
      for (const NameUse* use : other->names().at(file, place.begin)) {
        if (use->range.begin != place.begin || use->range.end != place.end) continue;
        const std::string_view written = reading.sources().text(place);
        const auto known = changes_.find({other, use->thing});
        const auto edit = std::find_if(edits_.begin(), edits_.end(), [&](const WrittenEdit& e) {
          return e.key == key && e.begin == place.begin && e.end == place.end;
        });
        if (edit == edits_.end()) continue;
        const auto renamed = name_after(use->thing.name, written, edit->text);
        if (!renamed)
          return CannotRename{concat("'", written, "' also makes other names, such as '", use->thing.name,
                                     "', and the effect on them is not known")};
        if (known != changes_.end()) {
          if (known->second.to != *renamed)
            return CannotRename{concat("'", use->thing.name, "' would get two names, '", known->second.to,
                                       "' and '", *renamed, "'")};
          continue;
        }
        changes_.emplace(std::pair(other, use->thing), NameChange(use->thing.name, *renamed));
        open.push_back({other, use->thing});
      }
    }
    return std::nullopt;
  }

  RenamedThings things_of(const Reading& reading) const {
    RenamedThings things;
    for (const auto& [place, change] : changes_)
      if (place.first.get() == &reading) things[place.second] = change.to;
    return things;
  }
  RenamedModel::Names names_of(const Reading& reading, std::uint32_t robot) const {
    RenamedModel::Names names;
    for (const auto& [place, change] : changes_)
      if (place.first.get() == &reading && place.second.robot == robot)
        names[{place.second.kind, place.second.name}] = change.to;
    return names;
  }

  Workspace& workspace_;
  std::vector<std::shared_ptr<const Reading>> readings_;
  const NameUse* start_ = nullptr;
  std::map<std::pair<std::shared_ptr<const Reading>, NamedThing>, NameChange> changes_;
  std::map<std::pair<std::shared_ptr<const Reading>, NamedThing>, std::string> derived_;  // new names
  std::set<WrittenEdit> first_edits_, edits_;
  std::map<std::string, std::shared_ptr<const YamlNames>> yamls_;  // that are changed, by key
};

// Tells why nothing of a text can be renamed: it has errors, or all robots that read it have. Of several
// robots, those that read a file that changes are asked when the change is tried.
std::optional<CannotRename> find_errors(const View& view) {
  if (view.is_stale) return CannotRename{"the text has errors; fix them first"};
  std::optional<CannotRename> refusal;
  for (const auto& reading : view.readings) {
    refusal = errors_of(*reading);
    if (!refusal) break;
  }
  return refusal;
}

// Returns the prefix that the text leaves out in front of the name.
std::string_view prefix_of(const NameAt& name) {
  if (!leaves_out_prefixes(*name.reading)) return {};
  return left_out_of(name.reading->sources().text(name.use->range), name.use->thing.name);
}

// Whether a position is in an expression of a computed name, behind its opening bracket.
bool is_in_expression(const Workspace& workspace, const View& view, Position position, const NameAt& name) {
  const std::string_view written = name.reading->sources().text(name.use->range);
  const TextPositions positions(view.document->text, workspace.encoding());
  const std::size_t begin = positions.offset(name.place.start), at = positions.offset(position);
  if (at <= begin || at > begin + written.size()) return false;
  const std::string_view before = written.substr(0, at - begin);
  const bool is_markup_name = is_markup(*view.document);
  const auto is_open = [&](std::string_view open, char close) {
    const std::size_t last = before.rfind(open);
    return last != std::string_view::npos && before.find(close, last) == std::string_view::npos;
  };
  return is_markup_name ? is_open("${", '}') || is_open("$(", ')') : is_open("{", '}');
}

// Whether a name is made from a tag or a whole element, such as a Part of an Assembly, and the position is
// not in its id.
bool is_beside_name(const Workspace& workspace, const View& view, Position position, const NameAt& name) {
  const std::string_view written = name.reading->sources().text(name.use->range);
  if (is_in_expression(workspace, view, position, name)) return true;
  // A joint without a name has one of its links, and the links of a Part have names of its Block.
  if (!is_markup(*view.document))
    return name.use->is_definition &&
           ((written == "joint" && name.use->thing.name != written) || written.ends_with(';'));
  const MarkupText text(*view.document, workspace.encoding());
  const markup::Place place = markup::place_at(text.tree, text.offset(position));
  using markup::Where;
  switch (place.where) {
    case Where::tag_name:
    case Where::attribute_name:
    case Where::in_tag:
    case Where::end_tag: return true;
    default: break;
  }
  if (!written.starts_with('<')) return false;
  return place.attribute == markup::kNone ||
         text.tree.attributes[place.attribute].name.of(text.tree.text) != "id";
}

// The text of a computed name between its expressions, and what the name has around it: "elbow" of
// "${prefix}elbow" in "left_elbow" has "left_" before it.
struct LiteralPart {
  std::size_t begin = 0, end = 0;  // bytes of the written name
  std::string_view before, after;  // parts of the name
};

// Returns the part under a position. Returns nullopt if the name has no expression, or if its parts do not
// tell the place of the text in the name.
std::optional<LiteralPart> find_literal_part(const Workspace& workspace, const View& view, Position position,
                                             const NameAt& name) {
  const std::string_view written = name.reading->sources().text(name.use->range);
  const std::string_view whole = name.use->thing.name;
  const TextPositions positions(view.document->text, workspace.encoding());
  const std::size_t begin = positions.offset(name.place.start), offset = positions.offset(position);
  if (offset < begin || offset > begin + written.size()) return std::nullopt;
  const std::size_t at = offset - begin;
  const bool is_markup_name = is_markup(*view.document);
  const auto is_open = [&](std::size_t i) {
    const std::string_view rest = written.substr(i);
    return is_markup_name ? rest.starts_with("${") || rest.starts_with("$(") : rest.starts_with('{');
  };
  LiteralPart part;
  bool has_expression = false, is_found = false;
  for (std::size_t i = 0; i <= written.size();) {
    const std::size_t from = i;
    while (i < written.size() && !is_open(i)) ++i;
    if (!is_found && from <= at && at <= i && from != i) {
      part.begin = from;
      part.end = i;
      is_found = true;
    }
    if (i >= written.size()) break;
    has_expression = true;
    const char close = written.substr(i).starts_with("$(") ? ')' : '}';
    i = written.find(close, i);
    if (i == std::string_view::npos) return std::nullopt;
    ++i;
  }
  if (!is_found || !has_expression) return std::nullopt;
  const std::string_view text = written.substr(part.begin, part.end - part.begin);
  std::size_t in_name = whole.find(text);
  if (part.begin == 0) {
    in_name = whole.starts_with(text) ? 0 : std::string_view::npos;
  } else if (part.end == written.size()) {
    in_name = whole.ends_with(text) ? whole.size() - text.size() : std::string_view::npos;
  } else if (in_name != whole.rfind(text)) {
    return std::nullopt;
  }
  if (in_name == std::string_view::npos) return std::nullopt;
  part.before = whole.substr(0, in_name);
  part.after = whole.substr(in_name + text.size());
  return part;
}

std::variant<NameAt, CannotRename> find_name(const Workspace& workspace, const View& view,
                                             Position position) {
  const std::vector<NameAt> names = names_at(workspace, view, position);
  if (names.empty() || is_beside_name(workspace, view, position, names.front()))
    return CannotRename{std::string(kNoName)};
  return names.front();
}

// The text of `named "…"` under a position, which makes the names of an instance of a module.
std::optional<WrittenEdit> find_instance_text(const Workspace& workspace, const View& view,
                                              Position position) {
  const std::string_view text = view.document->text;
  const bool is_program = std::ranges::any_of(
      view.readings, [](const auto& reading) { return reading->result().format == "romas"; });
  const std::size_t at = TextPositions(text, workspace.encoding()).offset(position);
  const std::size_t end = text.find_first_of("\"\n", at);
  if (!is_program || at == 0 || end == std::string_view::npos || text[end] != '"') return std::nullopt;
  const std::size_t open = text.find_last_of("\"\n", at - 1);
  if (open == std::string_view::npos || text[open] != '"') return std::nullopt;
  const std::string_view before = trim(text.substr(0, open)), name = text.substr(open + 1, end - open - 1);
  if (!before.ends_with("named") || name.empty() || name.find_first_of("{}\\") != std::string_view::npos)
    return std::nullopt;
  const auto words = language::classify_words(text);
  const bool is_text = std::ranges::any_of(words, [&](const language::ClassifiedWord& word) {
    return word.kind == language::WordClass::text && word.begin == open;
  });
  if (!is_text) return std::nullopt;
  return WrittenEdit{view.key, open + 1, end, std::string(name)};
}

// The first ones of a list, for a sentence.
std::string first_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
    text += concat(i == 0 ? "" : ", ", names[i]);
  return names.size() > kMost ? concat(text, ", and ", names.size() - kMost, " more") : text;
}

}  // namespace

std::variant<PrepareRenameResult, CannotRename> prepare_rename(Workspace& workspace, const View& view,
                                                               Position position, bool by_parts) {
  if (auto refusal = find_errors(view)) return std::move(*refusal);
  if (auto program = program_name_at(workspace, view, position)) return std::move(*program);
  if (const auto instance = find_instance_text(workspace, view, position)) {
    const TextPositions positions(view.document->text, workspace.encoding());
    return PrepareRenameResult{positions.range(instance->begin, instance->end), instance->text};
  }
  auto found = find_name(workspace, view, position);
  if (auto* refusal = std::get_if<CannotRename>(&found)) return std::move(*refusal);
  const NameAt& name = std::get<NameAt>(found);
  // A name that nothing is changed of tells whether its places can be changed at all.
  Renaming renaming(workspace, view);
  if (auto refusal = renaming.plan(&name, name.use->thing.name + "_")) return std::move(*refusal);
  if (auto refusal = renaming.check_readers()) return std::move(*refusal);
  if (const auto part = by_parts ? find_literal_part(workspace, view, position, name) : std::nullopt) {
    const TextPositions positions(view.document->text, workspace.encoding());
    const std::size_t begin = positions.offset(name.place.start);
    const std::string_view written = name.reading->sources().text(name.use->range);
    return PrepareRenameResult{positions.range(begin + part->begin, begin + part->end),
                               std::string(written.substr(part->begin, part->end - part->begin))};
  }
  return PrepareRenameResult{name.place, name.use->thing.name.substr(prefix_of(name).size())};
}

std::variant<Renamed, CannotRename> rename(Workspace& workspace, const View& view, Position position,
                                           const std::string& new_name, RenamingClient client) {
  if (new_name.empty()) return CannotRename{"a name is missing"};
  if (auto refusal = find_errors(view)) return std::move(*refusal);
  const auto finish = [&](const Renaming& renaming) -> std::variant<Renamed, CannotRename> {
    Renamed renamed{renaming.edits(), renaming.also(), renaming.left()};
    if (client.may_ask || renamed.also.empty()) return renamed;
    return CannotRename{
        concat("other names are made from it: ", first_of(renamed.also),
               " would change too; that needs an editor that can ask you first, with support for ",
               "annotations of changes")};
  };
  if (program_name_at(workspace, view, position)) {
    auto result = rename_program_name(workspace, view, position, new_name);
    if (auto* refusal = std::get_if<CannotRename>(&result)) return std::move(*refusal);
    ProgramEdits& program = std::get<ProgramEdits>(result);
    if (!program.makes_names) return Renamed{std::move(program.edits), {}, {}};
    Renaming renaming(workspace, view);
    renaming.begin_with(program.written);
    if (auto refusal = renaming.plan_and_try(nullptr, {})) return std::move(*refusal);
    return finish(renaming);
  }
  if (auto instance = find_instance_text(workspace, view, position)) {
    if (instance->text == new_name) return Renamed{};
    if (new_name.find_first_of("\"{}\\\n") != std::string::npos)
      return CannotRename{concat("'", new_name, "' cannot begin the names of an instance")};
    instance->text = new_name;
    Renaming renaming(workspace, view);
    renaming.begin_with({*instance});
    if (auto refusal = renaming.plan_and_try(nullptr, {})) return std::move(*refusal);
    if (renaming.also().empty()) return CannotRename{std::string(kNoName)};
    return finish(renaming);
  }
  auto found = find_name(workspace, view, position);
  if (auto* refusal = std::get_if<CannotRename>(&found)) return std::move(*refusal);
  const NameAt& name = std::get<NameAt>(found);
  const std::string_view prefix = prefix_of(name);
  std::string full = new_name.starts_with(prefix) ? new_name : concat(prefix, new_name);
  // An editor sends a computed name as a whole, or the part of it that it was offered.
  if (const auto part = client.by_parts ? find_literal_part(workspace, view, position, name) : std::nullopt;
      part && (!full.starts_with(part->before) || !full.ends_with(part->after) ||
               full.size() < part->before.size() + part->after.size()))
    full = concat(part->before, new_name, part->after);
  if (full == name.use->thing.name) return Renamed{};
  Renaming renaming(workspace, view);
  if (auto refusal = renaming.plan_and_try(&name, full)) return std::move(*refusal);
  return finish(renaming);
}

WorkspaceEdit edit_of(const Workspace& workspace, const Renamed& renamed, bool document_changes) {
  constexpr const char* kAlso = "other names";
  std::vector<FileEdit> edits = renamed.edits;
  if (!renamed.also.empty())
    for (FileEdit& edit : edits) edit.edit.annotationId = kAlso;
  WorkspaceEdit edit = workspace_edit(workspace, edits, document_changes);
  if (!renamed.also.empty())
    edit.changeAnnotations = {{kAlso, {concat("also renames ", first_of(renamed.also))}}};
  return edit;
}

}  // namespace romas::lsp
