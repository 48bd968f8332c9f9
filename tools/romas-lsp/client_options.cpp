#include "tools/romas-lsp/client_options.h"

#include <algorithm>
#include <optional>

#include "support/text/text.h"

namespace romas::lsp {

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

std::string wanted_cache(const Json& options, std::string otherwise) {
  if (!options.is_object() || !options.contains("cache")) return otherwise;
  const Json& cache = options.at("cache");
  if (cache.is_boolean()) return cache.get<bool>() ? otherwise : std::string();
  std::string folder;
  read_json(cache, folder, "initializationOptions.cache");
  return folder;
}

std::chrono::milliseconds wanted_patience(const Json& options, std::chrono::milliseconds otherwise) {
  if (!options.is_object() || !options.contains("progressAfter")) return otherwise;
  std::uint32_t milliseconds = 0;
  read_json(options.at("progressAfter"), milliseconds, "initializationOptions.progressAfter");
  return std::chrono::milliseconds(milliseconds);
}

std::vector<std::string> given_arguments(const Json& options) {
  std::vector<std::string> arguments;
  if (options.is_object() && options.contains("arguments"))
    read_json(options.at("arguments"), arguments, "initializationOptions.arguments");
  return arguments;
}

}  // namespace romas::lsp
