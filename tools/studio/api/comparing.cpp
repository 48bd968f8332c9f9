// Compares what is open with another file.
#include "support/text/text.h"
#include "tools/studio/api/handlers.h"
#include "tools/studio/scene/robot_scene.h"

namespace romas::studio {

namespace {

// The other robot as a scene has it, and what differs as `romasc --compare --format=json` says it.
Response comparison_response(Workspace& workspace, const OtherRobot& other) {
  JsonWriter json;
  begin_answer(json, workspace);
  json.field("path", other.path());
  json.key("other");
  json.begin_object();
  json.field("name", other.model().name);
  Workspace::Document& document = *workspace.document();
  write_robot(json, other.model(), {document.meshes, other.search(), workspace.max_input()});
  write_meshes(json, document.meshes);
  json.end_object();
  json.end_object();
  std::string head = json.take();
  head.resize(head.rfind('}'));  // the other text stands as it is at the end of the object
  Response response;
  response.body =
      concat(trim(head), ",\n  \"comparison\": ", trim(driver::print_comparison_as_json(other.comparison())),
             "\n}\n");
  return response;
}

}  // namespace

Response compare_with(Call& call) {
  Workspace& workspace = call.workspace;
  const auto path = call.body.text("path");
  if (!path) return error_response(400, "bad-request", "'path' is a text");
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  const auto resolved = workspace.resolve_input(*path);
  if (!resolved)
    return error_response(403, "outside", "the path is outside the folders that the studio may see");
  if (workspace.may_wait_for(*path, *resolved))
    return error_response(403, "no-file", "only a regular file can be compared");
  return later_response(workspace.compare_with(*resolved),
                        [&workspace] { return comparison_response(workspace, *workspace.other()); });
}

Response end_comparison(Call& call) {
  call.workspace.end_comparison();
  JsonWriter json;
  begin_answer(json, call.workspace);
  return finish_answer(json);
}

}  // namespace romas::studio
