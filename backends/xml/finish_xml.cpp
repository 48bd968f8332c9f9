#include "backends/xml/finish_xml.h"

#include <map>
#include <set>

#include "ir/model/entity.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

struct Named {
  std::string kind;  // "link"
  SourceRange range;
};

// By name; the first of equal ones. The names are the model's.
std::map<std::string, Named, std::less<>> names_of(const Model& model) {
  std::map<std::string, Named, std::less<>> names;
  names.try_emplace(model.name, Named{"robot", model.name_range});
  for_each_store(model, [&](EntityKind kind, const auto& store) {
    if constexpr (requires { store.front().name_range; })
      for (std::size_t i = 0; i < store.size(); ++i)
        names.try_emplace(entity_name(model, kind, i),
                          Named{std::string(to_string(kind)), name_place(store[i])});
  });
  return names;
}

}  // namespace

std::string finish_xml(XmlWriter& xml, const Model& model, DiagnosticEngine& diagnostics) {
  if (!xml.texts_without_form().empty()) {
    const auto names = names_of(model);
    std::set<std::string_view> said;
    for (const std::string& text : xml.texts_without_form()) {
      if (!said.insert(text).second) continue;
      const auto name = names.find(text);
      const std::string what =
          name == names.end() ? std::string("a text") : concat("the name of ", name->second.kind);
      diagnostics.report(Rule::target_refuses, name == names.end() ? model.name_range : name->second.range,
                         concat("XML cannot hold ", code_point_name(*first_without_xml(text)), ", which ",
                                what, " '", one_line(text), "' contains; remove it"));
    }
  }
  return xml.take();
}

}  // namespace romas
