// Refusals as responses of HTTP.
#include <algorithm>
#include <array>

#include "support/shown/diagnostic_render.h"
#include "support/text/text.h"
#include "tools/studio/api/handlers.h"

namespace romas::studio {

namespace {

struct CodeStatus {
  std::string_view code;
  int status;
};
// Any other code is a conflict with what is open or on the disk.
constexpr std::array<CodeStatus, 10> kStatuses = {{
    {"bad-request", 400},
    {"read-only", 403},
    {"outside", 403},
    {"bad-name", 400},
    {"no-target", 400},
    {"no-robot", 404},
    {"no-finding", 404},
    {"no-source", 404},
    {"nothing-open", 404},
    {"not-written", 500},
}};

}  // namespace

Response refusal_response(const Refusal& refusal) {
  const auto* const row = std::find_if(kStatuses.begin(), kStatuses.end(),
                                       [&](const CodeStatus& each) { return each.code == refusal.code; });
  const int status = row == kStatuses.end() ? 409 : row->status;
  Response response = error_response(status, refusal.code, refusal.message);
  if (!refusal.result || refusal.result->report.sources == nullptr) return response;
  JsonWriter json;
  json.begin_object();
  json.key("error");
  json.begin_object();
  json.field("code", refusal.code);
  json.field("message", refusal.message);
  json.end_object();
  json.end_object();
  std::string head = json.take();
  head.resize(head.rfind('}', head.rfind('}') - 1));  // the findings stand at the end of the inner object
  response.body = concat(trim(head), ",\n    \"diagnostics\": ",
                         trim(render_json({&refusal.result->report, 1}, {.color = false, .error_limit = 0})),
                         "\n  }\n}\n");
  return response;
}

Response later_response(Undertaking undertaking, std::function<Response()> answer) {
  auto finish = [end = std::move(undertaking.finish), answer = std::move(answer)] {
    const auto refusal = end();
    return refusal ? refusal_response(*refusal) : answer();
  };
  if (!undertaking.work) return finish();
  Response response;
  response.later = std::make_shared<Later>(Later{std::move(undertaking.work), std::move(finish)});
  return response;
}

std::optional<Response> refuse_stale(const Call& call) {
  const auto revision = call.body.number("revision");
  if (!revision) return error_response(400, "bad-request", "'revision' is a whole number");
  if (*revision == call.workspace.revision()) return std::nullopt;
  return error_response(409, "stale", "something else was opened or changed meanwhile");
}

}  // namespace romas::studio
