#include "frontend/mesh/mesh_reader.h"

#include <array>
#include <cmath>
#include <utility>

#include "frontend/mesh/obj_reader.h"
#include "frontend/mesh/stl_reader.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Formats of meshes that nothing here reads, by the endings of their files.
constexpr auto kOtherFormats = std::to_array<std::pair<std::string_view, std::string_view>>({
    {".dae", "COLLADA"},
    {".glb", "glTF"},
    {".gltf", "glTF"},
    {".ply", "PLY"},
    {".off", "OFF"},
    {".3mf", "3MF"},
    {".amf", "AMF"},
    {".3ds", "3DS"},
    {".fbx", "FBX"},
    {".usd", "USD"},
    {".wrl", "VRML"},
    {".x3d", "X3D"},
    {".msh", "MSH"},
    {".vtk", "VTK"},
    {".step", "STEP"},
    {".stp", "STEP"},
    {".iges", "IGES"},
    {".igs", "IGES"},
});

// Empty: it may be one of those that are read. COLLADA is told by its text, too.
std::string_view other_format(std::string_view name, std::string_view bytes) {
  if (is_binary_stl(bytes)) return {};
  const std::string lower = to_lower(name);
  for (const auto& [ending, format] : kOtherFormats)
    if (lower.ends_with(ending)) return format;
  const std::string_view start = bytes.substr(0, 1024);
  return start.find("<COLLADA") != std::string_view::npos ? "COLLADA" : std::string_view();
}

bool is_scene(std::string_view format) { return format == "COLLADA" || format == "glTF"; }

std::optional<MeshFile> read_triangles(const std::string& name, std::string_view format,
                                       const SceneReader& read_scene, DiagnosticEngine& diagnostics) {
  const auto fail = [&](std::string_view why) {
    diagnostics.report(Rule::mesh_malformed, {},
                       concat("'", name, "' is a mesh in the format ", format, " that is not read: ", why));
    return std::nullopt;
  };
  const SceneText scene = read_scene(name);
  if (!scene.why_not.empty()) return fail(scene.why_not);
  SourceManager sources;
  DiagnosticEngine unheard;  // of a text that nobody has written
  auto result = read_mesh_file(sources.add_text("scene.obj", scene.obj), sources, unheard);
  if (!result) return fail(concat("its triangles are malformed, or more than ", kMaxMeshTriangles));
  result->format = MeshFormat::scene;
  return result;
}

}  // namespace

MeshFormat detect_mesh_format(std::string_view name, std::string_view bytes) {
  // Binary files may begin with "solid", too; their size identifies them.
  if (is_binary_stl(bytes)) return MeshFormat::stl_binary;
  const std::string lower = to_lower(name);
  if (lower.ends_with(".obj")) return MeshFormat::obj;
  const std::string_view start = trim(bytes.substr(0, 256));
  if (to_lower(start.substr(0, 5)) == "solid") return MeshFormat::stl_text;
  return lower.ends_with(".stl") ? MeshFormat::stl_binary : MeshFormat::obj;
}

std::optional<MeshFile> read_mesh_file(FileId file, const SourceManager& sources,
                                       DiagnosticEngine& diagnostics, const SceneReader& read_scene) {
  if (const std::string_view other = other_format(sources.name(file), sources.text(file)); !other.empty()) {
    if (read_scene && is_scene(other))
      return read_triangles(std::string(sources.name(file)), other, read_scene, diagnostics);
    diagnostics.report(Rule::mesh_malformed, {},
                       concat("'", sources.name(file), "' is a mesh in the format ", other,
                              ", but a solid needs an STL or OBJ file; convert it to one of these"));
    return std::nullopt;
  }
  MeshFile result;
  result.format = detect_mesh_format(sources.name(file), sources.text(file));
  MeshSink sink(file, sources, diagnostics, result);
  switch (result.format) {
    case MeshFormat::obj: read_obj(sources.text(file), sink); break;
    case MeshFormat::stl_text: read_text_stl(sources.text(file), sink); break;
    case MeshFormat::stl_binary: read_binary_stl(sources.text(file), sink); break;
    case MeshFormat::scene: break;  // detect_mesh_format knows none
  }
  if (sink.good() && result.mesh.triangles.empty()) sink.fail(0, 0, "the mesh has no triangle");
  return sink.good() ? std::optional(std::move(result)) : std::nullopt;
}

void MeshSink::fail(std::size_t begin, std::size_t end, std::string message, Rule rule) {
  if (!good_) return;  // one error a file: further ones are usually consequences
  good_ = false;
  const bool is_text = has_lines(result_.format);
  // A binary file has no lines to show.
  const SourceRange range =
      is_text ? SourceRange{file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}
              : SourceRange{};
  if (!is_text) message = concat("'", sources_.name(file_), "': ", message);
  diagnostics_.report(rule, range, std::move(message));
}

bool MeshSink::add_triangle(const TriangleMesh::Triangle& triangle, std::size_t begin, std::size_t end) {
  if (result_.mesh.triangles.size() >= kMaxMeshTriangles) {
    fail(begin, end, concat("the mesh has more than ", kMaxMeshTriangles, " triangles"), Rule::input_limit);
    return false;
  }
  result_.mesh.triangles.push_back(triangle);
  result_.positions.push_back(static_cast<std::uint32_t>(begin));
  return true;
}

std::optional<double> read_coordinate(std::string_view token) {
  if (token.starts_with('+')) token.remove_prefix(1);
  const auto value = parse_double(token);
  // Products of three coordinates must not overflow.
  constexpr double kLargest = 1e60;
  return value && std::abs(*value) <= kLargest ? value : std::nullopt;
}

}  // namespace romas
