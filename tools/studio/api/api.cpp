#include "tools/studio/api/api.h"

#include <algorithm>
#include <array>

#include "support/text/text.h"
#include "tools/studio/api/gate.h"
#include "tools/studio/api/handlers.h"

namespace romas::studio {

namespace {

using Handler = Response (*)(Call&);

struct Route {
  std::string_view method;
  std::string_view path;
  Handler handler;
  bool takes_one_time = false;  // a one-time token suffices
  bool is_folder = false;       // any path below it, too
};

constexpr std::array kRoutes = std::to_array<Route>({
    {"POST", "/api/hello", say_hello, true},
    {"GET", "/api/scene", show_scene},
    {"GET", "/api/mesh/", show_mesh, false, true},
    {"GET", "/api/source/", show_source, false, true},
    {"POST", "/api/editor", open_editor},
    {"GET", "/api/rule/", show_rule, false, true},
    {"GET", "/api/profiles", show_profiles},
    {"POST", "/api/open", open_file},
    {"POST", "/api/package_path", add_package_path},
    {"GET", "/api/folder", show_folder},
    {"POST", "/api/preferences", set_preferences},
    {"GET", "/api/view", show_view},
    {"POST", "/api/view", keep_view},
    {"GET", "/api/blocks", show_blocks},
    {"GET", "/api/blocks/", show_thumbnail, false, true},
    {"POST", "/api/load_blocks", load_blocks},
    {"POST", "/api/joining", show_joining},
    {"POST", "/api/assembly", act_on_assembly},
    {"POST", "/api/save", save_assembly},
    {"POST", "/api/export", export_robot},
    {"POST", "/api/translate", translate_robot},
    {"POST", "/api/draft", answer_draft},
    {"POST", "/api/fix", fix_findings},
    {"POST", "/api/compare", compare_with},
    {"DELETE", "/api/compare", end_comparison},
    {"POST", "/api/worst_pose", show_worst_pose},
    {"POST", "/api/build", start_build},
    {"GET", "/api/build", show_build},
    {"DELETE", "/api/build", cancel_build},
    {"POST", "/api/run", start_run},
    {"GET", "/api/run", show_run},
    {"DELETE", "/api/run", cancel_run},
    {"GET", "/api/run/log", show_run_log},
});

struct ContentType {
  std::string_view ending;
  std::string_view type;
};
constexpr std::array<ContentType, 4> kContentTypes = {{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
}};

std::string content_type_of(std::string_view path) {
  for (const ContentType& row : kContentTypes)
    if (path.ends_with(row.ending)) return std::string(row.type);
  return "application/octet-stream";
}

bool leads_to(std::string_view path, const Route& row) {
  return row.is_folder ? path.starts_with(row.path) : row.path == path;
}

const Route* find_route(std::string_view method, std::string_view path) {
  const auto* const route = std::find_if(kRoutes.begin(), kRoutes.end(), [&](const Route& row) {
    return row.method == method && leads_to(path, row);
  });
  return route == kRoutes.end() ? nullptr : route;
}

Response no_such_target() { return error_response(404, "no-target", "there is nothing here"); }

Response wrong_method(std::string_view allowed) {
  Response response = error_response(405, "wrong-method", concat("only ", allowed, " is possible here"));
  response.allow = allowed;
  return response;
}

// "GET, POST"; empty for what is no target.
std::string methods_of(std::string_view path) {
  std::vector<std::string_view> methods;
  for (const Route& row : kRoutes)
    if (leads_to(path, row)) methods.push_back(row.method);
  return join(methods, ", ");
}

// "application/json", with or without parameters. Forms of foreign pages cannot send it.
bool is_json(std::string_view content_type) {
  return to_lower(trim(content_type.substr(0, content_type.find(';')))) == "application/json";
}

}  // namespace

std::span<const Header> security_headers() {
  static constexpr std::array<Header, 7> kHeaders = {{
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
       "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cache-Control", "no-store"},
  }};
  return kHeaders;
}

Response Api::answer_page(const Request& request, std::string_view path) const {
  const std::string_view name = path == "/" ? "index.html" : path.substr(1);
  const auto found =
      std::find_if(page_.begin(), page_.end(), [&](const EmbeddedFile& file) { return file.path == name; });
  if (found == page_.end()) return no_such_target();
  if (request.method != "GET") return wrong_method("GET");
  Response response;
  response.body = found->text;
  response.content_type = content_type_of(found->path);
  return response;
}

Response Api::begin(const Request& request, Tokens::Clock::time_point now) {
  if (auto refusal = refuse_stranger(request, Channel::http)) return std::move(*refusal);
  const std::string_view target = request.target;
  if (!target.starts_with('/')) return error_response(400, "bad-request", "the target is not a path");
  const std::size_t mark = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, mark);
  const std::string_view query = target.substr(std::min(mark + 1, target.size()));
  if (!path.starts_with("/api/")) return answer_page(request, path);

  const Route* const route = find_route(request.method, path);
  if (route == nullptr) {
    const std::string methods = methods_of(path);
    return methods.empty() ? no_such_target() : wrong_method(methods);
  }
  const bool known =
      tokens_.is_lasting(request.token) || (route->takes_one_time && tokens_.redeem(request.token, now));
  if (!known) return error_response(403, "no-token", "the header Romas-Token has no valid token");
  Body body;
  if (request.method == "POST") {
    if (!is_json(request.content_type))
      return error_response(415, "no-json", "the body must be application/json");
    std::string problem;
    auto read = Body::read(request.body, problem);
    if (!read) return error_response(400, "bad-request", problem);
    body = std::move(*read);
  }
  Call call{workspace_, tokens_, path.substr(route->path.size()), query, request.if_none_match, body, page_};
  return route->handler(call);
}

Response Api::complete(Response response) {
  while (response.later) {
    const std::shared_ptr<Later> later = std::move(response.later);
    later->work();
    response = later->finish();
  }
  return response;
}

std::shared_ptr<Later> Api::follow_files() {
  auto reading = workspace_.begin_following();
  if (!reading) return nullptr;
  auto later = std::make_shared<Later>();
  later->work = reading->work;
  later->finish = [this, reading = std::move(*reading)]() mutable {
    workspace_.finish_reading(std::move(reading));
    return Response();
  };
  return later;
}

std::optional<Response> Api::refuse_live(const Request& request) const {
  if (auto refusal = refuse_stranger(request, Channel::live)) return refusal;
  if (request.target != kLiveTarget) return no_such_target();
  if (!tokens_.is_lasting(request.token))
    return error_response(403, "no-token", "no offered subprotocol is a valid token");
  return std::nullopt;
}

}  // namespace romas::studio
