// The pose in which gravity loads a joint most.
#include "ir/analysis/worst_pose.h"
#include "tools/studio/api/handlers.h"

namespace romas::studio {

Response show_worst_pose(Call& call) {
  const Workspace& workspace = call.workspace;
  const Workspace::Document* document = workspace.document();
  const auto robot = call.body.number("robot");
  const auto joint = call.body.number("joint");
  if (!robot || !joint)
    return error_response(400, "bad-request", "'robot' and 'joint' are whole numbers from 0");
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  const Model* model = document == nullptr ? nullptr : document->drawn_robot(*robot);
  if (model == nullptr || *joint >= model->joints.size())
    return error_response(404, "no-joint", "there is no such joint");
  const auto worst = worst_pose(*model, KinematicTree(*model), JointId(*joint));
  if (!worst)
    return error_response(409, "no-load", "the load of this joint does not follow from the description");
  JsonWriter json;
  begin_answer(json, workspace);
  json.field("effort", worst->effort);
  json.key("q");
  json.begin_array(JsonWriter::Style::inline_);
  for (const double position : worst->q) json.number(position);
  json.end_array();
  return finish_answer(json);
}

}  // namespace romas::studio
