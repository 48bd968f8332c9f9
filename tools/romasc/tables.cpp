#include "tools/romasc/tables.h"

#include <algorithm>
#include <array>
#include <vector>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "passes/kernel/lowering/make_code_model.h"
#include "passes/pass/pass.h"
#include "support/findings/diagnostic.h"
#include "support/text/text.h"

namespace romas::tool {

namespace {

// Columns padded with spaces, two between them.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line.append(widths[i] - row[i].size() + 2, ' ');
    }
    out += line + "\n";
  }
  return out;
}

}  // namespace

std::string diagnostics_table() {
  constexpr std::array<std::string_view, 4> kClasses = {"error", "defect", "warning", "note"};
  std::vector<std::vector<std::string>> rows;
  for (const RuleInfo& info : all_rules())
    rows.push_back({info.id(), std::string(info.slug),
                    std::string(kClasses[static_cast<std::size_t>(info.cls)]), std::string(info.summary)});
  return table(rows);
}

std::string passes_table() {
  std::vector<std::vector<std::string>> rows;
  for (const PassInfo& info : all_passes())
    rows.push_back({std::string(info.name), info.kind() == PassKind::check ? "check" : "transform",
                    std::string(info.options), std::string(info.summary)});
  for (const KernelPassInfo& info : all_kernel_passes())
    rows.push_back({std::string(info.name), "kernel", "", std::string(info.summary)});
  return table(rows);
}

std::string targets_table() {
  std::vector<std::vector<std::string>> rows;
  for (const TargetInfo& info : all_targets())
    rows.push_back({std::string(info.name), std::string(info.extension), std::string(info.summary)});
  return table(rows);
}

std::string formats_table() {
  std::vector<std::vector<std::string>> rows;
  for (const FrontendInfo& info : all_frontends())
    rows.push_back({std::string(info.name), std::string(info.extensions), std::string(info.summary)});
  return table(rows);
}

}  // namespace romas::tool
