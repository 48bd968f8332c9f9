// --emit=python: a Python package of one robot, with the sources of its extension module (docs/python.md).
#include <algorithm>
#include <set>

#include "backends/code/left_out.h"
#include "backends/code/robot_facts.h"
#include "backends/python/python_functions.h"
#include "backends/python/python_names.h"
#include "backends/python/python_text.h"
#include "backends/target.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "support/bytes/hash.h"
#include "support/text/escape.h"
#include "support/text/template.h"
#include "support/text/text.h"

namespace romas {

namespace {

using python::Function;

std::string_view piece(std::string_view path) { return embedded_file(embedded_python_project(), path).text; }

// Whether a function of links or of the robot is there.
bool has(const std::vector<Function>& functions, std::string_view name) {
  return std::any_of(functions.begin(), functions.end(),
                     [&](const Function& each) { return each.name == name; });
}

// The headers of the runtime that the sources include, and those that these include.
std::vector<OutputFile> runtime_headers(const CodeModel& code) {
  std::vector<std::string_view> wanted = {"romas/generated.hpp", "romas/robot.hpp",
                                          "romas/inverse_kinematics.hpp"};
  if (!code.inverse_kinematics.empty())
    wanted.insert(wanted.end(), {"romas/closed_form_ik.hpp", "romas/six_revolute_ik.hpp"});
  std::vector<OutputFile> files;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::string_view text = embedded_file(embedded_runtime(), wanted[i]).text;
    files.push_back({concat("src/", wanted[i]), std::string(text)});
    constexpr std::string_view kInclude = "#include <romas/";
    for (std::size_t at = text.find(kInclude); at != std::string_view::npos;
         at = text.find(kInclude, at + 1)) {
      const std::string_view rest = text.substr(at + kInclude.size() - 6);
      const std::string_view header = rest.substr(0, rest.find('>'));
      if (std::find(wanted.begin(), wanted.end(), header) == wanted.end()) wanted.push_back(header);
    }
  }
  return files;
}

// Members of the enum of links or frames.
std::string members(const std::vector<std::string>& names) {
  const std::vector<std::string> identifiers = python::member_names(names);
  std::string text;
  for (std::size_t i = 0; i < identifiers.size(); ++i) text += concat("    ", identifiers[i], " = ", i, "\n");
  return text;
}

class PackagePrinter {
 public:
  PackagePrinter(const Model& model, const CodeModel& code, const TargetOptions& options)
      : model_(model),
        code_(code),
        options_(options),
        package_(python::package_name(code.options.name)),
        robot_(code.options.namespaces.empty() ? code.options.name
                                               : concat(code.options.namespaces, "::", code.options.name)),
        functions_(python::functions_of(code)) {
    solves_ = has(functions_, "link_pose") && has(functions_, "jacobian") && code.dynamics.n_v > 0;
    for (const LinkId link : code.dynamics.link_order) links_.push_back(model.link(link).name);
    for (const Frame& frame : model.frames) frames_.push_back(frame.name);
    for (Function& function : python::position_functions(code)) functions_.push_back(std::move(function));
  }

  std::vector<OutputFile> print(std::string header) {
    std::vector<OutputFile> files = runtime_headers(code_);
    const std::string hash = Hash().add(header).hex();
    files.push_back({concat("src/", header_name()), std::move(header)});
    files.push_back({concat(package_, "/py.typed"), ""});
    TemplateValues values = common_values();
    values["HASH"] = hash;
    for (const EmbeddedFile& file : embedded_python_project()) {
      const std::string_view name = name_of_template(file);
      if (name.starts_with("pieces/")) continue;
      if (name.find("closed_form") != std::string_view::npos && !has_closed_forms()) continue;
      values["FUNCTIONS"] = name.ends_with(".pyi") ? stubs() : assignments();
      values["LINKS"] = members(links_);
      values["FRAMES"] = frame_class(name.ends_with(".pyi"));
      values["MORE_TABLES"] = more_tables(name);
      const std::string path =
          name.starts_with("package/") ? concat(package_, name.substr(7)) : std::string(name);
      files.push_back({path, fill_template(file.text, values)});
    }
    std::sort(files.begin(), files.end(),
              [](const OutputFile& a, const OutputFile& b) { return a.path < b.path; });
    return files;
  }

