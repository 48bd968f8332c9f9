// --emit=c: a header and a file of functions with the kinematics and dynamics of one robot (docs/c.md).
#include "backends/c/c_robot.h"
#include "backends/code/left_out.h"
#include "backends/target.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

std::vector<OutputFile> emit_c(const Model& model, TargetContext& context) {
  if (context.inputs.kernels == nullptr) return {};
  const CodeModel& code = *context.inputs.kernels;
  codegen::report_unwritten_name(model, code.options.name, context.diagnostics);
  codegen::report_left_out(model, code, codegen::SafetyUse::applied, "the functions in C",
                           context.diagnostics);
  const c::CRobot robot(model, code, context.options.banner);
  IndentedWriter header, functions;
  c::print_c_header(robot, header);
  c::print_c_functions(robot, functions);
  // Without an output folder there is no place for two files, so one text holds both.
  if (context.options.output_folder.empty())
    return {{code.options.name + ".c", concat(header.text(), "\n", functions.text())}};
  const std::string& given = context.options.file_name;
  const std::string name = given.empty() ? code.options.name + ".h" : given;
  const std::string stem = name.ends_with(".h") ? name.substr(0, name.size() - 2) : name;
  const std::string first = concat("/* Functions of robot '", c_comment(model.name), "'.\n * ", robot.banner,
                                   "; do not edit. */\n#include ", c_string(name), "\n\n");
  return {{name, header.take()}, {stem + ".c", concat(first, functions.text()), false, true}};
}

}  // namespace romas
