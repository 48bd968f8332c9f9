// Files of the project that are built into the compiler: the runtime's headers, templates of generated files
// (support/text/template.h fills them), the descriptions of servos, the language's standard library.
#pragma once

#include <span>
#include <string_view>

namespace romas {

struct EmbeddedFile {
  std::string_view path;  // below its folder, "romas/simd.hpp"
  std::string_view text;
};
std::span<const EmbeddedFile> embedded_runtime();               // runtime/
std::span<const EmbeddedFile> embedded_controller_project();    // backends/controller/project/
std::span<const EmbeddedFile> embedded_python_project();        // backends/python/project/
std::span<const EmbeddedFile> embedded_c_templates();           // backends/c/templates/
std::span<const EmbeddedFile> embedded_javascript_templates();  // backends/javascript/templates/
std::span<const EmbeddedFile> embedded_servo_devices();         // backends/servo/devices/
std::span<const EmbeddedFile> embedded_standard_library();      // frontend/language/library/
std::span<const EmbeddedFile> embedded_servo_image();           // backends/servo/image/
std::span<const EmbeddedFile> embedded_servo_templates();       // backends/servo/templates/
std::span<const EmbeddedFile> embedded_completions();           // tools/arguments/completions/

}  // namespace romas
