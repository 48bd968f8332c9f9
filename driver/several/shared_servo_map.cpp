#include "driver/several/shared_servo_map.h"

#include <algorithm>
#include <functional>

#include "frontend/servo/servo_map.h"

namespace romas::driver {

namespace {

// Reads the map and calls `look`, which reports findings on it. Returns nullopt if there are no findings.
std::optional<CompileResult> read_map(const CompileRequest& request, const SourceManager::Texts* texts,
                                      const std::function<void(const ServoMap&, DiagnosticEngine&)>& look) {
  CompileResult result;
  result.sources->read_instead(texts);
  result.of_an_input = false;
  DiagnosticEngine diagnostics(request.severities);
  FrontendContext context{*result.sources, diagnostics, request.input.frontend, result.files_read};
  if (const auto map = read_servo_map(request.servos.map, context)) {
    look(*map, diagnostics);
    if (!diagnostics.has_errors()) return std::nullopt;
    result.status = CompileStatus::errors;
  } else {
    const bool unreadable = diagnostics.reported(Rule::unreadable_file) > 0;
    result.status = unreadable ? CompileStatus::unreadable : CompileStatus::errors;
  }
  result.report = {result.sources.get(), diagnostics.sorted(), diagnostics.omitted()};
  return result;
}

bool is_among(const std::vector<std::size_t>& entries, std::size_t entry) {
  return std::find(entries.begin(), entries.end(), entry) != entries.end();
}

}  // namespace

std::optional<CompileResult> check_shared_servo_map(const CompileRequest& request,
                                                    const SourceManager::Texts* texts) {
  if (request.servos.map.empty() || !request.servos.map_is_shared) return std::nullopt;
  return read_map(request, texts, [](const ServoMap&, DiagnosticEngine&) {});
}

std::optional<CompileResult> check_joints_of_shared_servo_map(const CompileRequest& request,
                                                              const std::vector<CompileResult>& results) {
  if (request.servos.map.empty() || !request.servos.map_is_shared || results.empty()) return std::nullopt;
  std::optional<std::vector<std::size_t>> unknown;
  std::vector<Model> models;
  for (const CompileResult& result : results) {
    if (result.models.empty() && !result.unchecked) continue;  // an SRDF, which has no joints of its own
    if (result.models.empty()) return std::nullopt;
    if (!unknown) unknown = result.unknown_servo_joints;
    std::erase_if(*unknown, [&](std::size_t entry) { return !is_among(result.unknown_servo_joints, entry); });
    models.insert(models.end(), result.models.begin(), result.models.end());
  }
  if (!unknown) return std::nullopt;
  return read_map(request, nullptr, [&](const ServoMap& map, DiagnosticEngine& diagnostics) {
    report_unknown_servo_joints(map, *unknown, models, diagnostics);
  });
}

}  // namespace romas::driver
