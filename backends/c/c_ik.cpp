// Inverse kinematics in closed form in generated C. The code common to all solvers is in
// backends/c/templates/ik.c.in.
#include <algorithm>

#include "backends/c/c_robot.h"
#include "backends/code/kernel_printer.h"
#include "support/text/escape.h"
#include "support/text/template.h"
#include "support/text/text.h"

namespace romas::c {

namespace {

class IkPrinter {
 public:
  IkPrinter(const CRobot& robot, IndentedWriter& out) : robot_(robot), out_(out) {}

  void print_declarations() {
    out_.line(
        "/* Flags of a solution: another one falls together with it, or a joint may have any position; a");
    out_.line(" * joint stands at one of its limits; all joints are within their limits. */");
    for (const auto& [word, value] : {std::pair("singular", 1), {"at_limit", 2}, {"within_limits", 4}})
      out_.line("#define ", robot_.symbols.of_robot(concat("ik_", word)), " ", value);
    out_.line();
    for (const ClosedFormIk& ik : solvers()) print_declarations(ik);
  }

  void print_definitions() {
    if (has_six_revolute())
      for (const char* part : {"six_equations.c.in", "six_eigenvalues.c.in", "six_solutions.c.in"})
        out_.raw(concat(filled(part, values()), "\n"));
    out_.raw(filled("ik.c.in", values()));
    for (const ClosedFormIk& ik : solvers()) print_definitions(ik);
  }

 private:
  const std::vector<ClosedFormIk>& solvers() const { return robot_.code.inverse_kinematics; }
  // Six axes without a structure, of any link.
  bool has_six_revolute() const {
    return std::any_of(solvers().begin(), solvers().end(),
                       [](const ClosedFormIk& ik) { return ik.six_revolute; });
  }
  static std::string filled(std::string_view file, const TemplateValues& values) {
    return fill_template(embedded_file(embedded_c_templates(), file).text, values);
  }
  const std::string& scalar() const { return robot_.dialect.scalar(); }
  const std::string& name(IkWord word, const ClosedFormIk& ik) const {
    return robot_.symbols.of_ik(word, ik.link);
  }
  const JointVariables& joint(std::size_t i) const { return robot_.dynamics.joints[i]; }
  static std::size_t most(const ClosedFormIk& ik) { return std::size_t{1} << ik.signs; }
  static std::size_t n_free(const ClosedFormIk& ik) { return ik.swivel ? 1 : ik.free.size(); }
  static std::size_t n_rooms(const ClosedFormIk& ik) { return ik.kernel.outputs.back().elements.size(); }
  std::string joint_names(const std::vector<std::size_t>& joints) const {
    return join(joints, ", ", [&](std::size_t i) {
      return concat("'", c_comment(robot_.model.joint(joint(i).joint).name), "'");
    });
  }

  void print_declarations(const ClosedFormIk& ik) {
    const LinkId link = robot_.dynamics.link_order[static_cast<std::size_t>(ik.link)];
    out_.line("/* Positions of ", joint_names(ik.chain), " at which link '",
              c_comment(robot_.model.link(link).name), "' has a pose:");
    out_.line(" * ", ik.structure, ".");
    if (!ik.free.empty()) out_.line(" * Given: ", joint_names(ik.free), ".");
    out_.line(" */");
    const auto size = [&](IkWord word, std::size_t value, std::string_view comment) {
      out_.line("#define ", name(word, ik), " ", value, " /* ", comment, " */");
    };
    size(IkWord::n, ik.chain.size(), "joints");
    size(IkWord::n_free, n_free(ik), "values that are given");
    size(IkWord::most, most(ik), ik.signs == 0 ? "solution at most" : "solutions at most");
    out_.line("extern const int ", name(IkWord::q_index, ik), "[", ik.chain.size(), "]; /* where in q */");
    out_.line("/* Writes solutions in a row, each of the joints above, with a flag each; returns how many.");
    out_.line(
        " * given: null where nothing is given. seed: of each joint, a position to which whole turns bring");
    out_.line(
        " * the solution as near as its limits allow; null: 0. beyond_limits: solutions beyond the limits, "
        "too.");
    out_.line(" * No array overlaps another one. */");
    out_.line(solutions_head(ik), ";");
    out_.line(
        "/* Moves q (n_q) to the solution nearest to it within the limits; what is given stays. Returns 0,");
    out_.line(" * or -1 and leaves q where there is none. */");
    out_.line(nearest_head(ik), ";");
    out_.line();
  }

