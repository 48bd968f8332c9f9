// A kernel that is too large for one function: a caller and parts, which pass values on through an array.
#include <algorithm>

#include "backends/code/kernel_printer.h"
#include "support/text/text.h"

namespace romas::codegen {

namespace {
constexpr std::size_t kPartSize = 600;  // statements

std::string element(const ArraySlice& at) { return concat(at.array, "[", at.first, "]"); }
}  // namespace

void KernelPrinter::print_parts(std::string_view name, const std::vector<std::uint32_t>& statements) {
  const Parts parts = plan_parts(statements);
  // The caller first computes the operands of angles.
  IndentedWriter before;
  KernelPrinter caller(kernel_, joints_, dialect_, before);
  caller.print_angles();
  HandedOn handed = take_names(caller);
  for (std::size_t p = 1; p <= parts.count; ++p) print_part(name, p, statements, parts, handed);
  print_caller(name, before.text(), parts.count, handed);
}

KernelPrinter::Parts KernelPrinter::plan_parts(const std::vector<std::uint32_t>& statements) const {
  Parts parts;
  parts.count = (statements.size() + kPartSize - 1) / kPartSize;
  parts.part.resize(kernel_.nodes.size(), 0);
  parts.last.resize(kernel_.nodes.size(), 0);
  for (std::size_t k = 0; k < statements.size(); ++k) parts.part[statements[k]] = 1 + k / kPartSize;
  const auto needs = [&](std::uint32_t user, std::uint32_t used) {
    parts.last[used] = std::max(parts.last[used], parts.part[user]);
  };
  for (const std::uint32_t user : statements) {
    const Node& node = kernel_.nodes[user];
    for (int o = 0; o < operand_count(node); ++o)
      needs(user, stem(node.operands[static_cast<std::size_t>(o)]));
  }
  for (const std::uint32_t writer : statements)
    for (const OutputElement& at : outputs_[writer + 1])
      needs(writer, stem(kernel_.outputs[at.array].elements[at.element]));
  return parts;
}

KernelPrinter::HandedOn KernelPrinter::take_names(const KernelPrinter& caller) {
  HandedOn handed;
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i) {
    const Op op = kernel_.nodes[i].op;
    if (caller.names_[i].empty()) continue;
    if (op == Op::sin || op == Op::cos) {
      names_[i] = caller.names_[i];
    } else {
      names_[i] = element(handed.next_place(1));
      handed.kept.emplace_back(names_[i], caller.names_[i]);
    }
  }
  return handed;
}

void KernelPrinter::print_part(std::string_view name, std::size_t p,
                               const std::vector<std::uint32_t>& statements, const Parts& parts,
                               HandedOn& handed) {
  begin(dialect_.part_name(name, p), FunctionForm::part);
  std::vector<std::pair<std::uint32_t, std::string>> crossing;
  if (p == 1) print_outputs(0);
  const std::size_t end = std::min(p * kPartSize, statements.size());
  for (std::size_t k = (p - 1) * kPartSize; k < end; ++k) {
    const std::uint32_t i = statements[k];
    if (names_[i].empty()) {
      print_statement(i);
      if (parts.last[i] > p) {
        const std::size_t lanes = kernel_.nodes[i].lanes;
        const ArraySlice place = handed.next_place(lanes);
        if (lanes > 1) {
          out_.line(dialect_.lanes()->stored(names_[i], place), ";");
          crossing.emplace_back(i, dialect_.lanes()->loaded(lanes, place));
        } else {
          crossing.emplace_back(i, element(place));
          out_.line(crossing.back().second, " = ", names_[i], ";");
        }
      }
    }
    print_outputs(i + 1);
  }
  for (const auto& [node, place] : crossing) names_[node] = place;
  out_.outdent();
  out_.line("}");
  out_.line();
}

void KernelPrinter::print_caller(std::string_view name, std::string_view before, std::size_t parts,
                                 const HandedOn& handed) {
  begin(name, FunctionForm::caller);
  for (const std::string_view line : split(before, '\n'))
    if (!line.empty()) out_.line(line);
  out_.line(dialect_.array("w", std::max<std::size_t>(handed.count, 1)), ";");
  for (const auto& [place, value] : handed.kept) out_.line(place, " = ", value, ";");
  std::string arguments;
  for (const KernelArray& input : kernel_.inputs) arguments += concat(input.name, ", ");
  const std::string none = dialect_.no_array();
  arguments += before.empty() ? concat(none, ", ", none, ", w") : "s, c, w";
  for (const OutputArray& output : kernel_.outputs) arguments += concat(", ", output.name);
  for (std::size_t p = 1; p <= parts; ++p) out_.line(dialect_.part_name(name, p), "(", arguments, ");");
  out_.outdent();
  out_.line("}");
}

}  // namespace romas::codegen
