#include "lsp/features/rename.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ir/entity.h"
#include "ir/visit.h"
#include "lsp/features/navigation.h"
#include "lsp/features/rename_program.h"
#include "lsp/renamed_model.h"
#include "support/edited_text.h"
#include "support/escape.h"

namespace romas::lsp {

namespace {

// The change of a name: what stays at its begin and end, and what is put between.
struct NameChange {
  std::string from, to;
  std::size_t prefix = 0;  // bytes that both begin with
  std::size_t suffix = 0;  // bytes that both end with, behind the prefix

  NameChange(std::string old_name, std::string new_name)
      : from(std::move(old_name)), to(std::move(new_name)) {
    const std::size_t most = std::min(from.size(), to.size());
    while (prefix < most && from[prefix] == to[prefix]) ++prefix;
    while (suffix < most - prefix && from[from.size() - 1 - suffix] == to[to.size() - 1 - suffix]) ++suffix;
  }
};

bool has_expression(std::string_view text) {
  return text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos;
}

// A place in which a name is written, and what it becomes there.
struct WrittenEdit {
  std::string key;
  std::size_t begin = 0, end = 0;
  std::string text;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy takes its 0 for a pointer
  friend auto operator<=>(const WrittenEdit&, const WrittenEdit&) = default;
};

// What the written text of a name becomes: all of it where it is the name itself, else the literal part at
// its begin or end that the change lies in. Nothing where the changed part is computed.
std::optional<std::string> rewritten(std::string_view written, const NameChange& change, bool is_xml) {
  const auto escaped = [&](std::string_view text) {
    return is_xml ? escape_xml_attribute(text) : std::string(text);
  };
  if (written == escaped(change.from)) return escaped(change.to);
  if (!has_expression(written)) return std::nullopt;
  // "${prefix}elbow_link": what stands behind the last expression, and before the first.
  const std::size_t close = written.find_last_of(")}");
  const std::string_view tail = close == std::string_view::npos ? written : written.substr(close + 1);
  const std::string changed_tail = change.from.substr(std::min(change.prefix, change.from.size()));
  if (tail.size() >= changed_tail.size() && tail.ends_with(changed_tail) &&
      std::string_view(change.from).ends_with(tail))
    return concat(written.substr(0, written.size() - changed_tail.size()),
                  escaped(change.to.substr(change.prefix)));
  const std::string_view head = written.substr(0, std::min(written.find("${"), written.find("$(")));
  const std::string_view changed_head =
      std::string_view(change.from).substr(0, change.from.size() - change.suffix);
  if (head.size() >= changed_head.size() && head.starts_with(changed_head) &&
      std::string_view(change.from).starts_with(head))
    return concat(escaped(std::string_view(change.to).substr(0, change.to.size() - change.suffix)),
                  written.substr(changed_head.size()));
  return std::nullopt;
}

class Renaming {
 public:
  Renaming(Workspace& workspace, const View& view) : workspace_(workspace), view_(view) {}

  // Which names change, in which places. Every instance of a changed place changes its name, too, and then
  // every use of that.
  std::optional<CannotRename> plan(const NameAt& start, const std::string& new_name) {
    changes_.emplace(std::pair(start.reading, start.use->thing), NameChange(start.use->thing.name, new_name));
    std::vector<std::pair<std::shared_ptr<const Reading>, NamedThing>> open = {
        {start.reading, start.use->thing}};
    add_same_in_other_robots(start, new_name, open);
    while (!open.empty()) {
      const auto [reading, thing] = open.back();
      open.pop_back();
      const NameChange change = changes_.at({reading, thing});
      for (const NameUse& use : reading->names().all()) {
        if (use.thing != thing) continue;
        if (auto refusal = change_place(*reading, use, change)) return refusal;
        if (auto refusal = follow(use.range, *reading, open)) return refusal;
      }
    }
    return std::nullopt;
  }

  // Compiles what the edits lead to, and holds it against the robots of now.
  std::optional<CannotRename> try_out() const {
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
      const ProjectRequest& project = workspace_.project_of(reading->input().file);
      driver::CompileResult result =
          driver::compile(reading->input(), project.request, project.pipelines, &texts);
      if (result.models.size() != reading->models().size())
        return CannotRename{
            concat("the robot of ", reading->result().label, " could not be read afterwards")};
      for (std::size_t i = 0; i < result.models.size(); ++i) {
        const RenamedModel::Names names = names_of(*reading, static_cast<std::uint32_t>(i));
        if (const auto difference =
                RenamedModel(reading->models()[i], names).difference_from(result.models[i]))
          return CannotRename{concat("the robot of ", reading->result().label,
                                     " would not be the same afterwards: ", *difference)};
      }
    }
    return std::nullopt;
  }

  std::vector<FileEdit> edits() const {
    std::vector<FileEdit> all;
    for (const WrittenEdit& edit : edits_)
      for (const auto& reading : readings_)
        if (const FileId file = reading->file(edit.key)) {
          const TextPositions positions(reading->sources().text(file), workspace_.encoding());
          all.push_back({edit.key, {positions.range(edit.begin, edit.end), edit.text}});
          break;
        }
    return all;
  }

