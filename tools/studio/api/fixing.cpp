// Fixes of findings: what they would change, and changing it.
#include "tools/studio/api/handlers.h"

namespace romas::studio {

namespace {

Response fixes_response(const Workspace& workspace, const driver::FixedTexts& texts, bool applied) {
  JsonWriter json;
  begin_answer(json, workspace);
  json.field("fixes", texts.fixes());
  json.field("diff", texts.unified_diffs());
  json.field("summary", texts.summary(applied));
  json.field("applied", applied);
  return finish_answer(json);
}

}  // namespace

Response fix_findings(Call& call) {
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  const auto finding = call.body.number("finding");
  if (call.body.has("finding") && !finding)
    return error_response(400, "bad-request", "'finding' is the number of a finding, from 0");
  Workspace& workspace = call.workspace;
  const bool applies = call.body.flag("apply");
  if (applies && workspace.read_only())
    return error_response(403, "read-only", "romas-studio was started with --read-only");
  Workspace::Fixing fixing;
  if (const auto refusal = workspace.begin_fixing(finding, call.body.flag("unsafe"), fixing))
    return refusal_response(*refusal);
  Response response;
  response.later = std::make_shared<Later>();
  response.later->work = fixing.work;
  response.later->finish = [&workspace, applies, fixing = std::move(fixing)] {
    const bool writes = applies && fixing.outcome->texts.changed() > 0;
    if (writes)
      if (const auto refusal = workspace.write_fixes(fixing)) return refusal_response(*refusal);
    return fixes_response(workspace, fixing.outcome->texts, writes);
  };
  return response;
}

}  // namespace romas::studio
