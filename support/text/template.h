// Texts with named holes: generated files are templates (*.in, built in by romas_embed), in which @NAME@ is
// replaced by a value for the robot.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "support/bytes/embedded.h"

namespace romas {

// By the name of the hole: capitals, digits and underscores.
using TemplateValues = std::map<std::string, std::string, std::less<>>;

// The text with a value in every hole. A hole alone on its line stands for whole lines: a value that is empty
// or ends with a line's end takes the place of the line and of its end. Values are not expanded again: an
// @NAME@ of a description stays. A hole without a value is our own fault: std::logic_error, which the command
// line reports as an internal error.
std::string fill_template(std::string_view text, const TemplateValues& values);

// The file of this path. A path that is not there is our own fault, too.
const EmbeddedFile& embedded_file(std::span<const EmbeddedFile> files, std::string_view path);

// The file's name without the ending of templates: "romas_servo_image.c" of "romas_servo_image.c.in".
std::string_view name_of_template(const EmbeddedFile& file);

}  // namespace romas
