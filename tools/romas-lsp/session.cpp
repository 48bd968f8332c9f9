#include "tools/romas-lsp/session.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <new>
#include <utility>

#include "lsp/features/shown/semantic_tokens.h"
#include "lsp/protocol/message_text.h"
#include "support/process/version.h"
#include "support/text/text.h"
#include "tools/romas-lsp/client_options.h"
#include "tools/romas-lsp/errors.h"

namespace romas::lsp {

namespace {

std::string text_member(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// To a request of the server.
bool is_answer(const Json& message) {
  return message.is_object() && !message.contains("method") && message.contains("id") &&
         (message.contains("result") || message.contains("error"));
}

// Returns the options of a request for the client. Each request reports long work under a token that comes
// with it.
Json options_of(std::string_view value) {
  Json options = Json::parse(value, nullptr, false);
  if (!options.is_object()) options = Json::object();
  options["workDoneProgress"] = true;
  return options;
}

Json capabilities() {
  Json all = {{"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", {{"includeText", false}}}}},
              {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}};
#define REQUEST(method, handler, Parameters, capability, value) \
  if (std::string_view(capability) != "") all[capability] = options_of(value);
#define NOTIFICATION(method, handler, Parameters)
#include "tools/romas-lsp/methods.def"
#undef REQUEST
#undef NOTIFICATION
  all["semanticTokensProvider"] = options_of("{}");
  all["semanticTokensProvider"].update(
      {{"legend", token_legend()}, {"full", {{"delta", true}}}, {"range", true}});
  return all;
}

Json error_response(const Json& id, int code, const std::string& message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

}  // namespace

Session::Session(SessionSettings settings, int input, int output)
    : settings_(std::move(settings)), reader_(input), writer_(output) {}

Session::~Session() {
  stop_index_ = true;
  if (indexing_.joinable()) indexing_.join();
  // A thread that waits for a client that is still there has nothing to finish.
  if (reading_.joinable()) reading_.detach();
}

void Session::arrive(std::string content) {
  Json message =
      make_readable(content) ? Json::parse(content, nullptr, false) : Json(Json::value_t::discarded);
  restore_halves(message);
  if (is_answer(message)) return progress_.take_answer(message);
  const std::lock_guard lock(mutex_);
  if (message.is_object() && text_member(message, "method") == "$/cancelRequest")
    cancel(message);
  else
    queue_.push_back(std::move(message));
  ++arrivals_;
  arrived_.notify_one();
}

void Session::read_messages() {
  while (auto content = reader_.next()) arrive(std::move(*content));
  const std::lock_guard lock(mutex_);
  ended_ = true;
  ++arrivals_;
  arrived_.notify_one();
}

// Ignores requests that have been answered.
void Session::cancel(const Json& message) {
  const Json::json_pointer id("/params/id");
  if (!message.contains(id)) return;
  const auto is_it = [&](const Json& request) {
    return request.is_object() && request.contains("id") && request.contains("method") &&
           request.at("id") == message.at(id);
  };
  std::string number = message.at(id).dump();
  if (number == running_ || std::any_of(queue_.begin(), queue_.end(), is_it))
    cancelled_.insert(std::move(number));
}

std::optional<Json> Session::waiting_message() {
  if (queue_.empty()) return std::nullopt;
  Json message = std::move(queue_.front());
  queue_.pop_front();
  running_ = message.is_object() && message.contains("id") ? message.at("id").dump() : std::string();
  return message;
}

std::optional<std::chrono::milliseconds> Session::take_waiting() {
  while (!exit_) {
    take_index();
    std::unique_lock lock(mutex_);
    const auto message = waiting_message();
    lock.unlock();
    if (message) {
      take(*message);
    } else if (!publish_at_) {
      break;
    } else if (const auto now = Clock::now(); now < *publish_at_) {
      return std::chrono::ceil<std::chrono::milliseconds>(*publish_at_ - now);
    } else {
      publish();
    }
  }
  return std::nullopt;
}

std::optional<Json> Session::next_message() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (index_) {
      lock.unlock();
      take_index();
      lock.lock();
      continue;
    }
    if (auto message = waiting_message()) return message;
    if (ended_) return std::nullopt;
    if (has_lost_client()) return std::nullopt;
    if (!publish_at_) {
      constexpr std::chrono::seconds kBetween(1);  // looks at the client's process
      if (client_process_)
        arrived_.wait_for(lock, kBetween);
      else
        arrived_.wait(lock);
    } else if (Clock::now() >= *publish_at_ ||
               arrived_.wait_until(lock, *publish_at_) == std::cv_status::timeout) {
      lock.unlock();
      publish();
      lock.lock();
    }
  }
}

bool Session::has_lost_client() const {
  return client_process_ && ::kill(*client_process_, 0) != 0 && errno == ESRCH;
}

int Session::run() {
  reading_ = std::thread([this] { read_messages(); });
  while (!exit_) {
    const auto message = next_message();
    if (!message) break;
    take(*message);
  }
  stop_index_ = true;
  return exit_.value_or(state_ == State::shut_down ? 0 : 1);
}

