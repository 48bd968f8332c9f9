// Saving the assembly, and writing the open robot in another format.
#include "support/diagnostic_render.h"
#include "support/text.h"
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
  const bool restored = action == "restore";
  const auto refusal = restored ? call.workspace.restore_draft() : call.workspace.discard_draft();
  if (refusal) return refusal_response(*refusal);
  if (restored) return scene_response(call.workspace, 0);
  JsonWriter json;
  begin_answer(json, call.workspace);
  return finish_answer(json);
}

namespace {

Response exported_response(const Workspace& workspace, const Workspace::Exported& exported) {
  JsonWriter json;
  begin_answer(json, workspace);
  json.field("path", exported.path);
  json.field("bytes", exported.bytes);
  json.end_object();
  std::string head = json.take();
  head.resize(head.rfind('}'));  // what the format cannot say stands at the end of the object
  const DiagnosticReport losses{exported.result.sources.get(), exported.result.losses, {}};
  Response response;
  response.body = concat(trim(head), ",\n  \"losses\": ",
                         trim(render_json({&losses, 1}, {.color = false, .error_limit = 0})), "\n}\n");
  return response;
}

Response export_page(Call& call, std::size_t robot, const std::string& path) {
  std::string html;
  if (auto refusal = make_standalone(call.workspace, robot, call.page, html))
    return refusal_response(*refusal);
  Workspace::Exported exported;
  if (auto refusal = call.workspace.write_export(path, kStandaloneEnding, std::move(html),
                                                 call.body.flag("replace"), exported))
    return refusal_response(*refusal);
  return exported_response(call.workspace, exported);
}

}  // namespace

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
