#include "tools/studio/workspace/motion_log.h"

#include <algorithm>
#include <unordered_map>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/analysis/motion/kinematics.h"
#include "support/text/text.h"

namespace romas::studio {

namespace {

// The destination of a column: an entry of q or of the target; -1: none.
struct Column {
  enum class Kind : unsigned char { time, position, target, other };
  Kind kind = Kind::other;
  int index = -1;
};

// The generated program writes names without what separates columns.
std::string name_in_log(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ',' || c == '"'; }, '_');
  return name;
}

// "q.NAME" or, for a joint with several variables, "q.NAME.K", by their names in the header.
std::unordered_map<std::string, int> variables_by_name(const Model& model, const KinematicTree& tree) {
  std::unordered_map<std::string, int> names;
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    const int count = position_count(joint.type);
    const int first = tree.q_index(id);
    if (first < 0) continue;
    const std::string name = name_in_log(joint.name);
    if (count == 1) names.emplace(name, first);
    for (int k = 0; count > 1 && k < count; ++k) names.emplace(concat(name, ".", k), first + k);
  }
  return names;
}

Column column_of(std::string_view title, const std::unordered_map<std::string, int>& names) {
  Column column;
  if (title == "time") column.kind = Column::Kind::time;
  const auto take = [&](std::string_view prefix, Column::Kind kind) {
    if (!title.starts_with(prefix)) return;
    const auto found = names.find(std::string(title.substr(prefix.size())));
    if (found != names.end()) column = {kind, found->second};
  };
  take("q.", Column::Kind::position);
  take("target.", Column::Kind::target);
  return column;
}

class Reader {
 public:
  Reader(const std::vector<Column>& columns, std::vector<double> neutral)
      : columns_(columns), neutral_(std::move(neutral)) {}

  // False if the line is no row of these columns.
  bool add(std::string_view line, MotionLog& log) const {
    double time = 0;
    std::vector<double> q = neutral_;
    std::vector<double> target = neutral_;
    std::size_t at = 0;
    for (const std::string_view cell : split(line, ',')) {
      const auto number = parse_double(cell);
      if (!number || at == columns_.size()) return false;
      const Column& column = columns_[at++];
      const auto index = static_cast<std::size_t>(column.index);
      if (column.kind == Column::Kind::time) time = *number;
      if (column.kind == Column::Kind::position) q[index] = *number;
      if (column.kind == Column::Kind::target) target[index] = *number;
    }
    if (at != columns_.size()) return false;
    log.time.push_back(time);
    log.q.push_back(std::move(q));
    log.target.push_back(std::move(target));
    return true;
  }

 private:
  const std::vector<Column>& columns_;
  std::vector<double> neutral_;
};

}  // namespace

std::optional<MotionLog> read_motion_log(const std::string& text, const Model& model,
                                         const KinematicTree& tree, std::size_t most_rows,
                                         std::string& problem) {
  std::vector<std::string_view> lines = split(text, '\n');
  while (!lines.empty() && trim(lines.back()).empty()) lines.pop_back();
  const auto names = variables_by_name(model, tree);
  std::vector<Column> columns;
  if (!lines.empty())
    for (const std::string_view title : split(lines.front(), ',')) columns.push_back(column_of(title, names));
  if (columns.empty() || columns.front().kind != Column::Kind::time || lines.size() < 2) {
    problem = "the log has no column of time or no rows";
    return std::nullopt;
  }
  const Reader reader(columns, neutral_position(model, tree));
  const std::size_t rows = lines.size() - 1;
  const std::size_t kept = std::max<std::size_t>(std::min(rows, most_rows), 1);
  MotionLog log;
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t row = kept == 1 ? rows - 1 : i * (rows - 1) / (kept - 1);
    if (reader.add(lines[row + 1], log)) continue;
    problem = concat("line ", row + 2, " of the log does not match its columns");
    return std::nullopt;
  }
  return log;
}

std::optional<std::vector<double>> program_target(const Model& model, const std::vector<double>& q) {
  const KinematicTree tree(model);
  const bool has_program =
      tree.is_tree() && std::none_of(model.joints.begin(), model.joints.end(),
                                     [](const Joint& joint) { return joint.type == JointType::foreign; });
  if (!has_program || q.size() != static_cast<std::size_t>(tree.q_size())) return std::nullopt;
  const DynamicsModel dynamics = make_dynamics_model(model, tree, {});
  std::vector<double> target(static_cast<std::size_t>(dynamics.n_q));
  for (const JointVariables& joint : dynamics.joints)
    std::copy_n(q.begin() + tree.q_index(joint.joint), joint.n_q, target.begin() + joint.q);
  return target;
}

}  // namespace romas::studio
