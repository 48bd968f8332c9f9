#include "driver/meshes/import_meshes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "driver/host/run_program.h"
#include "frontend/mesh/stl_writer.h"
#include "ir/packages/file_names.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

constexpr const char* kMeshReader = "romas-mesh-reader";

struct Part {
  std::optional<Number4> colour;
  std::string picture;
  std::string text;  // OBJ
  MeshFile read;
};

// The result of romas-mesh-reader for a file, or the reason why there is none.
struct Reading {
  std::vector<Part> parts;
  std::string reason;
};

// "# part 0.1 0.2 0.3 1 picture.png", "# part - "
Part begin_part(std::string_view line) {
  Part part;
  Number4 colour;
  std::size_t count = 0;
  while (count < colour.size()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const auto number = parse_double(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
    if (!number) break;
    colour[count++] = *number;
  }
  if (count == colour.size()) part.colour = colour;
  part.picture = line;
  return part;
}

// Returns all that romas-mesh-reader writes, with the lines that begin a part, or why there is nothing.
SceneText text_of_scene(const std::string& path, bool whole, std::uint64_t max_bytes) {
  std::vector<std::string> words{mesh_reader(), path};
  if (whole) words.push_back("--whole");
  auto [status, text] = text_of_program(words, max_bytes);
  if (status == 1) return {{}, std::string(trim(text))};
  if (status != 0) return {{}, "its reader failed"};
  if (text.empty()) return {{}, concat("its triangles take more than ", max_bytes, " bytes")};
  return {std::move(text), {}};
}

Reading read_parts(const std::string& path, bool whole, std::uint64_t max_bytes) {
  const auto [text, why_not] = text_of_scene(path, whole, max_bytes);
  if (!why_not.empty()) return {{}, why_not};
  Reading reading;
  constexpr std::string_view kBegin = "# part ";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t line = std::min(text.find('\n', at), text.size() - 1),
                      next = text.find(concat("\n", kBegin), line);
    const std::size_t end = next == std::string::npos ? text.size() : next + 1;
    Part part = begin_part(std::string_view(text).substr(at + kBegin.size(), line - at - kBegin.size()));
    part.text = text.substr(line + 1, end - line - 1);
    reading.parts.push_back(std::move(part));
    at = end;
  }
  for (Part& part : reading.parts) {
    SourceManager sources;
    DiagnosticEngine unheard;
    auto read = read_mesh_file(sources.add_text("part.obj", part.text), sources, unheard);
    if (!read) return {{}, "its triangles are malformed"};
    part.read = std::move(*read);
  }
  return reading;
}

class Importer {
 public:
  Importer(const Model& model, GatheredFiles& gathered, const FileSearch& search, std::uint64_t max_bytes,
           bool as_stl, Stage& stage)
      : gathered_(gathered),
        search_(search),
        max_bytes_(max_bytes),
        as_stl_(as_stl),
        stage_(stage),
        result_{model, {}, {}, {}} {
    for (const auto& [written, path] : gathered.paths) taken_.insert(path);
  }

  std::optional<ImportedMeshes> run() {
    for (Link& link : result_.model.links) {
      const std::size_t count = link.visuals.size();
      for (std::size_t i = 0; i < count; ++i) divide(link, i);
      for (Collision& collision : link.collisions)
        if (Mesh* mesh = imported(collision.geometry))
          if (const Names& names = names_of(*mesh, true); !names.empty()) mesh->filename = names.front().name;
    }
    if (result_.files.empty()) return std::nullopt;
    return std::move(result_);
  }

 private:
  struct Named {
    std::string name;
    std::optional<Number4> colour;
  };
  using Names = std::vector<Named>;

  Mesh* imported(Geometry& geometry) const {
    auto* mesh = std::get_if<Mesh>(&geometry.shape);
    return mesh != nullptr && is_scene_file(mesh->filename) && gathered_.paths.contains(mesh->filename)
               ? mesh
               : nullptr;
  }

  void divide(Link& link, std::size_t index) {
    Mesh* const mesh = imported(link.visuals[index].geometry);
    if (mesh == nullptr) return;
    const bool has_material = link.visuals[index].material.has_value();
    const Names names = names_of(*mesh, has_material);
    const Visual whole = link.visuals[index];
    for (std::size_t i = 0; i < names.size(); ++i) {
      Visual part = whole;
      std::get<Mesh>(part.geometry.shape).filename = names[i].name;
      if (!has_material && names[i].colour) {
        part.material = MaterialUse{};
        part.material->color = Color{*names[i].colour, whole.range};
        part.material->range = whole.range;
      }
      if (i == 0) {
        link.visuals[index] = std::move(part);
      } else {
        if (part.name) part.name = concat(*part.name, "_", i + 1);
        link.visuals.push_back(std::move(part));
      }
    }
  }

