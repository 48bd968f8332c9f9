// The interface of frontends: a function from one source text to models. All of them are rows of
// frontends.def.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/file_search.h"
#include "ir/model.h"
#include "support/diagnostic.h"
#include "support/source_manager.h"

namespace romas {

struct FrontendOptions {
  std::uint64_t max_input = SourceManager::kDefaultMaxInput;  // bytes, for every file read
  std::vector<std::string> libraries;                         // -L: Block files and folders
  // Where files lie (ir/file_search.h): --package-path, and the places that the environment names.
  std::vector<std::string> package_paths;
  SearchPlaces places;
  std::string robot_name;  // --name: of robots made from assemblies and Blocks; empty: the file's stem
  bool joint_zero_assembled = false;  // --joint-zero=assembled
  // --default-limit: lower, upper (m) of prismatic joints that a Block assembly leaves without limits
  std::optional<std::pair<double, double>> default_limit;
  std::vector<std::string> import_paths;  // -I: folders in which the language's imports are looked for
  // -D: values of the language's parameters, as text.
  std::vector<std::pair<std::string, std::string>> definitions;
};

// Where the files of a description are looked for. `source`: its path, or "-".
FileSearch file_search(const std::string& source, const FrontendOptions& options);

struct FrontendContext;
struct FrontendResult;

// Reads what a text of the language imports. The driver provides it, so that no frontend includes another
// one.
struct ImportReader {
  // The name of the frontend that reads a file; nothing if its format cannot be told.
  std::function<std::optional<std::string_view>(FileId)> format;
  // The robots of a file of another format. Problems are reported.
  std::function<FrontendResult(FileId, FrontendContext&)> robots;
  // A model with the Blocks of a file or folder of Block XML.
  std::function<Model(const std::string& path, FrontendContext&)> blocks;
};

// What a frontend may use. It reports every problem to `diagnostics` and goes on as far as it makes sense.
struct FrontendContext {
  SourceManager& sources;
  DiagnosticEngine& diagnostics;
  const FrontendOptions& options;
  // Every further file that was read (libraries, imports), for depfiles.
  std::vector<std::string>& files_read;
  // For a frontend whose texts import files of other formats: how to read them.
  const ImportReader* imports = nullptr;
};

struct FrontendResult {
  // References are resolved (Model::rebuild_index was called). With errors the models hold what could be
  // read, so that the check passes find further independent errors.
  std::vector<Model> models;
  // The text is malformed in a way that makes findings of the checks meaningless.
  bool malformed = false;
  // There is no robot, but something that other texts import.
  bool library = false;
};

using FrontendFunction = FrontendResult (*)(FileId, FrontendContext&);

FrontendResult parse_urdf(FileId file, FrontendContext& context);
FrontendResult parse_sdf(FileId file, FrontendContext& context);
FrontendResult parse_block(FileId file, FrontendContext& context);
FrontendResult parse_assembly(FileId file, FrontendContext& context);
FrontendResult parse_mesh(FileId file, FrontendContext& context);
FrontendResult parse_romas(FileId file, FrontendContext& context);
// A text of the language in its canonical style; nothing, and reported, if it has syntax errors. Comments
// stay, and so does the meaning.
std::optional<std::string> reformat_romas(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics);
// The Blocks of a file, or of every file of a folder, as a model that has nothing else.
Model read_block_library(const std::string& path, FrontendContext& context);

struct FrontendInfo {
  std::string_view name;           // of --input-format
  std::string_view extensions;     // with dots, separated by spaces; the longest match wins
  std::string_view root_elements;  // of XML formats, separated by spaces
  FrontendFunction parse;
  std::string_view summary;
};
std::span<const FrontendInfo> all_frontends();
const FrontendInfo* find_frontend(std::string_view name);
// By extension, else (for text that begins with '<') by root element; null if neither tells.
const FrontendInfo* detect_frontend(std::string_view path, std::string_view text);

}  // namespace romas