  void add_reading(std::shared_ptr<const Reading> reading) {
    if (std::find(readings_.begin(), readings_.end(), reading) == readings_.end())
      readings_.push_back(std::move(reading));
  }

 private:
  // Other robots that read the same text: what they call by the name at the same place.
  void add_same_in_other_robots(const NameAt& start, const std::string& new_name, auto& open) {
    const std::string& key = start.reading->key(start.use->range.file);
    for (const auto& reading : view_.readings) {
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
    const bool is_xml = reading.result().format != "romas";
    const auto text = rewritten(written, change, is_xml);
    if (key.empty() || !text)
      return CannotRename{concat("the name '", change.from, "' is computed: '", written, "' in '",
                                 sources.name(use.range.file), "' does not say the part that changes")};
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
        const auto renamed = name_after(use->thing.name, written, edit->text);
        if (!renamed)
          return CannotRename{concat("'", written, "' says other names, too, such as '", use->thing.name,
                                     "', and what becomes of them cannot be told")};
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

  // The name that an instance of a place says after its text was changed.
  static std::optional<std::string> name_after(const std::string& name, std::string_view before,
                                               std::string_view after) {
    const NameChange text{std::string(before), std::string(after)};
    if (text.prefix == before.size() && before == after) return name;
    const std::size_t changed = before.size() - text.prefix - text.suffix;
    const std::string_view put = after.substr(text.prefix, after.size() - text.prefix - text.suffix);
    // Counted from the end where the change is behind all expressions, else from the begin.
    const std::size_t close = before.find_last_of(")}");
    const bool from_end = has_expression(before) && close != std::string_view::npos && close < text.prefix;
    const std::size_t at =
        from_end || !has_expression(before)
            ? (name.size() >= text.suffix + changed ? name.size() - text.suffix - changed : std::string::npos)
            : text.prefix;
    if (at == std::string::npos || at + changed > name.size() ||
        name.substr(at, changed) != before.substr(text.prefix, changed))
      return std::nullopt;
    return concat(name.substr(0, at), put, name.substr(at + changed));
  }

  RenamedModel::Names names_of(const Reading& reading, std::uint32_t robot) const {
    RenamedModel::Names names;
    for (const auto& [place, change] : changes_)
      if (place.first.get() == &reading && place.second.robot == robot)
        names[{place.second.kind, place.second.name}] = change.to;
    return names;
  }

  Workspace& workspace_;
  const View& view_;
  std::vector<std::shared_ptr<const Reading>> readings_;
  std::map<std::pair<std::shared_ptr<const Reading>, NamedThing>, NameChange> changes_;
  std::set<WrittenEdit> edits_;
};

std::optional<CannotRename> find_errors(const View& view) {
  const bool has_errors =
      view.is_stale || std::any_of(view.readings.begin(), view.readings.end(),
                                   [](const auto& reading) { return reading->result().unchecked; });
  return has_errors ? std::optional(CannotRename{"the text has errors; mend them first"}) : std::nullopt;
}

std::variant<NameAt, CannotRename> find_name(const Workspace& workspace, const View& view,
                                             Position position) {
  const std::vector<NameAt> names = names_at(workspace, view, position);
  if (names.empty()) return CannotRename{"no name of a robot or program stands here"};
  return names.front();
}

}  // namespace

std::variant<PrepareRenameResult, CannotRename> prepare_rename(Workspace& workspace, const View& view,
                                                               Position position) {
  if (auto refusal = find_errors(view)) return std::move(*refusal);
  if (auto program = program_name_at(workspace, view, position)) return std::move(*program);
  auto found = find_name(workspace, view, position);
  if (auto* refusal = std::get_if<CannotRename>(&found)) return std::move(*refusal);
  const NameAt& name = std::get<NameAt>(found);
  // A name that nothing is changed of tells whether its places can be changed at all.
  Renaming renaming(workspace, view);
  for (const auto& reading : workspace.open_readings()) renaming.add_reading(reading);
  if (auto refusal = renaming.plan(name, name.use->thing.name + "_")) return std::move(*refusal);
  return PrepareRenameResult{workspace.location(*name.reading, name.use->range).range, name.use->thing.name};
}

std::variant<std::vector<FileEdit>, CannotRename> rename(Workspace& workspace, const View& view,
                                                         Position position, const std::string& new_name) {
  if (new_name.empty()) return CannotRename{"a name is missing"};
  if (auto refusal = find_errors(view)) return std::move(*refusal);
  if (program_name_at(workspace, view, position))
    return rename_program_name(workspace, view, position, new_name);
  auto found = find_name(workspace, view, position);
  if (auto* refusal = std::get_if<CannotRename>(&found)) return std::move(*refusal);
  const NameAt& name = std::get<NameAt>(found);
  if (new_name == name.use->thing.name) return std::vector<FileEdit>{};
  Renaming renaming(workspace, view);
  for (const auto& reading : workspace.open_readings()) renaming.add_reading(reading);
  if (auto refusal = renaming.plan(name, new_name)) return std::move(*refusal);
  if (auto refusal = renaming.try_out()) return std::move(*refusal);
  return renaming.edits();
}

}  // namespace romas::lsp
