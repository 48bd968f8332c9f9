// The pose in which gravity loads a joint most.
#include "ir/analysis/loads/worst_pose.h"
#include "tools/studio/api/handlers.h"

namespace romas::studio {

namespace {

struct Search {
  Model model;
  JointId joint;
  std::optional<GravityLoad> worst;
};

Response load_response(const Workspace& workspace, const GravityLoad& worst) {
  JsonWriter json;
  begin_answer(json, workspace);
  json.field("effort", worst.effort);
  json.key("q");
  json.begin_array(JsonWriter::Style::inline_);
  for (const double position : worst.q) json.number(position);
  json.end_array();
  return finish_answer(json);
}

}  // namespace

Response show_worst_pose(Call& call) {
  Workspace& workspace = call.workspace;
  const Workspace::Document* document = workspace.document();
  const auto robot = call.body.number("robot");
  const auto joint = call.body.number("joint");
  if (!robot || !joint)
    return error_response(400, "bad-request", "'robot' and 'joint' are whole numbers from 0");
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  const Model* model = document == nullptr ? nullptr : document->drawn_robot(*robot);
  if (model == nullptr || *joint >= model->joints.size())
    return error_response(404, "no-joint", "there is no such joint");
  // A robot of its own: another one may be opened while it is searched.
  auto search = std::make_shared<Search>(Search{*model, JointId(*joint), std::nullopt});
  Undertaking undertaking;
  undertaking.work = [search] {
    search->worst = worst_pose(search->model, KinematicTree(search->model), search->joint);
  };
  undertaking.finish = [search]() -> std::optional<Refusal> {
    if (search->worst) return std::nullopt;
    return Refusal{"no-load", "the load of this joint does not follow from the description"};
  };
  return later_response(workspace.unless_stale(std::move(undertaking)),
                        [&workspace, search] { return load_response(workspace, *search->worst); });
}

}  // namespace romas::studio
