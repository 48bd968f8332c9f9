// romas-scene 1: what is open, for the page and for other programs (docs/formats/scene.md).
#include <algorithm>

#include "support/shown/diagnostic_render.h"
#include "support/text/text.h"
#include "tools/studio/api/handlers.h"
#include "tools/studio/scene/places.h"
#include "tools/studio/scene/robot_scene.h"

namespace romas::studio {

namespace {

std::string_view status_word(driver::CompileStatus status) {
  switch (status) {
    case driver::CompileStatus::ok: return "ok";
    case driver::CompileStatus::errors: return "errors";
    case driver::CompileStatus::unreadable: return "unreadable";
    case driver::CompileStatus::internal_error: return "internal-error";
  }
  return "internal-error";
}

template <class Range, class Text>
void write_texts(JsonWriter& json, std::string_view key, const Range& range, Text text_of) {
  json.key(key);
  json.begin_array();
  for (const auto& item : range) json.string(std::invoke(text_of, item));
  json.end_array();
}

std::size_t count_omitted(const DiagnosticReport& report) {
  std::size_t count = 0;
  for (const auto& [rule, times] : report.omitted) count += times;
  return count;
}

constexpr std::uint64_t kLargestMeasured = 100'000'000;  // bytes of a mesh

// The same robot in the newest reading; null if that has none of this name.
const Model* newest_robot(const Workspace::Document& document, const Model& drawn) {
  if (!document.stale()) return &drawn;
  const auto& models = document.result.models;
  const auto same = std::find_if(models.begin(), models.end(),
                                 [&](const Model& model) { return model.name == drawn.name; });
  return same == models.end() ? nullptr : &*same;
}

void write_sources(JsonWriter& json, const SourceManager& sources) {
  json.key("sources");
  json.begin_array();
  for (FileId file = 1; file <= sources.file_count(); ++file) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("name", sources.name(file));
    json.end_object();
  }
  json.end_array();
}

// The head of a scene: everything but the two texts that other parts of the compiler write.
std::string scene_head(Workspace& workspace, Workspace::Document& document, std::size_t robot,
                       const EntityRanges& ranges) {
  const driver::CompileResult& result = document.result;
  const Model* model = document.drawn_robot(robot);
  JsonWriter json;
  begin_answer(json, workspace);
  json.field("format", "romas-scene");
  json.field("format_version", 1);
  json.field("file", driver::label(document.input));
  json.field("input_format", result.format);
  json.field("status", status_word(result.status));
  json.field("stale", document.stale());
  json.field("watched", workspace.watch().complete());
  json.field("messages", result.shown + result.printed);
  write_texts(json, "robots", document.shown().models, &Model::name);
  json.field("robot", robot);
  write_texts(json, "files", result.files_read, [](const std::string& file) { return file; });
  write_sources(json, *result.sources);
  json.field("omitted_diagnostics", count_omitted(result.report));
  if (model == nullptr)
    write_no_robot(json);
  else
    write_robot(json, *model,
                {document.meshes, document.search, std::min(workspace.max_input(), kLargestMeasured)});
  write_meshes(json, document.meshes);
  write_places(json, ranges, *result.sources);
  write_assembly(json, workspace);
  json.end_object();
  return json.take();
}

// Returns the findings as `--format=json` prints them, each with the entities that it is about.
std::string diagnostics_of(const driver::CompileResult& result, const EntityRanges& ranges) {
  constexpr RenderOptions kAllErrors{false, 0};
  if (result.report.sources == nullptr) return "[]";
  const EntitiesByPlace entities(ranges);
  return render_json({&result.report, 1}, kAllErrors, [&](JsonWriter& json, const Diagnostic& diagnostic) {
    write_entities(json, entities.smallest_around(diagnostic.range));
  });
}

}  // namespace

Response scene_response(Workspace& workspace, std::size_t robot) {
  Workspace::Document* document = workspace.document();
  if (document == nullptr) return error_response(404, "nothing-open", "no file is open");
  const driver::CompileResult& shown = document->shown();
  if (robot != 0 && robot >= shown.models.size())
    return error_response(404, "no-robot", "the file has no robot of this number");
  const Model* drawn = document->drawn_robot(robot);
  const Model* newest = drawn == nullptr ? nullptr : newest_robot(*document, *drawn);
  const Model none;
  EntityRanges ranges;
  if (drawn != nullptr) ranges = EntityRanges::of(*drawn, newest == nullptr ? none : *newest);
  // With errors there is no file: what `--emit=json` would write is written, and nothing else.
  const std::string model = drawn == nullptr ? "null" : shown.files[robot].text;
  std::string head = scene_head(workspace, *document, robot, ranges);
  head.resize(head.rfind('}'));  // both texts stand as they are at the end of the object
  Response response;
  response.body = concat(trim(head), ",\n  \"model\": ", trim(model),
                         ",\n  \"diagnostics\": ", trim(diagnostics_of(document->result, ranges)), "\n}\n");
  return response;
}

Response show_scene(Call& call) {
  if (call.query.empty()) return scene_response(call.workspace, 0);
  const auto text = parameter(call.query, "robot");
  const auto robot = text ? parse_integer(*text) : std::nullopt;
  if (!robot || *robot < 0)
    return error_response(400, "bad-request", "'robot' must be a whole number from 0");
  return scene_response(call.workspace, static_cast<std::size_t>(*robot));
}

namespace {

// The scene, once the reading is what is open.
Response read_response(Workspace& workspace, Workspace::Reading reading) {
  Response response;
  response.later = std::make_shared<Later>();
  response.later->work = reading.work;
  response.later->finish = [&workspace, reading = std::move(reading)]() mutable {
    if (workspace.finish_reading(std::move(reading))) return scene_response(workspace, 0);
    return error_response(409, "stale", "something else was opened meanwhile");
  };
  return response;
}

}  // namespace

Response add_package_path(Call& call) {
  Workspace& workspace = call.workspace;
  const auto path = call.body.text("path");
  if (!path) return error_response(400, "bad-request", "'path' is a text");
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  const auto folder = workspace.roots().resolve(*path);
  if (!folder) return error_response(403, "outside", "the folder is outside those that the studio may see");
  if (!list_folder(*folder, workspace.roots()))
    return error_response(404, "no-folder", "there is no such folder that the studio may see");
  auto reading = workspace.look_in(*folder);
  return reading ? read_response(workspace, std::move(*reading)) : scene_response(workspace, 0);
}

Response open_file(Call& call) {
  Workspace& workspace = call.workspace;
  const auto path = call.body.text("path");
  const auto revision = call.body.number("revision");
  if (!path || !revision)
    return error_response(400, "bad-request", "'path' is a text and 'revision' a whole number");
  if (*revision != workspace.revision())
    return error_response(409, "stale", "something else was opened meanwhile");
  const auto resolved = workspace.resolve_input(*path);
  if (!resolved)
    return error_response(403, "outside", "the file is outside the folders that the studio may see");
  if (workspace.may_wait_for(*path, *resolved))
    return error_response(403, "no-file", "only a regular file can be opened");
  return read_response(workspace, workspace.begin_reading(*resolved));
}

}  // namespace romas::studio
