#include "lsp/features/robots/commands.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "driver/request/pipelines.h"
#include "support/text/text.h"

namespace romas::lsp {

std::variant<std::vector<TextFile>, CommandFailed> emit_input(Workspace& workspace,
                                                              const driver::Input& input,
                                                              const SourceManager::Texts& texts,
                                                              const std::string& target) {
  driver::CompileRequest request = workspace.project_of(input.file).request;
  request.emit.targets = {target};
  driver::Pipelines pipelines;
  std::string error;
  if (!driver::make_pipelines(request, pipelines, error)) return CommandFailed{error};
  driver::CompileResult result = driver::compile(input, request, pipelines, &texts);
  if (result.status != driver::CompileStatus::ok || result.files.empty()) {
    const auto& found = result.report.diagnostics;
    const auto first = std::ranges::find(found, Severity::error, &romas::Diagnostic::severity);
    return CommandFailed{first == found.end() ? concat("'", result.label, "' gives no ", target)
                                              : concat("'", result.label, "' has errors: ", first->message)};
  }
  std::vector<TextFile> files;
  for (OutputFile& file : result.files) files.push_back({std::move(file.path), std::move(file.text)});
  return files;
}

std::variant<std::vector<TextFile>, CommandFailed> emit_target(Workspace& workspace, const View& view,
                                                               const std::string& target) {
  if (!driver::is_target(target)) return CommandFailed{concat("there is no target '", target, "'")};
  const auto readings = workspace.readings_of(view.key);
  if (readings.empty()) return CommandFailed{"the document describes no robot"};
  return emit_input(workspace, readings.front()->input(), *workspace.documents().texts(), target);
}

std::vector<RootChoice> root_choices(const View& view) {
  std::vector<RootChoice> choices;
  for (const auto& reading : view.readings)
    choices.push_back({driver::label(reading->input()), choices.empty()});
  return choices;
}

namespace {

// Returns the places of the robots' names in the current text of the document.
std::set<Range> robot_names(const Workspace& workspace, const View& view) {
  std::set<Range> places;
  for (const auto& reading : view.readings)
    for (const NameUse& use : reading->names().all())
      if (use.thing.kind == NameKind::robot && use.is_definition && !reading->semantics() &&
          use.range.file == reading->file(view.key) && use.range.valid())
        places.insert(workspace.location(*reading, use.range).range);
  return places;
}

// "two.urdf.xacro side:=left", with its folder if another robot has a file of that name.
std::string short_name(const View& view, const Reading& shown) {
  const std::filesystem::path path(shown.input().file);
  const auto has_name = [&](const auto& reading) {
    return std::filesystem::path(reading->input().file).filename() == path.filename() &&
           reading->input().file != shown.input().file;
  };
  const bool is_known = std::ranges::none_of(view.readings, has_name);
  std::string name = is_known ? path.filename() : path.parent_path().filename() / path.filename();
  for (const driver::InputArgument& argument : shown.input().arguments)
    name += concat(" ", argument.name, ":=", argument.value);
  return name;
}

// Which of several robots is shown, with a command that shows the next one.
void add_active_robot(const View& view, std::vector<CodeLens>& lenses) {
  if (view.readings.size() < 2) return;
  const auto label = [](const auto& reading) { return driver::label(reading->input()); };
  auto readings = view.readings;
  std::ranges::sort(readings, {}, label);
  const auto shown = std::ranges::find(readings, label(view.readings.front()), label);
  const auto& next = shown + 1 == readings.end() ? readings.front() : *(shown + 1);
  const std::string title = concat("robot ", shown - readings.begin() + 1, " of ", readings.size(), ": ",
                                   short_name(view, **shown), "; show ", short_name(view, *next));
  const Json there = {{"uri", view.document->uri}, {"root", label(next)}};
  lenses.push_back({{}, {title, "romas.selectRoot", Json::array({there})}});
}

}  // namespace

std::vector<CodeLens> code_lenses(const Workspace& workspace, const View& view, bool has_head) {
  // The places at which each macro is called, by the place of its name.
  std::map<Range, std::set<Location>> calls;
  for (const auto& reading : view.readings) {
    const FileId file = reading->file(view.key);
    for (const ProgramName* name : reading->program().all()) {
      if (name->kind != ProgramName::Kind::macro || name->definition.file != file || file == 0) continue;
      auto& places = calls[workspace.location(*reading, name->definition).range];
      if (is_call(reading->sources(), *name)) places.insert(workspace.location(*reading, name->use));
    }
  }
  std::vector<CodeLens> lenses;
  add_active_robot(view, lenses);
  for (const auto& [range, places] : calls) {
    const std::string count =
        places.empty() ? "not called"
                       : concat("called at ", places.size(), places.size() == 1 ? " place" : " places");
    lenses.push_back({range, {count, "", Json::array()}});
    if (places.empty()) continue;
    const Json there = {{"uri", view.document->uri}, {"position", write_json(range.start)}};
    lenses.push_back({range, {"expanded text", "romas.expanded", Json::array({there})}});
  }
  const Json about = Json::array({{{"uri", view.document->uri}}});
  const bool is_program = std::ranges::any_of(view.readings, [&](const auto& reading) {
    return reading->sources().expansions().used() && reading->file(view.key) != 0;
  });
  if (is_program) lenses.push_back({{}, {"expanded text", "romas.expanded", about}});
  if (!has_head) return lenses;
  std::set<Range> compared = robot_names(workspace, view);
  for (const auto& [range, places] : calls) compared.insert(range);
  for (const Range& range : compared)
    lenses.push_back({range, {"compare with HEAD", "romas.compareWithHead", about}});
  return lenses;
}

}  // namespace romas::lsp
