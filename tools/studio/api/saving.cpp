// Saving the assembly, and the open robot in another format.
#include "support/shown/diagnostic_render.h"
#include "support/text/text.h"
#include "tools/studio/api/handlers.h"
#include "tools/studio/api/standalone.h"

namespace romas::studio {

Response save_assembly(Call& call) {
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  if (call.body.has("path") && !call.body.text("path"))
    return error_response(400, "bad-request", "'path' is a text; without it the assembly keeps its file");
  const std::string path = call.body.text("path").value_or(std::string());
  Workspace& workspace = call.workspace;
  return later_response(workspace.save_assembly(path, call.body.flag("replace")),
                        [&workspace] { return scene_response(workspace, 0); });
}

Response answer_draft(Call& call) {
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  const auto action = call.body.text("action");
  if (action != "restore" && action != "discard")
    return error_response(400, "bad-request", "'action' is restore or discard");
  if (action == "restore") {
    Workspace& workspace = call.workspace;
    return later_response(workspace.restore_draft(), [&workspace] { return scene_response(workspace, 0); });
  }
  if (const auto refusal = call.workspace.discard_draft()) return refusal_response(*refusal);
  JsonWriter json;
  begin_answer(json, call.workspace);
  return finish_answer(json);
}

namespace {

// Ends an answer with what the format of a result cannot say.
Response with_losses(JsonWriter& json, const driver::CompileResult& result) {
  json.end_object();
  std::string head = json.take();
  head.resize(head.rfind('}'));  // the losses are put at the end of the object
  const DiagnosticReport losses{result.sources.get(), result.losses, {}};
  Response response;
  response.body = concat(trim(head), ",\n  \"losses\": ",
                         trim(render_json({&losses, 1}, {.color = false, .error_limit = 0})), "\n}\n");
  return response;
}

Response exported_response(const Workspace& workspace, const Workspace::Exported& exported) {
  JsonWriter json;
  begin_answer(json, workspace);
  json.field("path", exported.path);
  json.field("bytes", exported.bytes);
  return with_losses(json, exported.result);
}

constexpr std::size_t kLargestTranslation = 32U << 20U;  // bytes of all its files

Response translated_response(const Workspace& workspace, const driver::CompileResult& result) {
  std::size_t bytes = 0;
  for (const OutputFile& file : result.files) bytes += file.text.size();
  if (bytes > kLargestTranslation)
    return error_response(413, "large-file",
                          concat("the translation has ", bytes, " bytes; export it to a file instead"));
  JsonWriter json;
  begin_answer(json, workspace);
  json.key("files");
  json.begin_array();
  for (const OutputFile& file : result.files) {
    json.begin_object();
    json.field("name", file.path);
    json.field("text", file.text);
    json.end_object();
  }
  json.end_array();
  return with_losses(json, result);
}

Response export_page(Call& call, std::size_t robot, const std::string& path) {
  Workspace& workspace = call.workspace;
  auto html = std::make_shared<std::string>();
  auto exported = std::make_shared<Workspace::Exported>();
  Undertaking making = make_standalone(workspace, robot, call.page, html);
  making.finish = [&workspace, html, exported, path, replace = call.body.flag("replace"),
                   made = std::move(making.finish)]() -> std::optional<Refusal> {
    if (auto refusal = made()) return refusal;
    return workspace.write_export(path, kStandaloneEnding, std::move(*html), replace, *exported);
  };
  return later_response(workspace.unless_stale(std::move(making)),
                        [&workspace, exported] { return exported_response(workspace, *exported); });
}

}  // namespace

Response translate_robot(Call& call) {
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  const auto target = call.body.text("target");
  if (!target) return error_response(400, "bad-request", "'target' is a text");
  Workspace& workspace = call.workspace;
  auto translated = std::make_shared<driver::CompileResult>();
  return later_response(workspace.translate(*target, call.body.number("robot").value_or(0), translated),
                        [&workspace, translated] { return translated_response(workspace, *translated); });
}

Response export_robot(Call& call) {
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  const auto target = call.body.text("target");
  const auto path = call.body.text("path");
  if (!target || !path) return error_response(400, "bad-request", "'target' and 'path' are texts");
  const std::size_t robot = call.body.number("robot").value_or(0);
  if (*target == "html") return export_page(call, robot, *path);
  Workspace& workspace = call.workspace;
  auto exported = std::make_shared<Workspace::Exported>();
  return later_response(workspace.export_robot(*target, robot, *path, call.body.flag("replace"), exported),
                        [&workspace, exported] { return exported_response(workspace, *exported); });
}

}  // namespace romas::studio