void Session::take(const Json& message) {
  if (!message.is_object()) {
    send(error_response(nullptr, message.is_discarded() ? kParseError : kInvalidRequest,
                        message.is_discarded()
                            ? concat("this is not JSON, or is nested more than ", kDeepestMessage, " deep")
                            : "a message must be an object"));
    return;
  }
  const std::string method = text_member(message, "method");
  const Json parameters = message.contains("params") ? message.at("params") : Json::object();
  if (method.empty()) {
    send(error_response(message.contains("id") ? message.at("id") : Json(), kInvalidRequest, "no method"));
    return;
  }
  if (!message.contains("id")) return notify(method, parameters);
  answer(message.at("id"), method, parameters);
}

void Session::answer(const Json& id, const std::string& method, const Json& parameters) {
  int reason = 0;
  try {
    Json result = wanted_result(id, method, parameters, reason);
    send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
  } catch (const Stopped&) {
    send(reason == kRequestCancelled ? error_response(id, reason, "cancelled")
                                     : outdated_response(id, method));
  } catch (const ResponseError& error) {
    send(error_response(id, error.code, error.message));
  } catch (const InvalidParams& error) {
    send(error_response(id, kInvalidParams, error.message));
  } catch (const std::bad_alloc&) {
    send(error_response(id, kRequestFailed, "there is not enough memory"));
  } catch (const std::exception& error) {
    send(error_response(id, kInternalError, concat("internal error of ", method, ": ", error.what())));
  }
  const std::lock_guard lock(mutex_);
  cancelled_.erase(std::exchange(running_, {}));
}

// Requests that the protocol lets a server give up are asked for again by the client.
Json Session::outdated_response(const Json& id, const std::string& method) const {
  constexpr const char* kChanged = "the document has changed";
  if (method == "textDocument/diagnostic") {
    Json response = error_response(id, kServerCancelled, kChanged);
    response["error"]["data"] = {{"retriggerRequest", true}};
    return response;
  }
  const bool is_cancellable = tokens_cancellable_ && method.starts_with("textDocument/semanticTokens/");
  return error_response(id, is_cancellable ? kServerCancelled : kContentModified, kChanged);
}

// `reason`: where it is stopped, why.
Json Session::wanted_result(const Json& id, const std::string& method, const Json& parameters, int& reason) {
  const bool has_token = parameters.is_object() && parameters.contains("workDoneToken");
  LongWork shown(progress_, has_token ? parameters.at("workDoneToken") : Json(), "Reading robots",
                 progress_after_);
  const auto is_unwanted = asked_at_arrivals([&] {
    reason = reason_to_stop(id, parameters);
    return reason != 0;
  });
  const Stoppable work([&, is_unwanted]() mutable {
    shown.go_on();
    return is_unwanted();
  });
  stop_point();
  return result_of(method, parameters);
}

Json Session::result_of(const std::string& method, const Json& parameters) {
  if (method == "initialize") return initialize(parameters);
  if (state_ == State::created) throw ResponseError{kServerNotInitialized, "'initialize' must come first"};
  if (state_ == State::shut_down) throw ResponseError{kInvalidRequest, "the session was shut down"};
  if (method == "shutdown") {
    state_ = State::shut_down;
    return nullptr;
  }
#define REQUEST(name, handler, Parameters, capability, value) \
  if (method == (name)) {                                     \
    Parameters read;                                          \
    read_json(parameters, read, "params");                    \
    return handler(read);                                     \
  }
#define NOTIFICATION(name, handler, Parameters)
#include "tools/romas-lsp/methods.def"
#undef REQUEST
#undef NOTIFICATION
  throw ResponseError{kMethodNotFound, concat("unknown method '", method, "'")};
}

// Notifications have no answer: what is wrong with them is shown.
void Session::notify(const std::string& method, const Json& parameters) {
  if (method == "exit") {
    exit_ = state_ == State::shut_down ? 0 : 1;
    return;
  }
  if (state_ != State::initialized) return;
  if (method == "initialized") return initialized();
  try {
#define REQUEST(name, handler, Parameters, capability, value)
#define NOTIFICATION(name, handler, Parameters) \
  if (method == (name)) {                       \
    Parameters read;                            \
    read_json(parameters, read, "params");      \
    return handler(read);                       \
  }
#include "tools/romas-lsp/methods.def"
#undef REQUEST
#undef NOTIFICATION
  } catch (const InvalidParams& error) {
    send_notification("window/logMessage", {{"type", 1}, {"message", concat(method, ": ", error.message)}});
  }
}

int Session::reason_to_stop(const Json& id, const Json& parameters) {
  const Json::json_pointer uri("/textDocument/uri");
  const std::lock_guard lock(mutex_);
  if (cancelled_.erase(id.dump()) != 0) return kRequestCancelled;
  if (!parameters.is_object() || !parameters.contains(uri)) return 0;
  const bool is_outdated = std::any_of(queue_.begin(), queue_.end(), [&](const Json& later) {
    if (!later.is_object() || text_member(later, "method") != "textDocument/didChange") return false;
    const Json::json_pointer other("/params/textDocument/uri");
    return later.contains(other) && later.at(other) == parameters.at(uri);
  });
  return is_outdated ? kContentModified : 0;
}