 private:
  std::string header_name() const { return concat("robot/", code_.options.name, ".hpp"); }
  bool has_frames() const { return !frames_.empty(); }
  bool has_closed_forms() const { return !code_.inverse_kinematics.empty(); }

  TemplateValues common_values() const {
    std::vector<Function> table = functions_;
    if (solves_) table.push_back(python::ik_function(code_));
    for (Function& solver : python::closed_form_functions(code_)) table.push_back(std::move(solver));
    const std::string title = one_line(model_.name);
    const std::string summary = concat("Kinematics and dynamics of robot '", title, "'.");
    return {{"PACKAGE", package_},
            {"HEADER", header_name()},
            {"ROBOT", robot_},
            {"DTYPE", code_.options.precision == "float" ? "float32" : "float64"},
            {"DESCRIPTION", python_string(summary)},
            {"SUMMARY", python_string_inside(summary)},
            {"TITLE_MARKDOWN", markdown_text(model_.name)},
            {"BANNER", sentence(options_.banner)},
            {"LINK_PARENTS", link_parents()},
            {"FRAME_PLACES", has_frames() ? "frame_names, Frame" : "(), ()"},
            {"MORE_INCLUDES", concat("#include \"", solves_ ? "ik" : "robot_functions", ".hpp\"\n",
                                     has_closed_forms() ? "#include \"closed_form.hpp\"\n" : "")},
            {"CLOSED_FORMS", python::closed_form_table(model_, code_)},
            {"TABLE", python::print_function_table(table, robot_)}};
  }

  static std::string sentence(std::string_view text) {
    std::string result(text);
    if (!result.empty() && result.front() >= 'a' && result.front() <= 'z')
      result.front() = static_cast<char>(result.front() - 'a' + 'A');
    return result;
  }

  std::string link_parents() const {
    const KinematicTree tree(model_);
    std::vector<int> index(model_.links.size(), -1);
    for (std::size_t i = 0; i < code_.dynamics.link_order.size(); ++i)
      index[code_.dynamics.link_order[i].index()] = static_cast<int>(i);
    std::string text = "(";
    for (const LinkId link : code_.dynamics.link_order) {
      const LinkId parent = tree.parent_link(link);
      text += concat(parent ? index[parent.index()] : -1, ",");
    }
    return text + ")";
  }

  std::string frame_class(bool stub) const {
    if (!has_frames()) return {};
    if (stub)
      return concat(
          "frame_names: tuple[str, ...]\n\nclass Frame(enum.Enum):\n    def __index__(self) -> int: ...\n",
          members(frames_), "\n");
    return concat("\nframe_names = (",
                  join(frames_, "", [](const std::string& name) { return python_string(name) + ", "; }),
                  ")\n\n\nclass Frame(_support.Place):\n    \"\"\"Named frames, as functions take them. The "
                  "value is the index in "
                  "frame_names.\"\"\"\n\n",
                  members(frames_), "\n");
  }

  // The parameters of the masses are there where the regressor is; other sizes where they are not 0.
  std::string more_tables(std::string_view file) const {
    std::string text = concat(parameter_tables(file), input_tables(file));
    for (const auto& [name, value, comment] : other_sizes()) {
      if (file.ends_with("tables.hpp"))
        text += concat(" &&\n                    add(all, \"", name, "\", to_python(robot::", name, "))");
      else if (file.ends_with(".pyi"))
        text += concat(name, ": int  # ", comment, "\n");
      else
        text += concat(name, " = _all[\"", name, "\"]\n");
    }
    return text;
  }
  std::vector<codegen::NamedSize> other_sizes() const {
    std::vector<codegen::NamedSize> sizes = codegen::optional_sizes(code_);
    std::erase_if(sizes, [](const codegen::NamedSize& size) { return size.name == "n_parameters"; });
    return sizes;
  }
  std::string parameter_tables(std::string_view file) const {
    const bool parameters = !code_.inertial_parameters.empty();
    if (file.ends_with("tables.hpp"))
      return parameters ? concat(
                              " && add(all, \"n_parameters\", to_python(robot::n_parameters)) &&\n"
                              "                    add(all, \"inertial_parameters\", "
                              "tuple_of(robot::inertial_parameters))")
                        : "";
    if (!parameters) return {};
    if (file.ends_with(".pyi"))
      return "n_parameters: int  # of the masses of all moving links\n"
             "inertial_parameters: _Table  # m, m c, Ixx, Ixy, Iyy, Ixz, Iyz, Izz of each about its origin, "
             "(n_parameters,)\n";
    return "n_parameters, inertial_parameters = _all[\"n_parameters\"], "
           "_fixed(_all[\"inertial_parameters\"])\n";
  }

