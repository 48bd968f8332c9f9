// The texts of servo formats, backends/servo/templates/*.in.
#pragma once

#include "support/text/template.h"

namespace romas {

// The template of this path, filled.
inline std::string fill_servo_template(std::string_view path, const TemplateValues& values) {
  return fill_template(embedded_file(embedded_servo_templates(), path).text, values);
}

}  // namespace romas
