#include "backends/python/python_text.h"

#include <algorithm>
#include <array>

#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::python {

namespace {

// The meaning of an input, by its name.
std::string_view meaning_of(std::string_view input) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kMeanings = {{
      {"q", "positions (rad or m; quaternions x y z w)"},
      {"v", "velocities (rad/s or m/s)"},
      {"a", "accelerations (rad/s^2 or m/s^2)"},
      {"tau", "torques and forces (N m or N)"},
      {"step", "a step along the velocity variables (rad or m)"},
      {"q0", "positions"},
      {"q1", "positions"},
      {"pose", "row-major [R | p] in {W}"},
      {"stabilization", "how fast loops that have opened are closed (1/s, 1/s^2); zeros leave them"},
      {"branch", "1 or -1 for each loop: its two ways of assembly"},
      {"u", "inputs of the thrusters, from their lower to their upper limit"},
  }};
  const auto* found =
      std::find_if(kMeanings.begin(), kMeanings.end(), [&](const auto& row) { return row.first == input; });
  return found == kMeanings.end() ? std::string_view() : found->second;
}

std::string_view place_of(const Function& function) {
  return function.subject == Subject::frame ? "frame" : "link";
}

std::string names_of(const std::vector<Array>& arrays) { return join(arrays, ", ", &Array::name); }

// The documentation, as lines.
std::string documentation(const Function& function) {
  std::string text = concat(function.row->meaning, "\n\n");
  if (function.places != 0) {
    const std::string_view place = place_of(function);
    text += concat(place, ": a name, a member of ", place == "link" ? "Link" : "Frame", " or an index\n");
  }
  for (const Array& input : function.inputs) {
    const std::string_view meaning = meaning_of(input.name);
    text += concat(input.name, ": (..., ", input.shape, ")", meaning.empty() ? "" : ", ", meaning, "\n");
  }
  text += "out: where the result goes, in place of new arrays\n";
  text += "threads: how many share a batch; 0: as many as there are processors\n\n";
  text += concat(
      "Returns ",
      join(function.outputs, ", ",
           [](const Array& output) { return concat(output.name, ": (..., ", output.shape, ")"); }),
      ". Leading axes are broadcast. {W} is the frame of the root link, or the world with a floating base.");
  return text;
}

std::string c_array(const Array& array) {
  return concat("{", c_string(array.name), ", ", array.size, ", ", array.dims.size(), ", {",
                join(array.dims, ", "), "}}");
}

std::string sizes(const std::vector<Array>& arrays) {
  return concat("std::array<int, ", arrays.size(), "> ", "@ = {",
                join(arrays, ", ", [](const Array& array) { return concat(array.size); }), "};");
}
std::string sizes_as(std::string_view name, const std::vector<Array>& arrays) {
  std::string text = sizes(arrays);
  return text.replace(text.find('@'), 1, name);
}

// The type that kernels.hpp calls: F3, or F3<0> for a place.
void print_adapter(const Function& function, std::size_t index, std::string_view robot, std::string& text) {
  std::string called = concat("::", robot, "::", function.name);
  if (function.places != 0) {
    text += "template <int P>\n";
    called +=
        concat("<static_cast<::", robot, "::", place_of(function) == "link" ? "Link" : "Frame", ">(P)>");
  }
  text += concat("struct F", index, " {\n");
  text += concat("  static constexpr ", sizes_as("in", function.inputs), "\n");
  text += concat("  static constexpr ", sizes_as("out", function.outputs), "\n");
  text += concat("  template <class... A>\n  static void call(const A&... a) {\n    ", called,
                 "(a...);\n  }\n};\n");
}

// Rows of one function: its arrays, and what runs it for each place.
void print_runs(const Function& function, std::size_t index, std::string_view adapter, std::string_view many,
                std::string& text) {
  std::vector<Array> arrays = function.inputs;
  arrays.insert(arrays.end(), function.outputs.begin(), function.outputs.end());
  text += concat("constexpr Array kArrays", index, "[] = {", join(arrays, ", ", c_array), "};\n");
  for (const std::string_view run : {std::string_view("one"), many}) {
    std::string rows;
    for (int place = 0; place < std::max(function.places, 1); ++place)
      rows += concat(place == 0 ? "" : ", ", run, "<", adapter,
                     function.places == 0 ? "" : concat("<", place, ">"), ">");
    text += concat("constexpr Run k", run == "one" ? "One" : "Many", index, "[] = {", rows, "};\n");
  }
  text += "\n";
}

std::string table_row(const Function& function, std::size_t index) {
  const std::string_view place = function.places == 0 ? "none" : place_of(function);
  const std::string first = function.places == 0 ? std::string() : concat(place, ", ");
  const std::string text = concat(function.name, "(", first, names_of(function.inputs),
                                  ", *, out=None, threads=1)\n--\n\n", documentation(function));
  return concat("    {", c_string(function.name), ",\n     ", c_string(text), ",\n     Place::", place, ", ",
                function.inputs.size(), ", ", function.outputs.size(), ", kArrays", index, ", kOne", index,
                ", kMany", index, "},\n");
}

// The runtime's functions have rows of their own, so that they are documented as the others are.
constexpr KernelFunction kIntegrate = {KernelKind::fk,
                                       false,
                                       "integrate",
                                       "",
                                       "q step",
                                       "q",
                                       "the positions behind a step from q; quaternions stay of length 1"};
constexpr KernelFunction kDifference = {KernelKind::fk,
                                        false,
                                        "difference",
                                        "",
                                        "q0 q1",
                                        "step",
                                        "the step that leads from q0 to q1, the shorter way round"};
