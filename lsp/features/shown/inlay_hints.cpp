#include "lsp/features/shown/inlay_hints.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "ir/analysis/motion/kinematics.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/features/texts/mjcf_files.h"
#include "lsp/features/texts/romas_text.h"
#include "lsp/features/texts/shown_numbers.h"
#include "lsp/markup/changes/units.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

constexpr std::size_t kMostLines = 5000;
constexpr std::size_t kShownValues = 3;  // of one expression in different instances
constexpr std::size_t kShownText = 60;   // bytes of one of them

class Hints {
 public:
  Hints(const Workspace& workspace, const View& view, Range range)
      : workspace_(workspace), view_(view), text_(*view.document, workspace.encoding()), range_(range) {}

  void add_values() {
    std::map<std::size_t, std::vector<std::string>> values;  // by the end of the expression
    for (const auto& reading : view_.readings) {
      const FileId file = reading->file(view_.key);
      if (file == 0) continue;
      const std::string_view was = reading->sources().text(file);
      const MovedOffsets moved(was, view_.document->text);
      const SourceRange whole{file, 0, static_cast<std::uint32_t>(was.size())};
      for (const ProgramValue* value : reading->program().values_in(whole)) {
        const SourceRange place = reading->sources().written(value->at);
        // A name in an expression has a value, too; the hint is that of the whole.
        if (was.substr(place.begin, 1) != "$" || !value->is_plain) continue;
        std::string text = shortened(value->text);
        if (trim(text).empty() || is_absolute_path(text)) continue;
        std::vector<std::string>& known = values[moved(place.end)];
        if (std::ranges::find(known, text) == known.end()) known.push_back(std::move(text));
      }
    }
    for (const auto& [end, texts] : values) add(end, concat("= ", shown(texts)));
  }

  void add_degrees() {
    const markup::Tree& tree = text_.tree;
    const bool in_degrees = !markup::is_mjcf(tree) || mjcf_settings(view_, tree).degrees.value_or(true);
    for (markup::NodeId id = 0; id < tree.nodes.size(); ++id) {
      if (tree.nodes[id].kind != markup::NodeKind::element) continue;
      markup::for_each_attribute(tree, id, [&](const markup::Attribute& attribute) {
        const auto numbers = markup::numbers_of(tree, id, attribute, in_degrees);
        const bool is_angle = !numbers.empty() && numbers.front().unit == markup::Unit::radian;
        const bool is_zero =
            std::ranges::all_of(numbers, [](const auto& number) { return number.value == 0; });
        if (!is_angle || is_zero) return;
        add(attribute.value.end, join(numbers, " ", &markup::in_degrees));
      });
    }
  }

  void add_mass() {
    for (const auto& reading : view_.readings)
      for (const Model& model : reading->models()) {
        if (reading->key(reading->sources().written(model.name_range).file) != view_.key) continue;
        double mass = 0;
        for (const Link& link : model.links)
          if (link.inertial) mass += link.inertial->mass.value();
        if (!std::isfinite(mass) || mass <= 0) continue;
        const Location place = workspace_.location(*reading, model.name_range);
        add(place.range.end, concat(format_double(round_to_digits(mass, 4)), " kg"));
        return;
      }
  }

  // The pose of each link in the root at zero. Links at the pose of the root have none.
  void add_poses() {
    std::map<Position, std::vector<std::string>> poses;  // by the end of the link's name
    for (const auto& reading : view_.readings)
      for (const Model& model : reading->models()) {
        const KinematicTree tree(model);
        const std::vector<RigidTransform> X_RL = link_poses(model, tree, neutral_position(model, tree));
        for (std::size_t i = 0; i < model.links.size(); ++i) {
          const SourceRange name = reading->sources().written(model.links[i].name_range);
          const RigidTransform& X = X_RL[i];
          if (!name.valid() || reading->key(name.file) != view_.key || !tree.reached(LinkId(i)) ||
              X.is_identity() || !X.p.allFinite() || !X.R.allFinite())
            continue;
          std::vector<std::string>& known = poses[workspace_.location(*reading, name).range.end];
          std::string text = lsp::shown(X);
          if (std::ranges::find(known, text) == known.end()) known.push_back(std::move(text));
        }
      }
    for (const auto& [end, texts] : poses) add(end, concat("at ", shown(texts)));
  }

  std::vector<InlayHint> take() {
    std::ranges::stable_sort(hints_, {}, &InlayHint::position);
    return std::move(hints_);
  }

 private:
  // Rounds long numbers to six digits.
  static std::string shortened(const std::string& text) {
    constexpr std::size_t kLong = 8;
    const auto number = text.size() > kLong ? parse_double(text) : std::nullopt;
    if (!number || !std::isfinite(*number)) return text;
    const std::string rounded = format_double(round_to_digits(*number, 6));
    return rounded.size() < text.size() ? rounded : text;
  }
  // A path of this machine says nothing about the robot. Names of topics begin with '/', too, but in no
  // folder.
  static bool is_absolute_path(std::string_view text) {
    constexpr std::string_view kScheme = "file://";
    if (text.starts_with(kScheme)) text.remove_prefix(kScheme.size());
    if (!text.starts_with('/')) return false;
    const std::string_view first = text.substr(0, text.find('/', 1));
    return first.size() > 1 && first.size() < text.size() && is_folder(std::string(first));
  }
  static std::string shown(const std::vector<std::string>& texts) {
    std::string all;
    for (std::size_t i = 0; i < std::min(kShownValues, texts.size()); ++i) {
      const bool is_long = texts[i].size() > kShownText;
      all += concat(i == 0 ? "" : " | ", is_long ? concat(texts[i].substr(0, kShownText), "…") : texts[i]);
    }
    return texts.size() > kShownValues ? concat(all, " | …") : all;
  }
  void add(std::size_t offset, std::string label) { add(text_.positions.position(offset), std::move(label)); }
  void add(Position position, std::string label) {
    if (position < range_.start || position > range_.end) return;
    // One line, whatever the value holds.
    std::ranges::replace_if(
        label, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    hints_.push_back({position, std::move(label), std::nullopt, std::nullopt, true, false});
  }

  const Workspace& workspace_;
  const View& view_;
  MarkupText text_;
  Range range_;
  std::vector<InlayHint> hints_;
};

}  // namespace

std::vector<InlayHint> inlay_hints(Workspace& workspace, const View& view, Range range,
                                   const HintKinds& kinds) {
  const std::string& text = view.document->text;
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (lines > kMostLines) return {};
  if (is_romas(*view.document)) {
    auto hints = kinds.parameters ? romas_parameter_hints(workspace, view, range) : std::vector<InlayHint>();
    if (kinds.degrees)
      std::ranges::move(romas_degree_hints(workspace, view, range), std::back_inserter(hints));
    std::ranges::stable_sort(hints, {}, &InlayHint::position);
    return hints;
  }
  if (!is_markup(*view.document)) return {};
  Hints hints(workspace, view, range);
  if (kinds.values) hints.add_values();
  if (kinds.degrees) hints.add_degrees();
  if (kinds.mass) hints.add_mass();
  if (kinds.poses) hints.add_poses();
  return hints.take();
}

}  // namespace romas::lsp
