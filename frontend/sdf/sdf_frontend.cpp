// The frontend of SDF: <sdf> with models in it, or with a world that has models.
#include <algorithm>
#include <unordered_map>

#include "frontend/frontend.h"
#include "frontend/sdf/sdf_reader.h"
#include "frontend/sdf/two_axis_joints.h"
#include "frontend/sdf/world_frames.h"
#include "frontend/xml/reader/make_element.h"
#include "frontend/xml/reader/xml_reader.h"

namespace romas {

namespace sdf {

namespace {

// Receives the events of read_xml. A model is read as a whole at its end.
class SdfDocument {
 public:
  SdfDocument(FileId file, FrontendContext& context, FrontendResult& result)
      : file_(file),
        context_(context),
        result_(result),
        versions_(context.sources.expansions()),
        includes_(context, versions_) {}

  void begin(const XmlElement& root) {
    if (root.local_name() != "sdf") {
      context_.diagnostics.report(Rule::no_robot, root.name_range,
                                  concat("the root element is <", root.name, ">; an SDF file has <sdf>"));
      return;
    }
    is_sdf_ = true;
    versions_.set_prefixes(root.range.file, root);
    const XmlAttribute* version = root.attribute("version");
    if (version == nullptr) {
      context_.diagnostics.report(Rule::missing_attribute, root.start_tag,
                                  "<sdf> has no version; write version=\"1.9\"");
      return;
    }
    const auto number = read_version(version->value.text);
    if (number)
      versions_.set(root.range.file, *number);
    else
      context_.diagnostics.report(
          Rule::bad_value, version->value.range,
          concat("SDF version ", quote(version->value.text), " is unknown; romasc reads 1.4 to 1.12"));
  }

  void child(XmlElement& element) {
    if (!is_sdf_) return;
    if (element.name == "include") return included(element);
    if (element.name == "model" || element.name == "world") includes_.expand(element);
    part(element);
  }

  void end(const XmlElement& root) {
    if (is_sdf_ && result_.models.empty() && context_.diagnostics.error_count() == 0)
      context_.diagnostics.report(Rule::no_robot, root.start_tag, "the file has no <model>");
  }

 private:
  // An include in the place of a model.
  void included(XmlElement& include) {
    XmlElement parent = make_element("sdf", include.start_tag);
    parent.children.push_back(std::move(include));
    includes_.expand(parent);
    for (XmlElement& element : parent.children) part(element);
  }

  void part(XmlElement& element) {
    if (element.name == "model" || element.name == "world")
      split_two_axis_joints(element, versions_, context_.sources, context_.diagnostics);
    if (element.name == "model") {
      report_taken_name(element, models_);
      model(element, nullptr);
    } else if (element.name == "world") {
      world(element);
    } else {
      other(element, "sdf");
    }
  }

  bool needs_includes() const {
    return context_.diagnostics.policy().severity(Rule::import_missing) == Severity::error;
  }

  void other(const XmlElement& element, std::string_view parent) {
    const Child* row = find_child(parent, element.name);
    if (row != nullptr && row->reading == Reading::quiet) return;
    if (element.name == "include") {
      result_.malformed = true;  // reported: a model is missing
    } else if (row != nullptr) {
      context_.diagnostics.report(
          Rule::feature_dropped, element.start_tag,
          concat("<", element.name, "> of <", parent, "> is not part of a robot and is left out",
                 element.name == "joint" ? "; --world reads the whole world as one robot" : ""));
    } else {
      const std::string where = belongs_into(parent, element.name);
      context_.diagnostics.report(
          Rule::unknown_element, element.name_range,
          concat("<", parent, "> has no element <", element.name, "> in SDF; it is left out",
                 where.empty() ? "" : concat("; it belongs in ", where)));
    }
  }

  // Models of a file or world have different names, and so have worlds.
  using Names = std::unordered_map<std::string, SourceRange>;
  void report_taken_name(const XmlElement& element, Names& names) {
    const XmlAttribute* name = element.attribute("name");
    if (name == nullptr || trim(name->value.text).empty()) return;
    const auto [first, fresh] = names.emplace(trim(name->value.text), name->value.range);
    if (fresh) return;
    context_.diagnostics
        .report(Rule::duplicate_name, name->value.range,
                concat(element.name, " ", quote(first->first),
                       " is defined twice; give one of them another name"))
        .note(first->second, "the first is here");
  }