constexpr KernelFunction kIk = {
    KernelKind::fk, true, "ik", "", "pose q0 options", "q report", "what ik() of the package calls"};
constexpr KernelFunction kClosedForm = {KernelKind::ik,
                                        false,
                                        "closed_form",
                                        "",
                                        "pose q0 given options",
                                        "q flags",
                                        "what ik_solutions() of the package calls"};

}  // namespace

std::string print_function_table(const std::vector<Function>& functions, std::string_view robot) {
  std::string text, rows;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const Function& function = functions[i];
    const std::array<const KernelFunction*, 4> branching = {&kIntegrate, &kDifference, &kIk, &kClosedForm};
    const bool branches = std::find(branching.begin(), branching.end(), function.row) != branching.end();
    std::string adapter = concat("F", i);
    if (function.row == &kIntegrate) adapter = "Integrate";
    if (function.row == &kDifference) adapter = "Difference";
    if (function.row == &kIk) adapter = "Ik";
    if (function.row == &kClosedForm) adapter = concat("ClosedForm<", function.closed_form, ">");
    if (!branches) print_adapter(function, i, robot, text);
    print_runs(function, i, adapter, branches ? "each" : "many", text);
    rows += table_row(function, i);
  }
  return concat(text, "constexpr Function kFunctions[] = {\n", rows, "};\n");
}

std::string print_stub(const Function& function) {
  const std::size_t outputs = function.outputs.size();
  std::string result = "_Array";
  if (outputs > 1) {
    result = "tuple[_Array";
    for (std::size_t i = 1; i < outputs; ++i) result += ", _Array";
    result += "]";
  }
  std::string text = concat("def ", function.name, "(");
  if (function.places != 0)
    text += concat(place_of(function), ": ", place_of(function) == "link" ? "Link" : "Frame",
                   " | str | SupportsIndex, ");
  text += join(function.inputs, ", ", [](const Array& input) { return concat(input.name, ": ArrayLike"); });
  text += concat(", *, out: ", result, " | None = ..., threads: int = ...) -> ", result, ":\n    \"\"\"");
  const std::string lines = documentation(function);
  for (const char c : lines) {
    text += c;
    if (c == '\n') text += "    ";
  }
  // No line ends with blanks.
  for (std::size_t at = text.find("\n    \n"); at != std::string::npos; at = text.find("\n    \n"))
    text.erase(at + 1, 4);
  return text + "\n    \"\"\"\n\n";
}

std::vector<Function> position_functions(const CodeModel& code) {
  const int n_q = code.dynamics.n_q, n_v = code.dynamics.n_v;
  const auto positions = [&](std::string name) { return Array{std::move(name), n_q, {n_q}, "n_q"}; };
  const Array step{"step", n_v, {n_v}, "n_v"};
  return {{"integrate", &kIntegrate, Subject::robot, 0, {positions("q"), step}, {positions("q")}},
          {"difference", &kDifference, Subject::robot, 0, {positions("q0"), positions("q1")}, {step}}};
}

Function ik_function(const CodeModel& code) {
  constexpr int kOptions = 8, kReport = 5;
  const int n_q = code.dynamics.n_q;
  return {"ik",
          &kIk,
          Subject::link,
          static_cast<int>(code.dynamics.links.size()),
          {{"pose", 12, {3, 4}, "3, 4"}, {"q0", n_q, {n_q}, "n_q"}, {"options", kOptions, {kOptions}, "8"}},
          {{"q", n_q, {n_q}, "n_q"}, {"report", kReport, {kReport}, "5"}}};
}

std::vector<Function> closed_form_functions(const CodeModel& code) {
  constexpr int kOptions = 2;
  const int n_q = code.dynamics.n_q;
  std::vector<Function> functions;
  for (const ClosedFormIk& ik : code.inverse_kinematics) {
    const int given = std::max(1, static_cast<int>(ik.swivel ? 1 : ik.free.size()));
    const int most = 1 << ik.signs;
    functions.push_back(
        {concat("_closed_form_", ik.link),
         &kClosedForm,
         Subject::robot,
         0,
         {{"pose", 12, {3, 4}, "3, 4"},
          {"q0", n_q, {n_q}, "n_q"},
          {"given", given, {given}, concat(given)},
          {"options", kOptions, {kOptions}, concat(kOptions)}},
         {{"q", most * n_q, {most, n_q}, concat(most, ", n_q")}, {"flags", most, {most}, concat(most)}},
         ik.link});
  }
  return functions;
}

std::string closed_form_table(const Model& model, const CodeModel& code) {
  const auto names = [&](const std::vector<std::size_t>& joints) {
    return concat("(",
                  join(joints, "",
                       [&](std::size_t i) {
                         return python_string(model.joint(code.dynamics.joints[i].joint).name) + ", ";
                       }),
                  ")");
  };
  std::string text;
  for (const ClosedFormIk& ik : code.inverse_kinematics) {
    const LinkId link = code.dynamics.link_order[static_cast<std::size_t>(ik.link)];
    const std::string given = ik.swivel ? "(\"swivel angle\",)" : names(ik.free);
    text += concat("    ", python_string(model.link(link).name), ": ClosedForm(", python_string(ik.structure),
                   ", ", names(ik.chain), ", ", given, ", ", 1 << ik.signs, ", ",
                   ik.whole_pose ? "True" : "False", "),\n");
  }
  return text;
}

}  // namespace romas::python