  // The meshes that a file becomes, in the model's words; none if it cannot be read.
  const Names& names_of(const Mesh& mesh, bool whole) {
    const auto [known, is_new] = names_.try_emplace({mesh.filename, whole});
    if (!is_new) return known->second;
    if (const auto other = names_.find({mesh.filename, !whole});
        other != names_.end() && other->second.size() == 1)
      return other->second;
    const SourceRange place = mesh.filename_range;
    const auto path = resolve_mesh_path(mesh.filename, search_);
    SourceManager::ReadError error;
    // The text is asked for, so that a cached result depends on it.
    if (!path || stage_.sources.read_file(*path, error, max_bytes_) == 0) return known->second;
    Reading reading = read_parts(*path, whole, max_bytes_);
    if (!reading.reason.empty()) {
      if (!told_.insert(mesh.filename).second) return known->second;
      stage_.diagnostics.report(Rule::mesh_malformed, place,
                                concat("the mesh '", mesh.filename, "' cannot be read: ", reading.reason));
      return known->second;
    }
    for (std::size_t i = 0; i < reading.parts.size(); ++i) {
      const bool single = reading.parts.size() == 1;
      known->second.push_back(
          {add(mesh.filename, single ? std::string() : concat("_", i + 1), reading.parts[i]),
           reading.parts[i].colour});
    }
    tell(mesh.filename, reading.parts, place);
    return known->second;
  }

  // The name of a new file beside that of the mesh, which models and outputs change into each other.
  std::string add(const std::string& mesh, const std::string& ending, Part& part) {
    const std::string_view type = as_stl_ ? ".stl" : ".obj";
    const auto renamed = [&](const std::string& path, const std::string& more) {
      return concat(path.substr(0, path.rfind('.')), ending, more, type);
    };
    const std::string target = gathered_.paths.find(mesh)->second;
    std::string more;
    for (int i = 2; !taken_.insert(renamed(target, more)).second; ++i) more = concat("-", i);
    const std::string name = renamed(mesh, more), file = renamed(target, more);
    gathered_.paths.emplace(name, file);
    result_.sources.insert(mesh);
    result_.files.push_back({file, as_stl_ ? binary_stl(part.read.mesh) : std::move(part.text), true, true});
    result_.meshes.emplace(name, std::move(part.read));
    return name;
  }

  void tell(const std::string& mesh, const std::vector<Part>& parts, SourceRange place) {
    if (!told_.insert(mesh).second) return;
    const std::string files =
        parts.size() == 1 ? "one file" : concat(parts.size(), " files, one for each material");
    stage_.diagnostics.report(
        Rule::value_approximated, place,
        concat("MuJoCo does not read the mesh '", mesh, "': its triangles are written as ",
               as_stl_ ? "STL" : "OBJ", ", in ", files));
    for (const Part& part : parts)
      if (!part.picture.empty())
        stage_.diagnostics.report(
            Rule::feature_dropped, place,
            concat("the texture '", part.picture, "' of the mesh '", mesh, "' is left out"));
  }

  GatheredFiles& gathered_;
  const FileSearch& search_;
  std::uint64_t max_bytes_;
  bool as_stl_;
  Stage& stage_;
  ImportedMeshes result_;
  std::map<std::pair<std::string, bool>, Names> names_;  // by the path as written, and whether it is whole
  std::set<std::string> taken_, told_;
};

}  // namespace

std::string mesh_reader() { return own_program(kMeshReader); }
std::string without_mesh_reader() { return without_own_program(kMeshReader, "libassimp-dev"); }

SceneReader scene_reader(std::uint64_t max_bytes) {
  return [max_bytes](const std::string& path) -> SceneText {
    if (mesh_reader().empty())
      return {{}, concat(without_mesh_reader(), "; use one of these, or convert the mesh to STL or OBJ")};
    return text_of_scene(path, true, max_bytes);
  };
}

std::optional<ImportedMeshes> import_meshes(const Model& model, GatheredFiles& gathered,
                                            const FileSearch& search, std::uint64_t max_bytes, bool as_stl,
                                            Stage& stage) {
  return Importer(model, gathered, search, max_bytes, as_stl, stage).run();
}

}  // namespace romas::driver