  std::string solutions_head(const ClosedFormIk& ik) const {
    return concat("int ", name(IkWord::solutions, ik), "(const ", scalar(), " pose[12], const ", scalar(),
                  " *given, const ", scalar(), " *seed, int beyond_limits, ", scalar(), " q[",
                  most(ik) * ik.chain.size(), "], unsigned char flags[", most(ik), "])");
  }
  std::string nearest_head(const ClosedFormIk& ik) const {
    return concat("int ", name(IkWord::nearest, ik), "(const ", scalar(), " pose[12], ", scalar(), " q[",
                  robot_.dynamics.n_q, "])");
  }

  // Sizes of scratch arrays are those of the largest solver; none is 0.
  template <class Size>
  std::string largest(const Size& size) const {
    std::size_t result = 1;
    for (const ClosedFormIk& ik : solvers()) result = std::max(result, static_cast<std::size_t>(size(ik)));
    return concat(result);
  }

  TemplateValues values() const {
    const auto number = [&](double value) { return robot_.dialect.literal(value); };
    const auto word = [&](std::string_view text) { return robot_.symbols.of_robot(text); };
    const bool single = scalar() == "float";
    TemplateValues values = six_revolute_values();
    values.insert({{"S", scalar()},
                   {"P", prefix()},
                   {"LIMITS", word("limits")},
                   {"JOINT_LIMITS", word("joint_limits")},
                   {"TURN", number(6.283185307179586)},
                   {"HALF", number(0.5)},
                   {"ONE", number(1)},
                   {"LIMIT_TOLERANCE", number(1e-9)},
                   {"SINGULAR", number(1e-10)},
                   {"ROUNDING", number(single ? 1e-5 : 1e-12)},
                   {"FLOOR", robot_.dialect.math("floor")},
                   {"FABS", robot_.dialect.math("fabs")},
                   {"ATAN2", robot_.dialect.math("atan2")},
                   {"SINGULAR_FLAG", word("ik_singular")},
                   {"AT_LIMIT_FLAG", word("ik_at_limit")},
                   {"WITHIN_FLAG", word("ik_within_limits")},
                   {"MOST_JOINTS", largest([](const ClosedFormIk& ik) { return ik.chain.size(); })},
                   {"MOST_SIGNS", largest([](const ClosedFormIk& ik) { return ik.signs; })},
                   {"MOST_FREE", largest(n_free)},
                   {"MOST_ROOMS", largest(n_rooms)}});
    return values;
  }
  std::string prefix() const {
    const std::string chain = robot_.symbols.of_robot("ik_chain");
    return chain.substr(0, chain.size() - std::string_view("ik_chain").size());
  }

  // The code that solvers of six axes without a structure add to those that choose signs.
  TemplateValues six_revolute_values() const {
    if (!has_six_revolute())
      return {{"SIX_MEMBERS", ""},
              {"SIX_CHOICES", ""},
              {"SIX_PARAMETER", ""},
              {"SIX_CHOICE", ""},
              {"SIX_FOUND", ""},
              {"SIX_ARGUMENT", ""},
              {"CHOICES", "1 << chain->n_signs"}};
    const std::string p = prefix();
    const std::string members = concat(
        "  /* Of six axes without a structure, in place of solve: direction and point of each, and the "
        "motion that they\n"
        "   * make, row-major [R | p]; else NULL. */\n  void (*problem)(const ",
        scalar(), " *pose, const ", scalar(), " *given, ", scalar(), " *axes, ", scalar(),
        " *motion);\n  const int *turning; /* these six, in the chain; -1: an axis of the pose, which no "
        "joint has */\n"
        "  int first;          /* with which the elimination begins */\n");
    const std::string choice = concat(
        "  if (chain->problem != NULL) {\n    for (int i = 0; i < 6; ++i)\n      if (chain->turning[i] >= 0) "
        "q[chain->turning[i]] = (",
        scalar(), ")six->all[choice].q[i];\n    return ", p,
        "ik_finish(chain, given, seed, six->all[choice].singular, q);\n  }\n");
    return {{"SIX_MEMBERS", members},
            {"SIX_CHOICES", filled("ik_six.c.in", {{"P", p}, {"S", scalar()}})},
            {"SIX_PARAMETER", concat("const struct ", p, "six_solutions *six, ")},
            {"SIX_CHOICE", choice},
            {"SIX_FOUND", concat("  struct ", p, "six_solutions six;\n")},
            {"SIX_ARGUMENT", "&six, "},
            {"CHOICES", concat(p, "ik_choices(chain, pose, given, &six)")}};
  }

