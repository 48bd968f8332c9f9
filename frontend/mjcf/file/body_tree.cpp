#include "frontend/mjcf/file/body_tree.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "frontend/mjcf/file/mjcf_pose.h"
#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "support/process/stack.h"
#include "support/process/stop.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr std::size_t kMostParts = 1'000'000;
constexpr std::size_t kLeastStack = 256 * 1024;  // bytes

// The first element with this name attribute below another one; null if there is none.
const XmlElement* find_named(const XmlElement& element,  // NOLINT(misc-no-recursion): depth of the XML
                             std::string_view kind, std::string_view name) {
  for (const XmlElement& child : element.children) {
    const XmlAttribute* said = child.attribute("name");
    if (child.name == kind && said != nullptr && said->value.text == name) return &child;
    if (const XmlElement* found = find_named(child, kind, name)) return found;
  }
  return nullptr;
}

}  // namespace

std::string Affix::apply(const Affix* affix, std::string_view name) {
  std::string result(name);
  for (; affix != nullptr; affix = affix->around) result = concat(affix->prefix, result, affix->suffix);
  return result;
}

std::string Affix::apply_to_asset(const Affix* affix, std::string_view name) {
  std::string result(name);
  for (; affix != nullptr; affix = affix->around)
    if (affix->of_model) result = concat(affix->prefix, result);
  return result;
}

const Affix* BodyTree::affix(Affix made) {
  affixes_.push_back(std::make_unique<const Affix>(std::move(made)));
  return affixes_.back().get();
}

bool BodyTree::read(MjcfFile& file) {
  open_models_.push_back(&file);
  const Around around{&file, &file.classes().main(), nullptr, {}};
  for (const XmlElement& section : file.sections()) {
    if (section.name != "worldbody") continue;
    if (world_.part.element == nullptr) world_.part = {&section, &file, around.nearest_class, nullptr, {}};
    children(section, around, world_);
  }
  return !full_;
}

bool BodyTree::within_limit(const XmlElement& element) {
  stop_point();
  if (full_) return false;
  if (++parts_ <= kMostParts && stack_left() > kLeastStack) return true;
  full_ = true;
  schema_.report(Rule::input_limit, element.start_tag,
                 parts_ > kMostParts
                     ? concat("frames and replicas put more than ", kMostParts, " elements into bodies")
                     : std::string("attached models are nested too deeply"));
  return false;
}

void BodyTree::children(const XmlElement& element,  // NOLINT(misc-no-recursion): see within_limit
                        const Around& around, BodyNode& body) {
  for (const XmlElement& next : element.children) {
    if (!within_limit(next)) return;
    child(next, around, body);
  }
}

void BodyTree::child(const XmlElement& element,  // NOLINT(misc-no-recursion)
                     const Around& around, BodyNode& body) {
  const auto add = [&](std::vector<Part>& parts) {
    parts.push_back({&element, around.file, around.nearest_class, around.affix, around.X_BF});
  };
  if (element.name == "body") return add_body(element, around, body);
  if (element.name == "frame") return add_frame(element, around, body);
  if (element.name == "replicate") return add_replicas(element, around, body);
  if (element.name == "attach") return add_attached(element, around, body);
  const bool of_moving = element.name == "inertial" || element.name == "joint" || element.name == "freejoint";
  if (of_moving && &body == &world_) {
    schema_.refuse(Rule::unknown_element, element.start_tag,
                   concat("the world does not move: put <", element.name, "> into a <body>"));
    return;
  }
  if (element.name == "inertial") return add(body.inertials);
  if (of_moving) return add(body.joints);
  if (element.name == "geom") return add(body.geoms);
  if (element.name == "site") return add(body.sites);
  if (element.name == "camera") return add(body.cameras);
  add(body.others);
}

void BodyTree::add_body(const XmlElement& element,  // NOLINT(misc-no-recursion)
                        const Around& around, BodyNode& body) {
  schema_.set_subject("<body>", "");
  schema_.check_attributes(element, kBody.row, {});
  BodyNode& made = body.bodies.emplace_back();
  made.part = {&element, around.file, around.nearest_class, around.affix, {}};
  made.X_PB = composed(around.X_BF, read_pose(element, around.file->settings(), schema_));
  Around inside = around;
  inside.nearest_class = &around.file->class_within(element, *around.nearest_class);
  inside.X_BF = {};
  children(element, inside, made);
}