  void world(const XmlElement& element) {
    report_taken_name(element, worlds_);
    Names models;
    for (const XmlElement& part : element.children) {
      if (part.name == "include" && needs_includes()) result_.malformed = true;  // reported: one is missing
      if (part.name == "model") report_taken_name(part, models);
    }
    context_.options.world ? whole_world(element) : models_of_world(element);
  }

  // Reports names of frames of a world that libsdformat refuses. If the world is read as one robot, checks
  // find them.
  void report_faulty_names(const XmlElement& world) {
    Names frames;
    for (const XmlElement& part : world.children) {
      if (part.name != "frame") continue;
      report_taken_name(part, frames);
      const XmlAttribute* name = part.attribute("name");
      if (name != nullptr && trim(name->value.text) == kWorld)
        context_.diagnostics.report(Rule::duplicate_name, name->value.range,
                                    "frame 'world' has the name of the world; give it another name");
    }
  }

  void whole_world(const XmlElement& element) {
    SdfReader reader(context_, versions_, file_);
    const std::size_t errors = context_.diagnostics.error_count();
    reader.read_world(element);
    finish(reader, element, errors);
  }

  void models_of_world(const XmlElement& element) {
    const XmlElement* gravity = element.child("gravity");
    report_faulty_names(element);
    const auto poses = read_world_frames(element, context_, versions_, file_);
    for (const XmlElement& part : element.children) {
      if (part.name == "model") {
        const auto pose = poses.find(&part);
        model(part, gravity,
              SdfReader::Placement{pose == poses.end() ? std::nullopt : std::optional(pose->second)});
      } else if (part.name != "gravity" && part.name != "frame" && part.name != "include") {
        other(part, "world");
      }
    }
  }

  void model(const XmlElement& element, const XmlElement* gravity,
             const std::optional<SdfReader::Placement>& placement = {}) {
    SdfReader reader(context_, versions_, file_);
    const std::size_t errors = context_.diagnostics.error_count();
    if (gravity != nullptr) reader.set_gravity(gravity->text);
    reader.read(element, placement);
    finish(reader, element, errors);
  }

  void finish(SdfReader& reader, const XmlElement& element, std::size_t errors) {
    Model model = reader.take();
    if (model.links.empty()) {
      if (context_.diagnostics.error_count() == errors && !lacks_include(element))
        context_.diagnostics.report(Rule::no_robot, element.start_tag,
                                    concat(element.name, " '", model.name, "' has no link"));
      result_.malformed = true;
      return;
    }
    if (context_.options.record_names)
      reader.name_uses(static_cast<std::uint32_t>(result_.models.size()), result_.part_names);
    result_.models.push_back(std::move(model));
  }

  // An include that stays could not be read, which is reported: its links are unknown.
  static bool lacks_include(const XmlElement& element) {  // NOLINT(misc-no-recursion): XML's depth is bounded
    return std::any_of(element.children.begin(), element.children.end(), [](const XmlElement& child) {
      return child.name == "include" || (child.name == "model" && lacks_include(child));
    });
  }

  FileId file_;
  FrontendContext& context_;
  FrontendResult& result_;
  Versions versions_;
  Includes includes_;
  Names models_, worlds_;
  bool is_sdf_ = false;
};

}  // namespace

}  // namespace sdf

FrontendResult parse_sdf(FileId file, FrontendContext& context) {
  FrontendResult result;
  sdf::SdfDocument document(file, context, result);
  XmlSink sink;
  sink.begin = [&](const XmlElement& root) { document.begin(root); };
  sink.child = [&](XmlElement& child) { document.child(child); };
  sink.end = [&](const XmlElement& root) { document.end(root); };
  if (!read_document(file, context, sink)) {
    result.malformed = true;
    result.models.clear();
  }
  return result;
}

}  // namespace romas
