// Macros of xacro, and the grammar of their parameters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "frontend/xml/reader/xml_element.h"

namespace romas::xacro {

struct MacroParameter {
  std::string_view name;  // of blocks with the asterisks: "*origin", "**content"
  SourceRange range;
  bool forwarded = false;               // NAME:=^ takes the caller's property
  std::optional<XmlText> default_text;  // as written; evaluated at each call
  bool is_block() const { return name.starts_with('*'); }
  // Without asterisks.
  std::string_view plain_name() const {
    return name.substr(std::min(name.find_first_not_of('*'), name.size()));
  }
  SourceRange plain_range() const {
    return {range.file, range.begin + static_cast<std::uint32_t>(name.size() - plain_name().size()),
            range.end};
  }
  bool is_optional() const { return forwarded || default_text.has_value(); }
};

struct Macro {
  std::string_view name;
  const XmlElement* element = nullptr;  // <xacro:macro>
  std::vector<MacroParameter> parameters;
  SourceRange definition;  // of the start tag, in its instance
  SourceRange written_name;
  bool called = false;

  const MacroParameter* parameter(std::string_view wanted) const;
};

// Reads "a b:=1 c='two words' d:=${e} f:=^ g:=^|2 *block **content". Ranges are those of the text.
std::vector<MacroParameter> read_parameters(const XmlText& text);

// "a, b (1 if it is left out), the block *c": for messages.
std::string describe_parameters(const Macro& macro);

}  // namespace romas::xacro