void BodyTree::add_frame(const XmlElement& element,  // NOLINT(misc-no-recursion)
                         const Around& around, BodyNode& body) {
  schema_.set_subject("<frame>", "");
  schema_.check_attributes(element, kFrame.row, {});
  if (const XmlAttribute* name = element.attribute("name"); name != nullptr && !name->value.text.empty()) {
    const std::string full = Affix::apply(around.affix, name->value.text);
    const auto [known, is_new] = frames_.try_emplace(full, name->value.range);
    if (!is_new)
      schema_
          .refuse(Rule::duplicate_name, name->value.range, concat("frame ", quote(full), " is defined twice"))
          .note(known->second, "the first is here");
  }
  Around inside = around;
  inside.nearest_class = &around.file->class_within(element, *around.nearest_class);
  inside.X_BF = composed(around.X_BF, read_pose(element, around.file->settings(), schema_));
  children(element, inside, body);
}

// Copy i is turned by i times the angles; the next one stands at the offset in its frame.
void BodyTree::add_replicas(const XmlElement& element,  // NOLINT(misc-no-recursion)
                            const Around& around, BodyNode& body) {
  schema_.set_subject("<replicate>", "");
  schema_.check_attributes(element, kReplicate.row, {});
  const auto count = schema_.number(element, "count");
  if (!count) return;
  if (count->value() != std::floor(count->value())) {
    schema_.report(Rule::bad_value, schema_.value_range(element, "count"),
                   "the number of copies must be whole");
    return;
  }
  if (count->value() < 1 || count->value() > kMostParts) {
    schema_.report(
        count->value() < 1 ? Rule::bad_value : Rule::input_limit, schema_.value_range(element, "count"),
        concat("<replicate> makes ", count->value(), " copies; 1 to ", kMostParts, " are allowed"));
    return;
  }
  const auto vector = [&](std::string_view name) {
    const auto said = schema_.vector3(element, name).value_or(Number3{});
    return std::array<double, 3>{said[0].value(), said[1].value(), said[2].value()};
  };
  const std::array<double, 3> angles = vector("euler"), offset = vector("offset");
  const auto copies = static_cast<std::size_t>(count->value());
  const std::size_t digits = concat(copies).size();
  const CompilerSettings& settings = around.file->settings();
  RigidTransform X;
  for (std::size_t i = 0; i < copies && !full_; ++i) {
    const auto times = static_cast<double>(i);
    X.R = rotation_from_euler({times * angles[0], times * angles[1], times * angles[2]}, settings);
    const std::string number = concat(i);
    Around inside = around;
    inside.nearest_class = &around.file->class_within(element, *around.nearest_class);
    inside.affix = affix(
        {{},
         concat(schema_.text(element, "sep").value_or(""), std::string(digits - number.size(), '0'), number),
         around.affix});
    replicas_.push_back(inside.affix);
    inside.X_BF = composed(around.X_BF, plain_transform(X));
    children(element, inside, body);
    X.p += X.R * Vector3(offset[0], offset[1], offset[2]);
  }
}

void BodyTree::add_attached(const XmlElement& element,  // NOLINT(misc-no-recursion)
                            const Around& around, BodyNode& body) {
  schema_.set_subject("<attach>", "");
  schema_.check_attributes(element, kAttach.row, {});
  MjcfFile* file = element.attribute("model") == nullptr ? around.file : models_.model(*around.file, element);
  if (file == nullptr) return;
  if (file != around.file && std::ranges::find(open_models_, file) != open_models_.end()) {
    schema_.report(Rule::import_cycle, element.start_tag,
                   concat("the model '", file->path(), "' attaches itself"));
    return;
  }
  Around inside{
      file, &file->classes().main(),
      affix({schema_.text(element, "prefix").value_or(""), {}, around.affix, file != around.file, &element}),
      around.X_BF};
  attached_.push_back({&element, file, inside.affix});
  open_models_.push_back(file);
  if (!attach_named(element, inside, body)) {
    for (const XmlElement& section : file->sections())
      if (section.name == "worldbody") children(section, inside, body);
  }
  open_models_.pop_back();
}

// Attaches the body or frame that the element names. False if it names none: all of the model is meant.
bool BodyTree::attach_named(const XmlElement& attach,  // NOLINT(misc-no-recursion)
                            const Around& around, BodyNode& body) {
  for (const std::string_view kind : {std::string_view("body"), std::string_view("frame")}) {
    const XmlAttribute* name = attach.attribute(kind);
    if (name == nullptr) continue;
    const XmlElement* found = nullptr;
    for (const XmlElement& section : around.file->sections())
      if (found == nullptr && section.name == "worldbody")
        found = find_named(section, kind, name->value.text);
    if (found == nullptr)
      schema_.report(
          Rule::unresolved_link, name->value.range,
          concat("the model '", around.file->path(), "' has no ", kind, " ", quote(name->value.text)));
    else
      child(*found, around, body);
    return true;
  }
  return false;
}

}  // namespace romas::mjcf