bool Session::has_waiting_change() {
  const std::lock_guard lock(mutex_);
  return ended_ || std::any_of(queue_.begin(), queue_.end(), [](const Json& later) {
           if (!later.is_object()) return false;
           const std::string method = text_member(later, "method");
           return method == "textDocument/didChange" || method == "textDocument/didOpen" ||
                  method == "textDocument/didClose" || method == "shutdown";
         });
}

Stoppable::IsUnwanted Session::asked_at_arrivals(std::function<bool()> is_unwanted) const {
  return [this, is_unwanted = std::move(is_unwanted), asked_at = std::optional<std::size_t>()]() mutable {
    const std::size_t now = arrivals_.load();
    if (std::exchange(asked_at, now) == now) return false;
    return is_unwanted();
  };
}

void Session::send(const Json& message) {
  // A byte of a file that is not UTF-8 is shown as a replacement character.
  writer_.write(message.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Session::send_notification(const std::string& method, const Json& parameters) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}});
}

void Session::send_request(const std::string& method, const Json& parameters) {
  Json message = {{"jsonrpc", "2.0"}, {"id", next_request_++}, {"method", method}};
  if (!parameters.is_null()) message["params"] = parameters;
  send(message);
}

Json Session::initialize(const Json& json) {
  if (state_ != State::created) throw ResponseError{kInvalidRequest, "'initialize' may come only once"};
  InitializeParams parameters;
  read_json(json, parameters, "params");
  std::string error;
  request_of_ = settings_.compilation(given_arguments(parameters.initializationOptions), error);
  if (!error.empty()) throw ResponseError{kInvalidParams, error};
  workspace_.emplace(request_of_);
  workspace_->set_folders(workspace_folders(parameters));
  workspace_->set_rule_pages(settings_.rule_pages);
  const Json& client = parameters.capabilities;
  if (holds(client, "/general/positionEncodings", "utf-8")) workspace_->set_encoding(PositionEncoding::utf8);
  const Json& options = parameters.initializationOptions;
  const bool wants_all_told = options.is_object() && flag(options, "/publishDiagnostics");
  pulls_ = client.contains(Json::json_pointer("/textDocument/diagnostic")) && !wants_all_told;
  refreshes_pulls_ = flag(client, "/workspace/diagnostics/refreshSupport");
  for (const char* shown : {"codeLens", "inlayHint", "semanticTokens"})
    if (flag(client, concat("/workspace/", shown, "/refreshSupport")))
      refreshes_.push_back(concat("workspace/", shown, "/refresh"));
  tokens_cancellable_ = flag(client, "/textDocument/semanticTokens/serverCancelSupport");
  // A process that is not seen from here, such as one outside of a container, is not watched.
  client_process_ = parameters.processId;
  if (has_lost_client()) client_process_.reset();
  document_changes_ = flag(client, "/workspace/workspaceEdit/documentChanges");
  creates_files_ =
      document_changes_ && holds(client, "/workspace/workspaceEdit/resourceOperations", "create");
  annotates_edits_ = document_changes_ &&
                     client.contains(Json::json_pointer("/workspace/workspaceEdit/changeAnnotationSupport"));
  renames_by_parts_ = flag(client, "/textDocument/rename/prepareSupport");
  watches_files_ = flag(client, "/workspace/didChangeWatchedFiles/dynamicRegistration");
  relative_patterns_ = flag(client, "/workspace/didChangeWatchedFiles/relativePatternSupport");
  snippets_ = flag(client, "/textDocument/completion/completionItem/snippetSupport");
  hints_ = wanted_hints(options);
  format_ = wanted_format(options);
  settings_.cache = wanted_cache(options, settings_.cache);
  workspace_->set_library_folder(settings_.cache);
  progress_after_ = wanted_patience(options, progress_after_);
  if (flag(client, "/window/workDoneProgress")) progress_.allow_own_tokens();
  has_head_ = options.is_object() && flag(options, "/compareWithHead");
  tells_models_ = options.is_object() && flag(options, "/modelChanged");
  state_ = State::initialized;
  Json server = capabilities();
  if (wants_all_told) server.erase("diagnosticProvider");
  server["positionEncoding"] = workspace_->encoding() == PositionEncoding::utf8 ? "utf-8" : "utf-16";
  return {{"capabilities", server}, {"serverInfo", {{"name", "romas-lsp"}, {"version", version()}}}};
}

void Session::initialized() {
  if (watches_files_) {
    const char* pattern = "**/*.{urdf,xacro,sdf,world,srdf,mjcf,xml,romas,yaml,yml,dae,stl,obj,config}";
    watch("files", pattern);
  }
  start_index();
}

}  // namespace romas::lsp
