#include "frontend/mjcf/sections/plugin_content.h"

#include <algorithm>
#include <memory>

#include "frontend/xml/reader/xml_reader.h"
#include "frontend/xml/schema/foreign_element.h"
#include "frontend/xml/schema/schema_reader.h"
#include "frontend/xml/words/ros2_control.h"
#include "ir/model/child_place.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// No text that romasc writes closes it.
constexpr std::string_view kName = "romas.kept", kAround = "<romas.kept>", kAroundEnd = "</romas.kept>";

// A text with an element around it, read as a document of its own.
class Document {
 public:
  explicit Document(const XmlText& data)
      : root_(read_xml_tree(sources_.add_text({}, concat(kAround, data.text, kAroundEnd)), sources_,
                            findings_)),
        reader_(sources_, findings_, model_) {}

  const XmlElement* root() const { return root_ ? &*root_ : nullptr; }
  SchemaReader& reader() { return reader_; }
  Model& model() { return model_; }

  // The first error; nothing if there is none.
  std::optional<std::string> error() const {
    for (const Diagnostic& finding : findings_.sorted())
      if (finding.severity == Severity::error)
        return ends_open(finding) ? std::string("cannot be read: it ends in an element that is not closed")
                                  : concat("cannot be read: ", finding.message);
    return std::nullopt;
  }
  // Its other findings, at the place of the text.
  void report(DiagnosticEngine& to, SourceRange range) const {
    for (const Diagnostic& finding : findings_.sorted()) to.report(finding.rule, range, finding.message);
  }

 private:
  // What closes the element around the text stands in another one.
  bool ends_open(const Diagnostic& finding) const {
    return finding.rule == Rule::xml_malformed && sources_.text(finding.range) == kName;
  }

  SourceManager sources_;
  DiagnosticEngine findings_;
  Model model_;
  std::optional<XmlElement> root_;
  SchemaReader reader_;
};

void take_extensions(Model& from, SourceRange range, Model& to) {
  for (Extension& extension : from.extensions) {
    extension.range = range;
    to.extensions.push_back(std::move(extension));
  }
}

// Places in the document are none in a file.
void place_at(SourceRange range, Ros2Control& control) {
  const auto place = [&](auto& parts) {
    for (auto& part : parts) part.range = range;
  };
  control.range = control.name_range = range;
  place(control.hardware_parameters);
  place(control.components);
  for (Ros2Component& component : control.components) {
    component.name_range = range;
    place(component.parameters);
    for (std::vector<Ros2Interface>* interfaces :
         {&component.command_interfaces, &component.state_interfaces}) {
      place(*interfaces);
      for (Ros2Interface& interface : *interfaces) place(interface.parameters);
    }
  }
}

}  // namespace

std::optional<std::string> PluginContent::gazebo(const XmlText& data, const Place& place) {
  Document document(data);
  if (const auto error = document.error()) return error;
  for (const XmlElement& child : document.root()->children) {
    const LayoutItem kept = document.reader().keep_element(child, place);
    if (keeps_tree(child.name))
      document.model().extensions[kept.index].tree =
          std::make_shared<const ForeignElement>(to_foreign(child));
  }
  take_extensions(document.model(), data.range, model_);
  return std::nullopt;
}

std::optional<std::string> PluginContent::ros2_control(const XmlText& data) {
  Document document(data);
  if (const auto error = document.error()) return error;
  const std::vector<XmlElement>& elements = document.root()->children;
  if (elements.size() != 1 || elements.front().name != "ros2_control") return "is not a <ros2_control>";
  const Place place = entity_place(EntityKind::ros2_control, model_.ros2_controls.size());
  Ros2Control control = read_ros2_control(elements.front(), place, document.reader());
  if (const auto error = document.error()) return error;
  document.report(diagnostics_, data.range);
  place_at(data.range, control);
  model_.ros2_controls.push_back(std::move(control));
  take_extensions(document.model(), data.range, model_);
  return std::nullopt;
}

}  // namespace romas::mjcf
