#include "tools/romas-lsp/session.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "lsp/features/semantic_tokens.h"
#include "support/text.h"
#include "support/version.h"
#include "tools/romas-lsp/errors.h"

namespace romas::lsp {

namespace {

bool flag(const Json& json, const char* pointer) {
  const Json::json_pointer path(pointer);
  return json.contains(path) && json.at(path).is_boolean() && json.at(path).get<bool>();
}

bool holds(const Json& json, const char* pointer, std::string_view word) {
  const Json::json_pointer path(pointer);
  if (!json.contains(path) || !json.at(path).is_array()) return false;
  const Json& list = json.at(path);
  return std::any_of(list.begin(), list.end(), [&](const Json& item) { return item == word; });
}

std::string text_member(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Json error_response(const Json& id, int code, const std::string& message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

Json capabilities() {
  Json all = {{"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", {{"includeText", false}}}}}};
#define REQUEST(method, handler, Parameters, capability, value) \
  if (std::string_view(capability) != "") all[capability] = Json::parse(value, nullptr, false);
#define NOTIFICATION(method, handler, Parameters)
#include "tools/romas-lsp/methods.def"
#undef REQUEST
#undef NOTIFICATION
  all["semanticTokensProvider"] = {{"legend", token_legend()}, {"full", {{"delta", true}}}, {"range", true}};
  return all;
}

// Which hints are shown: {"hints": {"values": false}}. All, where nothing is said.
HintKinds wanted_hints(const Json& options) {
  HintKinds kinds;
  const auto read = [&](const char* name, bool& wanted) {
    const Json::json_pointer path(concat("/hints/", name));
    if (options.is_object() && options.contains(path))
      read_json(options.at(path), wanted, concat("initializationOptions.hints.", name));
  };
  read("values", kinds.values);
  read("degrees", kinds.degrees);
  read("mass", kinds.mass);
  read("parameters", kinds.parameters);
  return kinds;
}

std::vector<std::string> workspace_folders(const InitializeParams& parameters) {
  std::vector<std::string> folders;
  const auto add = [&](const std::string& folder) {
    if (!folder.empty() && std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(folder);
  };
  if (parameters.workspaceFolders)
    for (const WorkspaceFolder& folder : *parameters.workspaceFolders) add(path_of_uri(folder.uri));
  if (folders.empty() && parameters.rootUri) add(path_of_uri(*parameters.rootUri));
  if (folders.empty() && parameters.rootPath) add(*parameters.rootPath);
  return folders;
}

// Further arguments of the command line: {"arguments": ["--profile=moveit"]}.
std::vector<std::string> given_arguments(const Json& options) {
  std::vector<std::string> arguments;
  if (options.is_object() && options.contains("arguments"))
    read_json(options.at("arguments"), arguments, "initializationOptions.arguments");
  return arguments;
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

void Session::read_messages() {
  while (auto content = reader_.next()) {
    Json message = Json::parse(*content, nullptr, false);
    const std::lock_guard lock(mutex_);
    if (message.is_object() && text_member(message, "method") == "$/cancelRequest") {
      if (const Json::json_pointer id("/params/id"); message.contains(id))
        cancelled_.insert(message.at(id).dump());
    } else {
      queue_.push_back(std::move(message));
    }
    arrived_.notify_one();
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  arrived_.notify_one();
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
    if (!queue_.empty()) {
      Json message = std::move(queue_.front());
      queue_.pop_front();
      return message;
    }
    if (ended_) return std::nullopt;
    if (!publish_at_) {
      arrived_.wait(lock);
    } else if (Clock::now() >= *publish_at_ ||
               arrived_.wait_until(lock, *publish_at_) == std::cv_status::timeout) {
      lock.unlock();
      publish();
      lock.lock();
    }
  }
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
                        message.is_discarded() ? "this is no JSON" : "a message is an object"));
    return;
  }
  const std::string method = text_member(message, "method");
  const Json parameters = message.contains("params") ? message.at("params") : Json::object();
  if (method.empty()) {
    // Answers to what was asked of the client say nothing that counts.
    if (!message.contains("result") && !message.contains("error"))
      send(error_response(message.contains("id") ? message.at("id") : Json(), kInvalidRequest, "no method"));
    return;
  }
  if (!message.contains("id")) return notify(method, parameters);
  answer(message.at("id"), method, parameters);
}

void Session::answer(const Json& id, const std::string& method, const Json& parameters) {
  try {
    if (is_cancelled(id)) throw ResponseError{kRequestCancelled, "cancelled"};
    if (is_outdated(parameters)) throw ResponseError{kContentModified, "the document has changed"};
    send({{"jsonrpc", "2.0"}, {"id", id}, {"result", result_of(method, parameters)}});
  } catch (const ResponseError& error) {
    send(error_response(id, error.code, error.message));
  } catch (const InvalidParams& error) {
    send(error_response(id, kInvalidParams, error.message));
  } catch (const std::bad_alloc&) {
    send(error_response(id, kRequestFailed, "memory does not suffice"));
  } catch (const std::exception& error) {
    send(error_response(id, kInternalError, concat("internal error of ", method, ": ", error.what())));
  }
}

Json Session::result_of(const std::string& method, const Json& parameters) {
  if (method == "initialize") return initialize(parameters);
  if (state_ == State::created) throw ResponseError{kServerNotInitialized, "'initialize' comes first"};
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

bool Session::is_cancelled(const Json& id) {
  const std::lock_guard lock(mutex_);
  return cancelled_.erase(id.dump()) != 0;
}

bool Session::is_outdated(const Json& parameters) {
  const Json::json_pointer uri("/textDocument/uri");
  if (!parameters.is_object() || !parameters.contains(uri)) return false;
  const std::lock_guard lock(mutex_);
  return std::any_of(queue_.begin(), queue_.end(), [&](const Json& later) {
    if (!later.is_object() || text_member(later, "method") != "textDocument/didChange") return false;
    const Json::json_pointer other("/params/textDocument/uri");
    return later.contains(other) && later.at(other) == parameters.at(uri);
  });
}

void Session::send(const Json& message) {
  // What is no UTF-8 in a file is shown as a replacement character.
  writer_.write(message.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Session::send_notification(const std::string& method, const Json& parameters) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}});
}

