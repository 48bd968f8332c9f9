// romas-scene 1: what is open, for the page and for other programs (docs/studio.md).
#include <algorithm>

#include "support/diagnostic_render.h"
#include "support/text.h"
#include "tools/studio/api/handlers.h"

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

// The head of a scene: everything but the two texts that other parts of the compiler write.
std::string scene_head(const Workspace& workspace, const Workspace::Document& document, std::size_t robot) {
  const driver::CompileResult& result = document.result;
  JsonWriter json;
  begin_answer(json, workspace);
  json.field("format", "romas-scene");
  json.field("format_version", 1);
  json.field("file", document.path);
  json.field("input_format", result.format);
  json.field("status", status_word(result.status));
  json.field("messages", result.shown + result.printed);
  write_texts(json, "robots", result.models, &Model::name);
  json.field("robot", robot);
  write_texts(json, "files", result.files_read, [](const std::string& file) { return file; });
  json.field("omitted_diagnostics", count_omitted(result.report));
  json.end_object();
  return json.take();
}

Response scene_of(const Workspace& workspace, std::size_t robot) {
  const Workspace::Document* document = workspace.document();
  if (document == nullptr) return error_response(404, "nothing-open", "no file is open");
  const driver::CompileResult& result = document->result;
  if (robot != 0 && robot >= result.models.size())
    return error_response(404, "no-robot", "the file has no robot of this number");
  // With errors there is no file: what `--emit=json` would write is written, and nothing else.
  const std::string model = robot < result.files.size() ? result.files[robot].text : "null";
  constexpr RenderOptions kAllErrors{false, 0};
  std::string diagnostics = "[]";
  if (result.report.sources != nullptr) diagnostics = render_json({&result.report, 1}, kAllErrors);
  std::string head = scene_head(workspace, *document, robot);
  head.resize(head.rfind('}'));  // both texts stand as they are at the end of the object
  Response response;
  response.body = concat(trim(head), ",\n  \"model\": ", trim(model),
                         ",\n  \"diagnostics\": ", trim(diagnostics), "\n}\n");
  return response;
}

}  // namespace

Response show_scene(Call& call) {
  if (call.query.empty()) return scene_of(call.workspace, 0);
  const auto text = parameter(call.query, "robot");
  const auto robot = text ? parse_integer(*text) : std::nullopt;
  if (!robot || *robot < 0) return error_response(400, "bad-request", "'robot' is a whole number from 0");
  return scene_of(call.workspace, static_cast<std::size_t>(*robot));
}

Response open_file(Call& call) {
  Workspace& workspace = call.workspace;
  const auto path = call.body.text("path");
  const auto revision = call.body.number("revision");
  if (!path || !revision)
    return error_response(400, "bad-request", "'path' is a text and 'revision' a whole number");
  if (*revision != workspace.revision())
    return error_response(409, "stale", "something else was opened meanwhile");
  // Inputs of the command line are opened by the names that it gave them.
  const auto& inputs = workspace.inputs();
  const bool is_input = std::find(inputs.begin(), inputs.end(), *path) != inputs.end();
  const auto resolved = is_input ? path : workspace.roots().resolve(*path);
  if (!resolved)
    return error_response(403, "outside", "the file lies outside of the folders that the studio may see");
  workspace.open(*resolved);
  return scene_of(workspace, 0);
}

}  // namespace romas::studio