  // The tables of the thrusters' inputs; empty without thrusters.
  std::string input_tables(std::string_view file) const {
    if (code_.forces.thrusters.empty()) return {};
    std::string text;
    for (const std::string_view name : {"input_names", "input_lower", "input_upper"}) {
      const bool is_name = name == "input_names";
      if (file.ends_with("tables.hpp"))
        text += concat(" &&\n                    add(all, \"", name, "\", tuple_of(robot::", name, "))");
      else if (file.ends_with(".pyi"))
        text += is_name ? concat(name, ": tuple[str, ...]  # of the thrusters, in the order of u\n")
                        : concat(name, ": _Table  # the limit of each input, (n_inputs,)\n");
      else
        text += is_name ? concat(name, " = _all[\"", name, "\"]\n")
                        : concat(name, " = _fixed(_all[\"", name, "\"])\n");
    }
    return text;
  }

  // The assignments in __init__.py.
  std::string assignments() const {
    std::string text;
    if (has_frames()) text += "Frame, frame_names = _tables.Frame, _tables.frame_names\n";
    if (!code_.inertial_parameters.empty())
      text += "n_parameters, inertial_parameters = _tables.n_parameters, _tables.inertial_parameters\n";
    for (const auto& [name, value, comment] : other_sizes()) text += concat(name, " = _tables.", name, "\n");
    if (!code_.forces.thrusters.empty())
      text +=
          "input_names, input_lower, input_upper = _tables.input_names, _tables.input_lower, "
          "_tables.input_upper\n";
    for (const Function& function : functions_)
      text += concat(function.name, " = _tables.kernels.", function.name, "\n");
    const auto made = [&](std::string_view name, std::string_view maker) {
      text += concat(name, " = _support.public(", maker, ", __name__)\n");
    };
    if (solves_) {
      text += "from . import _ik\nfrom ._ik import IkResult\n";
      made("ik", "_ik.solver(_tables.kernels.ik)");
    }
    if (has_closed_forms()) {
      text += "from . import _closed_form\nfrom ._closed_form import ClosedForm, IkSolutions, closed_forms\n";
      made("ik_solutions", "_closed_form.solver(_tables.kernels)");
    }
    if (has(functions_, "forward_kinematics")) {
      text += "from . import _plot\n";
      made("plot", "_plot.drawing(forward_kinematics)");
      if (has(functions_, "link_pose")) made("workspace", "_plot.sampling(link_pose)");
    }
    return text;
  }

  std::string stubs() const {
    std::string text;
    for (const Function& function : functions_) text += python::print_stub(function);
    const auto add = [&](bool there, std::string_view path) {
      if (there) text += piece(path);
    };
    add(solves_, "pieces/ik.pyi.in");
    if (solves_) text += "\n";
    add(has_closed_forms(), "pieces/closed_form.pyi.in");
    if (has_closed_forms()) text += "\n";
    const bool draws = has(functions_, "forward_kinematics");
    add(draws, "pieces/plot.pyi.in");
    if (draws) text += "\n";
    add(draws && has(functions_, "link_pose"), "pieces/workspace.pyi.in");
    return text;
  }

  const Model& model_;
  const CodeModel& code_;
  const TargetOptions& options_;
  std::string package_, robot_;
  std::vector<Function> functions_;
  std::vector<std::string> links_, frames_;
  bool solves_ = false;
};

}  // namespace

std::optional<CodeOptions> python_kernels(const CodeOptions& asked, const TargetOptions&) {
  CodeOptions options = asked;
  options.standalone = false;  // packs need the runtime, which is part of the package
  return options;
}

std::vector<OutputFile> emit_python(const Model& model, TargetContext& context) {
  codegen::report_unwritten_name(model, context.inputs.kernels->options.name, context.diagnostics);
  codegen::report_left_out(model, *context.inputs.kernels, codegen::SafetyUse::left_out, "the Python package",
                           context.diagnostics);
  return PackagePrinter(model, *context.inputs.kernels, context.options).print(emit_cpp(model, context));
}

}  // namespace romas
