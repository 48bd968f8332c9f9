#include "backends/python/python_functions.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "backends/code/robot_facts.h"
#include "support/text/text.h"

namespace romas::python {

namespace {

// A shape as a meaning writes it.
struct Written {
  std::vector<std::string> dims;
  bool each = false;  // of all outputs
};

bool is_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}
bool is_dimension(std::string_view word) { return is_number(word) || word.starts_with("n_"); }

// Words, without the punctuation around them; "3x4" is three words.
std::vector<std::string> words_of(std::string_view meaning) {
  std::vector<std::string> words;
  for (const Token& token : split_words(meaning)) {
    std::string_view word = token.text;
    const auto other = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_'; };
    while (!word.empty() && other(word.back())) word.remove_suffix(1);
    while (!word.empty() && other(word.front())) word.remove_prefix(1);
    const std::size_t times = word.find('x');
    if (times != std::string_view::npos && is_number(word.substr(0, times)) &&
        is_number(word.substr(times + 1)))
      words.insert(words.end(),
                   {std::string(word.substr(0, times)), "x", std::string(word.substr(times + 1))});
    else
      words.emplace_back(word);
  }
  return words;
}

std::vector<Written> shapes_in(std::string_view meaning) {
  const std::vector<std::string> words = words_of(meaning);
  std::vector<Written> shapes;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_dimension(words[i])) continue;
    Written shape{{words[i]}};
    for (; i + 2 < words.size() && words[i + 1] == "x" && is_dimension(words[i + 2]); i += 2)
      shape.dims.push_back(words[i + 2]);
    if (shape.dims.size() < 2) continue;
    shape.each = i + 1 < words.size() && words[i + 1] == "each";
    // "n_links x 12: row-major 3x4" is one shape.
    const auto product = [](const Written& all) {
      long long numbers = 1;
      for (const std::string& dim : all.dims) numbers *= parse_integer(dim).value_or(0);
      return numbers;
    };
    if (!shapes.empty() && product(shape) != 0 &&
        parse_integer(shapes.back().dims.back()) == product(shape)) {
      shapes.back().dims.pop_back();
      shapes.back().dims.insert(shapes.back().dims.end(), shape.dims.begin(), shape.dims.end());
    } else {
      shapes.push_back(std::move(shape));
    }
  }
  return shapes;
}

std::optional<int> value_of(std::string_view dimension, const CodeModel& code) {
  const DynamicsModel& dynamics = code.dynamics;
  if (dimension == "n_q") return dynamics.n_q;
  if (dimension == "n_v") return dynamics.n_v;
  if (dimension == "n_links") return static_cast<int>(dynamics.links.size());
  if (dimension == "n_joints") return static_cast<int>(dynamics.joints.size());
  for (const codegen::NamedSize& size : codegen::optional_sizes(code))
    if (dimension == size.name) return static_cast<int>(size.value);
  const auto number = parse_integer(dimension);
  return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

// The numbers of a shape; one of them may follow from the size. Nothing if they do not give the size.
std::optional<std::vector<int>> numbers_of(const Written& shape, int size, const CodeModel& code) {
  std::vector<int> numbers;
  long long known = 1;
  std::optional<std::size_t> unknown;
  for (const std::string& dimension : shape.dims) {
    const std::optional<int> value = value_of(dimension, code);
    if (!value && unknown) return std::nullopt;
    if (!value) unknown = numbers.size();
    numbers.push_back(value.value_or(0));
    known *= value.value_or(1);
  }
  if (unknown && known != 0 && size % known == 0) {
    numbers[*unknown] = static_cast<int>(size / known);
    return numbers;
  }
  return unknown || known != size ? std::nullopt : std::optional(numbers);
}

Array vector_of(std::string_view name, int size, std::string_view shape) {
  return {std::string(name), size, {size}, std::string(shape)};
}

// Outputs of derivatives have a row for each element of what is differentiated, and a column for each of what
// it is differentiated by: "inverse_dynamics_by_q".
Array derivative_array(std::string_view name, int size, const CodeKernel& kernel, const CodeModel& code) {
  const std::string_view function = kernel.function->name;
  const std::string_view by = function.substr(function.rfind('_') + 1);
  int columns = code.dynamics.n_v;  // steps of q are along the velocity variables
  for (const KernelArray& input : kernel.kernel.inputs)
    if (input.name == by && by != "q") columns = static_cast<int>(input.size);
  if (columns == 0 || size % columns != 0) return vector_of(name, size, concat(size));
  const std::string shown = columns == code.dynamics.n_v ? "n_v" : concat(columns);
  return {std::string(name), size, {size / columns, columns}, concat(size / columns, ", ", shown)};
}

bool is_derived(const KernelFunction* row, const CodeModel& code) {
  return std::any_of(code.derived_functions.begin(), code.derived_functions.end(),
                     [&](const DerivedFunction& derived) { return &derived.function == row; });
}

Function function_of(const CodeKernel& kernel, const CodeModel& code) {
  const KernelFunction& row = *kernel.function;
  Function function{std::string(row.name_for(kernel.subject)), &row, kernel.subject, 0, {}, {}};
  for (const KernelArray& input : kernel.kernel.inputs) {
    const int size = static_cast<int>(input.size);
    const bool positions = input.name == "q";
    const bool usual = size == (positions ? code.dynamics.n_q : code.dynamics.n_v);
    function.inputs.push_back(
        vector_of(input.name, size, usual ? (positions ? "n_q" : "n_v") : concat(size)));
  }
  for (const OutputArray& output : kernel.kernel.outputs) {
    const int size = static_cast<int>(output.elements.size());
    function.outputs.push_back(
        is_derived(&row, code) ? derivative_array(output.name, size, kernel, code)
                               : output_array(output.name, size, row.meaning, function.outputs.size(), code));
  }
  return function;
}

}  // namespace

Array output_array(std::string_view name, int size, std::string_view meaning, std::size_t output,
                   const CodeModel& code) {
  const std::vector<Written> shapes = shapes_in(meaning);
  const bool each = shapes.size() == 1 && shapes.front().each;
  if (each || output < shapes.size()) {
    const Written& shape = shapes[each ? 0 : output];
    if (const auto numbers = numbers_of(shape, size, code))
      return {std::string(name), size, *numbers, join(shape.dims, ", ")};
  }
  // A meaning that begins with a number is about something else than the joints.
  const bool by_joint = size == code.dynamics.n_v && !is_number(meaning.substr(0, meaning.find(':')));
  return vector_of(name, size, by_joint ? "n_v" : concat(size));
}

std::vector<Function> functions_of(const CodeModel& code) {
  std::vector<Function> functions;
  for (const CodeKernel& kernel : code.kernels) {
    const auto known = std::find_if(functions.begin(), functions.end(), [&](const Function& function) {
      return function.row == kernel.function && function.subject == kernel.subject;
    });
    if (known != functions.end()) {
      ++known->places;
      continue;
    }
    functions.push_back(function_of(kernel, code));
    functions.back().places = kernel.subject == Subject::robot ? 0 : 1;
  }
  return functions;
}

}  // namespace romas::python
