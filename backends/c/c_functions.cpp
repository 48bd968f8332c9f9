// The functions of generated C, and the contents of its tables.
#include <algorithm>
#include <limits>

#include "backends/c/c_robot.h"
#include "backends/code/kernel_printer.h"
#include "support/text/template.h"
#include "support/text/text.h"

namespace romas::c {

namespace {

constexpr std::string_view kIncludes = R"(#include <math.h>
#include <stddef.h>

#if defined(__GNUC__) && !defined(__clang__)
/* gcc makes long straight-line code slower by vectorising parts of it. */
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

)";

constexpr std::string_view kLongTexts = R"(#if defined(__GNUC__)
/* A name of this robot is longer than the texts that every compiler of C99 must take. */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif

)";

bool has_long_text(const CTable& table) {
  constexpr std::size_t kLongestText = 4095;  // ISO C99, 5.2.4.1
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [](const std::string& row) { return row.size() > kLongestText; });
}

bool has_angles(const Kernel& kernel) {
  const OpCounts counts = count_operations(kernel);
  return counts[Op::sin] + counts[Op::cos] != 0;
}
bool has_angles(const CodeModel& code) {
  const auto& solvers = code.inverse_kinematics;
  return std::any_of(code.kernels.begin(), code.kernels.end(),
                     [](const CodeKernel& kernel) { return has_angles(kernel.kernel); }) ||
         std::any_of(solvers.begin(), solvers.end(), [](const ClosedFormIk& ik) {
           return has_angles(ik.kernel) || (ik.swivel && has_angles(ik.swivel_of));
         });
}

class FunctionPrinter {
 public:
  FunctionPrinter(const CRobot& robot, IndentedWriter& out) : robot_(robot), out_(out) {}

  void print() {
    out_.raw(kIncludes);
    if (robot_.dialect.scalar() == "double") {
      out_.line(
          "/* -fsingle-precision-constant reads the numbers of a robot as floats: build without it. */");
      out_.line("typedef char ", robot_.symbols.of_robot("without_fsingle_precision_constant"),
                "[sizeof(1.0) == sizeof(double) ? 1 : -1];");
      out_.line();
    }
    const std::vector<CTable> tables = c_tables(robot_);
    if (std::any_of(tables.begin(), tables.end(), has_long_text)) out_.raw(kLongTexts);
    for (const CTable& table : tables) out_.line(table.head(), " = {", join(table.rows, ", "), "};");
    out_.line();
    if (has_angles(robot_.code)) print_sines();
    const char* start = "/* ";
    for (const std::string& line : codegen::value_name_lines()) {
      out_.line(start, line);
      start = " * ";
    }
    out_.line(" */");
    out_.line();
    for (const CodeKernel& kernel : robot_.code.kernels) print_kernel(kernel);
    for (const Subject subject : {Subject::link, Subject::frame})
      for (const KernelFunction* function : robot_.chosen(subject)) print_choice(*function, subject);
    if (!robot_.safety.empty()) print_safety();
    print_ik_definitions(robot_, out_);
  }

 private:
  void print_safety() {
    const std::string safety = robot_.symbols.of_robot("safety");
    const DynamicsModel& dynamics = robot_.dynamics;
    out_.raw(fill_template(embedded_file(embedded_c_templates(), "safety.c.in").text,
                           {{"S", robot_.dialect.scalar()},
                            {"P", safety.substr(0, safety.size() - std::string_view("safety").size())},
                            {"INFINITE", robot_.dialect.literal(std::numeric_limits<double>::infinity())},
                            {"N_JOINTS", concat(dynamics.joints.size())},
                            {"N_Q", concat(dynamics.n_q)},
                            {"N_V", concat(dynamics.n_v)}}));
  }

  void print_sines() {
    const std::string& scalar = robot_.dialect.scalar();
    out_.line("static void ", robot_.symbols.of_robot("sincos_all"), "(const ", scalar,
              " *angles, int count, ", scalar, " *s, ", scalar, " *c)");
    out_.line("{");
    out_.line("  for (int i = 0; i < count; ++i) {");
    out_.line("    s[i] = ", robot_.dialect.math("sin"), "(angles[i]);");
    out_.line("    c[i] = ", robot_.dialect.math("cos"), "(angles[i]);");
    out_.line("  }");
    out_.line("}");
    out_.line();
  }

  void print_kernel(const CodeKernel& kernel) {
    if (kernel.subject != Subject::robot)
      out_.line("/* of ", codegen::place_comment(robot_.model, robot_.dynamics, kernel), " */");
    out_.line("/* ", codegen::operation_counts(kernel.kernel), " */");
    codegen::KernelPrinter(kernel.kernel, robot_.identifiers.joints, robot_.dialect, out_)
        .print(robot_.function_name(kernel));
    out_.line();
  }

  void print_choice(const KernelFunction& function, Subject subject) {
    out_.line(robot_.choosing_head(function, subject));
    out_.line("{");
    out_.line("  switch (", subject == Subject::frame ? "frame" : "link", ") {");
    for (const CodeKernel& kernel : robot_.code.kernels) {
      if (kernel.function != &function || kernel.subject != subject) continue;
      const auto index = static_cast<std::size_t>(kernel.index);
      out_.line("    case ", robot_.symbols.enumerator(subject, index), ": ", robot_.function_name(kernel),
                "(", arguments(kernel.kernel), "); return 0;");
    }
    out_.line("  }");
    out_.line("  return -1;");
    out_.line("}");
    out_.line();
  }

  static std::string arguments(const Kernel& kernel) {
    std::string text;
    const auto add = [&](std::string_view name) { text += concat(text.empty() ? "" : ", ", name); };
    for (const KernelArray& input : kernel.inputs) add(input.name);
    for (const OutputArray& output : kernel.outputs) add(output.name);
    return text;
  }

  const CRobot& robot_;
  IndentedWriter& out_;
};

}  // namespace

void print_c_functions(const CRobot& robot, IndentedWriter& out) { FunctionPrinter(robot, out).print(); }

}  // namespace romas::c
