// check-files: meshes and textures that do not exist (RM1503), exist only in other upper and lower case
// (RM1505), or belong to a package that is not found (RM1506). Packages are searched for only if the command
// line names their folders or asks for copies. Missing files are reported once for each folder.
#include <algorithm>
#include <filesystem>
#include <map>
#include <unordered_set>

#include "ir/assembly/assembly.h"
#include "ir/model/entity.h"
#include "ir/packages/file_search.h"
#include "passes/checks/foreign_paths.h"
#include "passes/pass/pass_functions.h"
#include "support/files/file_kind.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Upper bound of the missing files of a folder that a message names.
constexpr std::size_t kMostNamed = 4;

// The missing files of one folder.
struct MissingFiles {
  SourceRange place;      // of the first one
  std::string_view what;  // "mesh", "texture" or "thumbnail", of the first one
  std::string written, path;
  std::vector<std::string> names;  // of the first few
  std::size_t count = 0;
  bool alike = true;  // all are meshes, or textures, or thumbnails
};

class FileChecker {
 public:
  FileChecker(const Model& model, const CheckContext& context)
      : model_(model),
        search_(*context.inputs.files),
        packages_(context.inputs.packages),
        diagnostics_(context.diagnostics) {}

  void run();

 private:
  void check_shape(const Geometry& geometry, const Link& link);
  void check_texture(const Texture& texture, SourceRange fallback) {
    check("texture", texture.filename, texture.range.valid() ? SourceRange(texture.range) : fallback);
  }
  void check(std::string_view what, const std::string& written, SourceRange place);
  void check_missing(std::string_view what, const std::string& written, const std::string& path,
                     SourceRange place);
  void report_missing(const std::string& folder, const MissingFiles& files);

  const Model& model_;
  const FileSearch& search_;
  bool packages_;
  DiagnosticEngine& diagnostics_;
  std::unordered_set<std::string> seen_;
  std::unordered_set<std::string> unknown_packages_;
  Folders folders_;
  std::map<std::string, MissingFiles> missing_;  // by folder
};

void FileChecker::run() {
  for (const Link& link : model_.links) {
    for (const Visual& visual : link.visuals) {
      check_shape(visual.geometry, link);
      if (visual.material && visual.material->texture)
        check_texture(*visual.material->texture, name_place(link));
    }
    for (const Collision& collision : link.collisions) check_shape(collision.geometry, link);
  }
  for (const Material& material : model_.materials)
    if (material.texture) check_texture(*material.texture, name_place(material));
  for (const auto& [link, id] : links_of_blocks(model_)) {
    const Block& block = model_.blocks[id.index()];
    if (block.normal) check("texture", block_file(block, *block.normal), block.range);
  }
  for (const Block& block : model_.blocks)
    if (block.thumbnail) check("thumbnail", block_file(block, *block.thumbnail), block.range);
  for (const auto& [folder, files] : missing_) report_missing(folder, files);
}

void FileChecker::check_shape(const Geometry& geometry, const Link& link) {
  const auto* mesh = std::get_if<Mesh>(&geometry.shape);
  if (mesh == nullptr) return;
  check("mesh", mesh->filename,
        place_or_name(mesh->filename_range.valid() ? mesh->filename_range : geometry.range, link));
}

void FileChecker::check(std::string_view what, const std::string& written, SourceRange place) {
  if (written.empty() || is_windows_path(written) || (!packages_ && written.starts_with("package://")) ||
      !seen_.insert(written).second)
    return;
  const FileLookup lookup = look_up_file(written, search_);
  if (lookup.outcome == FileLookup::Outcome::unknown_package) {
    // Robots have many meshes and few packages.
    if (!unknown_packages_.insert(lookup.package).second) return;
    auto finding =
        diagnostics_.report(Rule::package_unresolved, place,
                            concat("the package '", lookup.package, "' of the ", what, " '", written,
                                   "' was not found; name the folder above it with --package-path"));
    if (!lookup.looked_in.empty()) finding.note(place, concat("looked in ", join(lookup.looked_in, ", ")));
  } else if (lookup.outcome == FileLookup::Outcome::missing) {
    check_missing(what, written, lookup.path, place);
  }
}

void FileChecker::check_missing(std::string_view what, const std::string& written, const std::string& path,
                                SourceRange place) {
  const std::filesystem::path file(path);
  const std::string folder = file.parent_path().string();
  if (folders_.exists(folder)) {
    if (const std::string_view reason = reason_no_file(path); !reason.empty()) {
      diagnostics_.report(Rule::mesh_missing, place,
                          concat("the ", what, " '", written, "' cannot be read: ", reason));
      return;
    }
    if (const auto twin = folders_.case_twin(path)) {
      diagnostics_.report(Rule::mesh_case, place,
                          concat("the ", what, " '", written, "' is called '", *twin,
                                 "' on this disk; write its name in the same upper and lower case"));
      return;
    }
  }
  MissingFiles& files = missing_[folder];
  if (files.count++ == 0) files = {place, what, written, path, {}, 1, true};
  files.alike = files.alike && files.what == what;
  if (files.names.size() < kMostNamed) files.names.push_back(in_quotes(file.filename().string()));
}

void FileChecker::report_missing(const std::string& folder, const MissingFiles& files) {
  if (files.count == 1) {
    diagnostics_.report(Rule::mesh_missing, files.place,
                        concat("the ", files.what, " '", files.written,
                               "' does not exist; romasc looked for '", files.path, "'"));
    return;
  }
  const std::size_t more = files.count - files.names.size();
  const std::string_view kind = !files.alike              ? "files"
                                : files.what == "mesh"    ? "meshes"
                                : files.what == "texture" ? "textures"
                                                          : "thumbnails";
  const std::string which =
      folders_.exists(folder)
          ? concat(": ", join(files.names, ", "), more == 0 ? std::string() : concat(" and ", more, " more"))
          : concat(", and neither does the folder; the first one is '", files.written, "'");
  diagnostics_.report(Rule::mesh_missing, files.place,
                      concat(files.count, " ", kind, " in the folder '", folder.empty() ? "." : folder,
                             "' do not exist", which));
}

}  // namespace

void check_files(const Model& model, const CheckContext& context) {
  if (context.inputs.files != nullptr) FileChecker(model, context).run();
}

}  // namespace romas