Json Session::initialize(const Json& json) {
  if (state_ != State::created) throw ResponseError{kInvalidRequest, "'initialize' comes once"};
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
  pulls_ = client.contains(Json::json_pointer("/textDocument/diagnostic"));
  refreshes_pulls_ = flag(client, "/workspace/diagnostics/refreshSupport");
  document_changes_ = flag(client, "/workspace/workspaceEdit/documentChanges");
  creates_files_ =
      document_changes_ && holds(client, "/workspace/workspaceEdit/resourceOperations", "create");
  watches_files_ = flag(client, "/workspace/didChangeWatchedFiles/dynamicRegistration");
  snippets_ = flag(client, "/textDocument/completion/completionItem/snippetSupport");
  hints_ = wanted_hints(parameters.initializationOptions);
  tells_models_ =
      parameters.initializationOptions.is_object() && flag(parameters.initializationOptions, "/modelChanged");
  state_ = State::initialized;
  Json server = capabilities();
  server["positionEncoding"] = workspace_->encoding() == PositionEncoding::utf8 ? "utf-8" : "utf-16";
  return {{"capabilities", server}, {"serverInfo", {{"name", "romas-lsp"}, {"version", version()}}}};
}

void Session::initialized() {
  if (watches_files_) {
    const char* pattern = "**/*.{urdf,xacro,sdf,world,srdf,xml,romas,yaml,yml,dae,stl,obj,config}";
    const Json options = {{"watchers", Json::array({{{"globPattern", pattern}}})}};
    const Json registration = {
        {"id", "files"}, {"method", "workspace/didChangeWatchedFiles"}, {"registerOptions", options}};
    send({{"jsonrpc", "2.0"},
          {"id", next_request_++},
          {"method", "client/registerCapability"},
          {"params", {{"registrations", Json::array({registration})}}}});
  }
  start_index();
}

}  // namespace romas::lsp
