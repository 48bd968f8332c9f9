// check-files: meshes and textures that do not exist (RM1503), exist only in other upper and lower case
// (RM1505), or belong to a package that is not found (RM1506). Descriptions often come without their meshes:
// files are searched for only if the command line names package folders or asks for copies. Every path is
// searched for and reported once.
#include <unordered_set>

#include "ir/entity.h"
#include "ir/file_search.h"
#include "passes/pass_functions.h"
#include "support/file_kind.h"
#include "support/text.h"

namespace romas {

namespace {

class FileChecker {
 public:
  FileChecker(const Model& model, const FileSearch& search, DiagnosticEngine& diagnostics)
      : model_(model), search_(search), diagnostics_(diagnostics) {}

  void run() {
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
  }

 private:
  void check_shape(const Geometry& geometry, const Link& link) {
    const auto* mesh = std::get_if<Mesh>(&geometry.shape);
    if (mesh == nullptr) return;
    check("mesh", mesh->filename,
          place_or_name(mesh->filename_range.valid() ? mesh->filename_range : geometry.range, link));
  }
  void check_texture(const Texture& texture, SourceRange fallback) {
    check("texture", texture.filename, texture.range.valid() ? SourceRange(texture.range) : fallback);
  }

  void check(std::string_view what, const std::string& written, SourceRange place) {
    if (written.empty() || !seen_.insert(written).second) return;
    const FileLookup lookup = look_up_file(written, search_);
    if (lookup.outcome == FileLookup::Outcome::unknown_package) {
      // Robots have many meshes and few packages.
      if (!unknown_packages_.insert(lookup.package).second) return;
      diagnostics_.report(Rule::package_unresolved, place,
                          concat("the package '", lookup.package, "' of the ", what, " '", written,
                                 "' is nowhere to be found; name the folder above it with --package-path"));
    } else if (lookup.outcome == FileLookup::Outcome::missing) {
      if (const std::string_view reason = reason_no_file(lookup.path); !reason.empty()) {
        diagnostics_.report(Rule::mesh_missing, place,
                            concat("the ", what, " '", written, "' cannot be read: ", reason));
      } else if (const auto twin = find_case_twin(lookup.path)) {
        diagnostics_.report(Rule::mesh_case, place,
                            concat("the ", what, " '", written, "' is called '", *twin,
                                   "' on this disk; write its name with the same capitals"));
      } else {
        diagnostics_.report(
            Rule::mesh_missing, place,
            concat("the ", what, " '", written, "' does not exist; it would be '", lookup.path, "'"));
      }
    }
  }

  const Model& model_;
  const FileSearch& search_;
  DiagnosticEngine& diagnostics_;
  std::unordered_set<std::string> seen_;
  std::unordered_set<std::string> unknown_packages_;
};

}  // namespace

void check_files(const Model& model, const CheckContext& context) {
  if (context.inputs.files != nullptr) FileChecker(model, *context.inputs.files, context.diagnostics).run();
}

}  // namespace romas
