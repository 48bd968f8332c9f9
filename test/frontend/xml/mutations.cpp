#include "test/frontend/xml/mutations.h"

#include <map>

#include "frontend/xml/reader/xml_reader.h"
#include "support/text/text.h"

namespace romas::test {

namespace {

class Mutator {
 public:
  Mutator(const std::string& text, std::size_t per_name,
          const std::function<bool(const XmlElement&)>& is_foreign,
          const std::function<void(const Mutation&)>& take)
      : text_(text), per_name_(per_name), is_foreign_(is_foreign), take_(take) {}

  void element(const XmlElement& element, const std::string& above) {
    const XmlAttribute* type = element.name == "joint" ? element.attribute("type") : nullptr;
    const std::string path =
        concat(above, '/', element.name, type == nullptr ? "" : concat('[', type->value.text, ']'));
    if (!above.empty()) {
      replace("delete ", path, element.range, "");
      replace("empty ", path, element.range, concat('<', element.name, "/>"));
      replace("repeat ", path, {element.range.file, element.range.end, element.range.end},
              text_.substr(element.range.begin, element.range.end - element.range.begin));
    }
    misspell(element, path);
    for (const XmlAttribute& attribute : element.attributes) {
      const std::string at = concat(path, '@', attribute.name);
      replace("delete ", at, attribute.range, "");
      replace("empty ", at, attribute.value.range, "");
      replace("misspell ", at, attribute.name_range, concat(attribute.name, 'x'));
      replace("word in ", at, attribute.value.range, "nonsense");
    }
    if (element.children.empty() && !element.text.text.empty()) {
      replace("no text in ", path, element.text.range, "");
      replace("word as text of ", path, element.text.range, "nonsense");
    }
    for (const XmlElement& child : element.children)
      if (!is_foreign_(child)) this->element(child, path);
  }

 private:
  bool wanted(const std::string& name) { return ++made_[name] <= per_name_ || per_name_ == 0; }

  void replace(std::string_view what, const std::string& where, SourceRange range, std::string_view with) {
    Mutation mutation{concat(what, where), {}};
    if (!wanted(mutation.name)) return;
    mutation.text = text_;
    mutation.text.replace(range.begin, range.end - range.begin, with);
    take_(mutation);
  }

  void misspell(const XmlElement& element, const std::string& path) {
    Mutation mutation{concat("misspell ", path), {}};
    if (!wanted(mutation.name)) return;
    mutation.text = text_;
    if (element.end_name_range.valid()) mutation.text.insert(element.end_name_range.end, "x");
    mutation.text.insert(element.name_range.end, "x");
    take_(mutation);
  }

  const std::string& text_;
  std::size_t per_name_;
  const std::function<bool(const XmlElement&)>& is_foreign_;
  const std::function<void(const Mutation&)>& take_;
  std::map<std::string, std::size_t> made_;
};

}  // namespace

bool for_each_mutation(const std::string& text, std::size_t per_name,
                       const std::function<bool(const XmlElement&)>& is_foreign,
                       const std::function<void(const Mutation&)>& take) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const auto root = read_xml_tree(sources.add_text("robot.xml", text), sources, diagnostics);
  if (!root) return false;
  Mutator(text, per_name, is_foreign, take).element(*root, "");
  return true;
}

}  // namespace romas::test