  void print_kernel(const Kernel& kernel, const std::string& function) {
    out_.line("/* ", codegen::operation_counts(kernel), " */");
    out_.line("static void ", function, "(", robot_.dialect.parameters(kernel), ");");
    codegen::KernelPrinter(kernel, robot_.identifiers.joints, robot_.dialect, out_).print(function);
    out_.line();
  }

  void print_definitions(const ClosedFormIk& ik) {
    out_.line("/* ", ik.structure, " */");
    print_kernel(ik.kernel, name(IkWord::kernel, ik));
    if (ik.swivel) print_swivel(ik);
    print_chain(ik);
    out_.line(solutions_head(ik));
    out_.line("{");
    out_.line("  return ", robot_.symbols.of_robot("ik_solutions"), "(&", name(IkWord::chain, ik),
              ", pose, given, seed, beyond_limits, q, flags);");
    out_.line("}");
    out_.line(nearest_head(ik));
    out_.line("{");
    out_.line("  return ", robot_.symbols.of_robot("ik_closest"), "(&", name(IkWord::chain, ik),
              ", pose, q);");
    out_.line("}");
    out_.line();
  }

  void print_swivel(const ClosedFormIk& ik) {
    print_kernel(ik.swivel_of, name(IkWord::swivel, ik));
    out_.line("static void ", name(IkWord::given_of, ik), "(const ", scalar(), " *q, ", scalar(), " *given)");
    out_.line("{");
    out_.line("  ", scalar(), " sine, cosine;");
    out_.line("  ", name(IkWord::swivel, ik), "(q, &sine, &cosine);");
    out_.line("  *given = ", robot_.dialect.math("atan2"), "(sine, cosine);");
    out_.line("}");
  }

  void print_chain(const ClosedFormIk& ik) {
    const auto given = [&](std::size_t joint) {
      const auto found = std::find(ik.free.begin(), ik.free.end(), joint);
      return concat(found == ik.free.end() ? -1 : static_cast<int>(found - ik.free.begin()));
    };
    const std::size_t n = ik.chain.size();
    const auto table = [&](std::string_view type, IkWord word, const std::string& rows) {
      out_.line(type, " ", name(word, ik), "[", n, "] = {", rows, "};");
    };
    table("const int", IkWord::q_index,
          join(ik.chain, ", ", [&](std::size_t i) { return concat(joint(i).q); }));
    table("static const int", IkWord::joints, join(ik.chain, ", ", [](std::size_t i) { return concat(i); }));
    table("static const unsigned char", IkWord::slides,
          join(ik.slides, ", ", [](bool slides) { return slides ? "1" : "0"; }));
    table("static const int", IkWord::given, join(ik.chain, ", ", given));
    if (ik.six_revolute)
      out_.line("static const int ", name(IkWord::turning, ik), "[6] = {", codegen::places_of_turns(ik),
                "};");
    out_.line("static const struct ", robot_.symbols.of_robot("ik_chain"), " ", name(IkWord::chain, ik),
              " = {");
    out_.line("  ", n, ", ", n_free(ik), ", ", ik.signs, ", ", n_rooms(ik), ",");
    out_.line("  ",
              join(std::array{IkWord::joints, IkWord::q_index, IkWord::slides, IkWord::given}, ", ",
                   [&](IkWord word) { return name(word, ik); }),
              ",");
    const std::string given_of = ik.swivel ? name(IkWord::given_of, ik) : "NULL";
    if (ik.six_revolute)
      out_.line("  NULL, ", given_of, ", ", name(IkWord::kernel, ik), ", ", name(IkWord::turning, ik), ", ",
                ik.first);
    else
      out_.line("  ", name(IkWord::kernel, ik), ", ", given_of, has_six_revolute() ? ", NULL, NULL, 0" : "");
    out_.line("};");
  }

  const CRobot& robot_;
  IndentedWriter& out_;
};

}  // namespace

void print_ik_declarations(const CRobot& robot, IndentedWriter& out) {
  if (!robot.code.inverse_kinematics.empty()) IkPrinter(robot, out).print_declarations();
}

void print_ik_definitions(const CRobot& robot, IndentedWriter& out) {
  if (!robot.code.inverse_kinematics.empty()) IkPrinter(robot, out).print_definitions();
}

}  // namespace romas::c
