// How a session starts: what the client can do and wants, and what it is told that the server can do.
#include <algorithm>

#include "lsp/features/shown/semantic_tokens.h"
#include "support/process/version.h"
#include "support/text/text.h"
#include "tools/romas-lsp/errors.h"
#include "tools/romas-lsp/session.h"

namespace romas::lsp {

namespace {

bool flag(const Json& json, const std::string& pointer) {
  const Json::json_pointer path(pointer);
  return json.contains(path) && json.at(path).is_boolean() && json.at(path).get<bool>();
}

bool holds(const Json& json, const char* pointer, std::string_view word) {
  const Json::json_pointer path(pointer);
  if (!json.contains(path) || !json.at(path).is_array()) return false;
  const Json& list = json.at(path);
  return std::any_of(list.begin(), list.end(), [&](const Json& item) { return item == word; });
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
  read("poses", kinds.poses);
  read("parameters", kinds.parameters);
  return kinds;
}

// How XML is formatted: {"format": {"columns": 100, "attributes": "each"}}.
FormatSettings wanted_format(const Json& options) {
  FormatSettings settings;
  const Json::json_pointer columns("/format/columns"), attributes("/format/attributes");
  if (!options.is_object()) return settings;
  if (options.contains(columns)) {
    std::uint32_t count = 0;
    read_json(options.at(columns), count, "initializationOptions.format.columns");
    settings.columns = count;
  }
  if (!options.contains(attributes)) return settings;
  std::string word;
  read_json(options.at(attributes), word, "initializationOptions.format.attributes");
  settings.attributes = attribute_breaks(word);
  if (!settings.attributes)
    throw InvalidParams{"initializationOptions.format.attributes must be 'fill', 'each' or 'keep'"};
  return settings;
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

// Returns the folder that keeps the index: {"cache": false} or {"cache": "folder"}.
std::string wanted_cache(const Json& options, std::string otherwise) {
  if (!options.is_object() || !options.contains("cache")) return otherwise;
  const Json& cache = options.at("cache");
  if (cache.is_boolean()) return cache.get<bool>() ? otherwise : std::string();
  std::string folder;
  read_json(cache, folder, "initializationOptions.cache");
  return folder;
}

// From how many milliseconds on work is shown: {"progressAfter": 1000}.
std::chrono::milliseconds wanted_patience(const Json& options, std::chrono::milliseconds otherwise) {
  if (!options.is_object() || !options.contains("progressAfter")) return otherwise;
  std::uint32_t milliseconds = 0;
  read_json(options.at("progressAfter"), milliseconds, "initializationOptions.progressAfter");
  return std::chrono::milliseconds(milliseconds);
}

// Further arguments of the command line: {"arguments": ["--profile=moveit"]}.
std::vector<std::string> given_arguments(const Json& options) {
  std::vector<std::string> arguments;
  if (options.is_object() && options.contains("arguments"))
    read_json(options.at("arguments"), arguments, "initializationOptions.arguments");
  return arguments;
}

}  // namespace

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
