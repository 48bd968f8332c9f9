// The header of generated C: sizes, tables, links and frames, functions.
#include "backends/c/c_robot.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::c {

namespace {

class HeaderPrinter {
 public:
  HeaderPrinter(const CRobot& robot, IndentedWriter& out) : robot_(robot), out_(out) {}

  void print() {
    print_comment();
    const std::string guard = concat("ROMAS_", robot_.symbols.of_robot("H"));
    out_.line("#ifndef ", guard);
    out_.line("#define ", guard);
    out_.line();
    out_.raw("#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    print_sizes();
    print_tables();
    print_enum(Subject::link, robot_.identifiers.links.size());
    print_enum(Subject::frame, robot_.identifiers.frames.size());
    print_functions();
    print_safety_functions();
    print_ik_declarations(robot_, out_);
    out_.raw("#ifdef __cplusplus\n}\n#endif\n\n");
    out_.line("#endif  /* ", guard, " */");
  }

 private:
  void print_comment() {
    const char* start = "/* ";
    for (const std::string& line : codegen::banner_lines(robot_.model, robot_.code, robot_.banner)) {
      out_.line(start, line);
      start = " * ";
    }
    out_.line(" *");
    out_.line(" * ", codegen::units_line(robot_.dynamics));
    out_.line(" * q: positions (n_q). v, a, tau: velocities, accelerations, torques and forces of the");
    out_.line(" * joints (n_v each). n_q, n_v and so on stand for ", name("n_q"), ", ", name("n_v"), ".");
    out_.line(
        " * No function keeps a state, allocates, or calls anything but <math.h>. An output may be the");
    out_.line(" * same array as an input of the same length; else outputs overlap no other array.");
    out_.line(" */");
  }

  void print_sizes() {
    const DynamicsModel& dynamics = robot_.dynamics;
    print_size("n_joints", dynamics.joints.size(), "that move independently, in tree order");
    print_size("n_q", static_cast<std::size_t>(dynamics.n_q), "position variables");
    print_size("n_v", static_cast<std::size_t>(dynamics.n_v), "velocity variables");
    out_.line("#define ", name("n_dof"), " ", name("n_v"));
    print_size("n_links", dynamics.links.size(), "also those behind fixed joints");
    for (const auto& [word, size, comment] : codegen::optional_sizes(robot_.code))
      print_size(word, size, comment);
    out_.line();
    print_limits();
    print_safety();
  }

  // A macro, because values of different enums must not be compared or added, and two robots may be.
  void print_size(std::string_view word, std::size_t size, std::string_view comment) {
    out_.line("#define ", name(word), " ", size, " /* ", comment, " */");
  }

  void print_limits() {
    out_.line("/* Of a joint; infinite where it has none. */");
    out_.line("struct ", name("joint_limits"), " {");
    out_.line("  ", robot_.dialect.scalar(), " lower, upper; /* rad or m */");
    out_.line("  ", robot_.dialect.scalar(), " effort;       /* N m or N */");
    out_.line("  ", robot_.dialect.scalar(), " velocity;     /* rad/s or m/s */");
    out_.line("};");
    out_.line();
  }

  void print_safety() {
    if (robot_.safety.empty()) return;
    const std::string& scalar = robot_.dialect.scalar();
    out_.line(
        "/* The safety controller of a joint; soft limits are infinite where positions bound no velocity. "
        "*/");
    out_.line("struct ", name("joint_safety"), " {");
    out_.line("  ", scalar, " soft_lower, soft_upper; /* rad or m */");
    out_.line("  ", scalar, " k_position;             /* 1/s; 0: positions bound no velocity */");
    out_.line("  ", scalar,
              " k_velocity;             /* N m s/rad or N s/m; 0: velocities bound no effort */");
    out_.line("};");
    out_.line();
  }

  void print_safety_functions() {
    if (robot_.safety.empty()) return;
    const std::string& scalar = robot_.dialect.scalar();
    const DynamicsModel& dynamics = robot_.dynamics;
    const std::string q = concat("const ", scalar, " q[", dynamics.n_q, "]");
    const std::string v = concat(scalar, " v[", dynamics.n_v, "]");
    out_.line(
        "/* Keep commands (in place) within what safety controllers and limits allow: a velocity within");
    out_.line(
        " * low = clamp(k_position (soft_lower - q), -velocity, velocity), and high by soft_upper; an "
        "effort");
    out_.line(
        " * within clamp(k_velocity (low - v), -effort, effort) and the same of high. Velocity and effort");
    out_.line(
        " * limits of 0 are taken not to be known. NaN moves nothing. Return whether a command was cut. */");
    out_.line("int ", name("limit_velocity"), "(", q, ", ", v, ");");
    out_.line("int ", name("limit_effort"), "(", q, ", const ", v, ", ", scalar, " tau[", dynamics.n_v,
              "]);");
    out_.line();
  }

  void print_tables() {
    for (const CTable& table : c_tables(robot_)) {
      if (!table.comment.empty()) out_.line("/* ", table.comment, " */");
      out_.line("extern ", table.head(), ";");
    }
    out_.line();
  }

  void print_enum(Subject subject, std::size_t count) {
    if (count == 0) return;
    const std::string type = name(subject == Subject::frame ? "frame" : "link");
    out_.line("enum ", type, " {");
    for (std::size_t k = 0; k < count; ++k) {
      const std::string& enumerator = robot_.symbols.enumerator(subject, k);
      const std::string& given = given_name(subject, k);
      const std::string comment =
          enumerator == concat(type, "_", given) ? "" : concat(" /* '", c_comment(given), "' */");
      out_.line("  ", enumerator, " = ", k, k + 1 < count ? "," : "", comment);
    }
    out_.line("};");
    out_.line();
  }

  const std::string& given_name(Subject subject, std::size_t index) const {
    return subject == Subject::frame ? robot_.model.frames[index].name
                                     : robot_.model.link(robot_.dynamics.link_order[index]).name;
  }

  void print_functions() {
    for (const CodeKernel& kernel : robot_.code.kernels) {
      if (kernel.subject != Subject::robot) continue;
      out_.line("/* ", kernel.function->meaning, " */");
      print_declaration(kernel);
      out_.line();
    }
    for (const Subject subject : {Subject::link, Subject::frame})
      for (const KernelFunction* function : robot_.chosen(subject)) print_choice(*function, subject);
  }

  void print_choice(const KernelFunction& function, Subject subject) {
    const std::string_view place = subject == Subject::frame ? "frame" : "link";
    out_.line("/* ", function.meaning, ".");
    out_.line(" * Of a ", place, ": returns 0, or -1 and writes nothing where there is no such ", place,
              ". */");
    out_.line(robot_.choosing_head(function, subject), ";");
    for (const CodeKernel& kernel : robot_.code.kernels)
      if (kernel.function == &function && kernel.subject == subject) print_declaration(kernel);
    out_.line();
  }

  void print_declaration(const CodeKernel& kernel) {
    out_.line("void ", robot_.function_name(kernel), "(", robot_.dialect.parameters(kernel.kernel), ");");
  }

  std::string name(std::string_view word) const { return robot_.symbols.of_robot(word); }

  const CRobot& robot_;
  IndentedWriter& out_;
};

}  // namespace

void print_c_header(const CRobot& robot, IndentedWriter& out) { HeaderPrinter(robot, out).print(); }

}  // namespace romas::c
