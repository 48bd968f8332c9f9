// The interface of frontends: a function from one source text to models. All of them are rows of
// frontends.def.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/mesh/scene_text.h"
#include "frontend/xml/text/xml_limits.h"
#include "frontend/xml/text/xml_parser.h"
#include "ir/assembly/assembly.h"
#include "ir/kernel/limbs.h"
#include "ir/model/model.h"
#include "ir/model/semantics.h"
#include "ir/packages/file_search.h"
#include "support/findings/diagnostic.h"
#include "support/sources/part_names.h"
#include "support/sources/source_manager.h"

namespace romas {

// Limits of an expansion (RM1018): a small text can describe an endless one.
struct ExpansionLimits {
  std::size_t depth = 1000;             // of calls, includes and blocks in each other
  std::uint64_t steps = 100'000'000;    // evaluated parts of expressions, and elements
  std::uint64_t bytes = 1'000'000'000;  // of memory, roughly
};

// The use that is made of the expanded text of a xacro file.
enum class ExpandedText : std::uint8_t { unused, beside_robots, instead_of_robots };

struct FrontendOptions {
  std::uint64_t max_input = SourceManager::kDefaultMaxInput;  // bytes, for every file read
  // --max-elements: of XML, in memory at once: in a child of the root
  std::size_t max_elements = kMaxXmlElements;
  // The sound parts of a text with mistakes of syntax are read, too, as while it is being typed.
  bool recovers = false;
  XmlParser xml_parser() const { return recovers ? XmlParser::recovering : XmlParser::fastest; }
  std::vector<std::string> libraries;  // -L: Block files and folders
  // The places of files (ir/packages/file_search.h): --package-path, and the places that the environment
  // names.
  std::vector<std::string> package_paths;
  SearchPlaces places;
  std::string robot_name;  // --name: of robots made from assemblies and Blocks; empty: the file's stem
  bool joint_zero_assembled = false;  // --joint-zero=assembled
  // --default-limit: of prismatic joints, which a Block assembly leaves without limits
  std::optional<SlideLimit> default_limit;
  std::vector<std::string> import_paths;  // -I: folders in which the language's imports are looked for
  // -D, NAME:=VALUE: values of the language's parameters and of xacro's arguments, as text.
  std::vector<std::pair<std::string, std::string>> definitions;
  // The places in files that give them, by name; definitions of the command line have no place.
  std::map<std::string, SourceRange, std::less<>> definition_places;
  bool imported = false;   // they are those of an import: one that the file does not have is an error
  bool world = false;      // --world: the models of a world are one robot, whose root link is the world
  SceneReader read_scene;  // reads COLLADA and glTF as solids; empty: they are refused
  ExpansionLimits expansion;
  ExpandedText expanded_text = ExpandedText::unused;
  bool record_names = false;  // what names of a program mean (support/sources/program_names.h)
};

// Returns the places where the files of a description are looked for. `source`: its path, or "-".
FileSearch file_search(const std::string& source, const FrontendOptions& options);

struct FrontendContext;
struct FrontendResult;
struct XmlSink;
struct XmlElement;

// Reads what a text of the language imports, or SDF includes, in other formats. The driver provides it, so
// that no frontend includes another one.
struct ImportReader {
  // The name of the frontend that reads a file; nothing if its format cannot be told.
  std::function<std::optional<std::string_view>(FileId)> format;
  // The robots of a file of another format. Problems are reported.
  std::function<FrontendResult(FileId, FrontendContext&)> robots;
  // A robot as SDF. Parts that SDF cannot express are reported. Nothing for a robot with errors, which are
  // reported.
  std::function<std::optional<std::string>(Model, DiagnosticEngine&)> as_sdf;
  // A model with the Blocks of a file or folder of Block XML.
  std::function<Model(const std::string& path, FrontendContext&)> blocks;
};

// Passes the located elements of an XML document to a sink; returns false if they are not complete.
using XmlSource = std::function<bool(const XmlSink&)>;

// The services that a frontend may use. It reports every problem to `diagnostics` and continues as far as it
// makes sense.
struct FrontendContext {
  SourceManager& sources;
  DiagnosticEngine& diagnostics;
  const FrontendOptions& options;
  // Every further file that was read (libraries, imports), for depfiles.
  std::vector<std::string>& files_read;
  // For a frontend whose texts import files of other formats: how to read them.
  const ImportReader* imports = nullptr;
  // The elements of an XML format, where they are not those of the text itself but of its expansion.
  const XmlSource* document = nullptr;
};

// The document that a frontend of an XML format reads: context.document, else that of the text.
bool read_document(FileId file, FrontendContext& context, const XmlSink& sink);

struct FrontendResult {
  // References are resolved (Model::rebuild_index was called). With errors the models hold what could be
  // read, so that the check passes find further independent errors.
  std::vector<Model> models;
  // The text is malformed in a way that makes findings of the checks meaningless.
  bool malformed = false;
  // The expanded text has the root of a format that nobody reads, which is reported.
  bool foreign_root = false;
  // There is no robot, but something that other texts import.
  bool is_library = false;
  // There is no robot, but what a text says of one that another file describes.
  std::optional<Semantics> semantics;
  // There is no robot, but functions of one.
  std::vector<KernelText> kernels;
  // Why a text without robots has none, where there is more to say than that.
  std::optional<Diagnostic> no_robot;
  std::optional<std::string> expanded;  // as ExpandedText asks for it
  std::vector<PartName> part_names;     // with record_names, of formats that name more than a Model keeps
};

using FrontendFunction = FrontendResult (*)(FileId, FrontendContext&);

FrontendResult parse_urdf(FileId file, FrontendContext& context);
FrontendResult parse_sdf(FileId file, FrontendContext& context);
FrontendResult parse_block(FileId file, FrontendContext& context);
FrontendResult parse_assembly(FileId file, FrontendContext& context);
FrontendResult parse_mesh(FileId file, FrontendContext& context);
FrontendResult parse_xacro(FileId file, FrontendContext& context);
FrontendResult parse_romas(FileId file, FrontendContext& context);
FrontendResult parse_srdf(FileId file, FrontendContext& context);
FrontendResult parse_mjcf(FileId file, FrontendContext& context);
FrontendResult parse_kernel(FileId file, FrontendContext& context);
// SRDF and URDF have the same root element. SRDF is told by a file's name, else by a guess at a text, or by
// the children of a root that was read.
bool is_srdf_name(std::string_view path);
bool is_srdf_text(std::string_view text);
bool is_srdf_root(const XmlElement& root);
// The name that the root element of an XML text has, as written; empty if it has none. A guess from its
// beginning: nothing is parsed.
std::string_view guess_root_name(std::string_view text);
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
// The XML format that has a root element; null if none has.
const FrontendInfo* frontend_of_root(std::string_view local_name);
// By extension, else (for text that begins with '<') by root element; null if neither tells. XML with
// elements of xacro is xacro, whatever its name.
const FrontendInfo* detect_frontend(std::string_view path, std::string_view text);

}  // namespace romas
