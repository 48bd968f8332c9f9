#include "frontend/sdf/include_robot.h"

#include "frontend/xml/reader/xml_reader.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

// The element, and all that is in it, stands where `place` is. Its text says something else.
void move_to(XmlElement& element, SourceRange place) {  // NOLINT(misc-no-recursion): no deeper than SDF is
  element.range = element.start_tag = element.name_range = place;
  element.end_name_range = {};
  element.expanded = true;
  element.text = {element.text.text, place, false};
  for (XmlAttribute& attribute : element.attributes) {
    attribute.range = attribute.name_range = place;
    attribute.value = {attribute.value.text, place, false};
  }
  for (XmlElement& child : element.children) move_to(child, place);
}

// Names that SDF does not take were changed; what has them stands where the robot does.
SourceRange place_of(const XmlElement& part, const Model& robot, SourceRange whole) {
  const XmlAttribute* attribute = part.attribute("name");
  const std::string_view name = attribute == nullptr ? std::string_view() : attribute->value.text;
  if (const LinkId link = robot.find_link(name); part.name == "link" && link)
    return robot.link(link).name_range;
  if (const JointId joint = robot.find_joint(name); part.name == "joint" && joint)
    return robot.joint(joint).name_range;
  return whole;
}

}  // namespace

std::optional<XmlElement> read_robot(FileId robot, const XmlElement& include, Versions& versions,
                                     FrontendContext& context) {
  const std::string name(context.sources.name(robot));
  const std::size_t errors = context.diagnostics.error_count();
  FrontendOptions options = context.options;
  options.definitions.clear();
  options.definition_places.clear();
  FrontendContext inside{context.sources, context.diagnostics, options, context.files_read, context.imports};
  FrontendResult result = context.imports->robots(robot, inside);
  if (result.malformed || result.models.size() != 1) {
    if (context.diagnostics.error_count() == errors)
      context.diagnostics.report(Rule::import_missing, include.start_tag,
                                 concat("'", name, "' has no robot to include"));
    return std::nullopt;
  }
  const Model& model = result.models.front();
  auto text = context.imports->as_sdf(model, context.diagnostics);
  if (!text) {
    if (context.diagnostics.error_count() == errors)
      context.diagnostics.report(Rule::import_missing, include.start_tag,
                                 concat("'", name, "' has errors and cannot be included"));
    return std::nullopt;
  }
  const std::size_t size = text->size();
  const FileId written = context.sources.add_text(name, *std::move(text));
  XmlSink sink;
  std::optional<XmlElement> content;
  sink.begin = [&](const XmlElement& root) {
    const XmlAttribute* version = root.attribute("version");
    if (version != nullptr) versions.set(robot, read_version(version->value.text).value_or(0));
  };
  sink.child = [&](XmlElement& child) { content = std::move(child); };
  if (!read_xml(written, context.sources, context.diagnostics, sink, XmlParser::fastest, size) || !content)
    return std::nullopt;
  const SourceRange whole = model.name_range;
  for (XmlElement& part : content->children) move_to(part, place_of(part, model, whole));
  for (XmlAttribute& attribute : content->attributes) {
    attribute.range = attribute.name_range = whole;
    attribute.value = {attribute.value.text, whole, false};
  }
  content->range = content->start_tag = content->name_range = whole;
  content->expanded = true;
  return content;
}

}  // namespace romas::sdf
