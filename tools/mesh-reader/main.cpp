// romas-mesh-reader FILE [--whole]: the triangles of a mesh in a format that romasc does not read, as texts
// of OBJ.
//
// Assimp reads the file. This is a program of its own, so that a file which harms its reader harms nobody
// else, and the library is opened at run time, so that nothing else needs it. There is a part for each
// material, or one with --whole. A line
// "# part COLOUR PICTURE" begins a part: four numbers or "-", and the rest of the line, which may be empty.
// Coordinates are metres along the axes of the file's scene, whichever of them the file calls up: so rviz and
// Gazebo take them.
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <dlfcn.h>
#include <sys/resource.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr rlim_t kMostMemory = rlim_t{4} << 30, kMostSeconds = 60, kMostOutput = rlim_t{1} << 30;

[[noreturn]] void fail(const char* reason) {
  std::fputs(reason, stderr);
  std::exit(1);
}

void bound(__rlimit_resource resource, rlim_t most) {
  const rlimit limit{most, most};
  ::setrlimit(resource, &limit);
}

// The functions of the library that are used.
struct Library {
  void* handle = ::dlopen(ROMAS_ASSIMP_LIBRARY, RTLD_NOW | RTLD_LOCAL);

  template <class Function>
  Function* find(const char* name) const {
    void* found = handle == nullptr ? nullptr : ::dlsym(handle, name);
    if (found == nullptr) fail("the library Assimp is not installed");
    return reinterpret_cast<Function*>(found);
  }
};
#define ASSIMP(name) assimp.find<decltype(name)>(#name)

struct Part {
  std::vector<aiVector3D> corners, normals;
  std::vector<std::array<std::size_t, 3>> triangles;
  bool has_normals = true;
};

void add(const aiMesh& mesh, const aiMatrix4x4& pose, Part& part) {
  const aiMatrix3x3 turn(pose);
  const bool mirrors = turn.Determinant() < 0;
  aiMatrix3x3 of_normals = turn;
  of_normals.Inverse().Transpose();
  const std::size_t first = part.corners.size();
  part.has_normals = part.has_normals && mesh.HasNormals();
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    part.corners.push_back(pose * mesh.mVertices[i]);
    if (mesh.HasNormals()) part.normals.push_back((of_normals * mesh.mNormals[i]).NormalizeSafe());
  }
  for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
    const aiFace& face = mesh.mFaces[i];
    if (face.mNumIndices != 3) continue;  // points and lines
    const std::size_t a = first + face.mIndices[0], b = first + face.mIndices[1],
                      c = first + face.mIndices[2];
    part.triangles.push_back(mirrors ? std::array{a, c, b} : std::array{a, b, c});
  }
}

void collect(const aiScene& scene, bool whole, std::map<unsigned, Part>& parts) {
  struct Place {
    const aiNode* node;
    aiMatrix4x4 above;
  };
  std::vector<Place> left{{scene.mRootNode, {}}};
  while (!left.empty()) {
    const auto [node, above] = left.back();
    left.pop_back();
    const aiMatrix4x4 pose = above * node->mTransformation;
    for (unsigned i = 0; i < node->mNumMeshes; ++i) {
      const aiMesh& mesh = *scene.mMeshes[node->mMeshes[i]];
      add(mesh, pose, parts[whole ? 0 : mesh.mMaterialIndex]);
    }
    for (unsigned i = node->mNumChildren; i-- > 0;) left.push_back({node->mChildren[i], pose});
  }
  std::erase_if(parts, [](const auto& each) { return each.second.triangles.empty(); });
}

void print(const Part& part) {
  for (const aiVector3D& at : part.corners) std::printf("v %.9g %.9g %.9g\n", at.x, at.y, at.z);
  if (part.has_normals)
    for (const aiVector3D& along : part.normals)
      std::printf("vn %.6g %.6g %.6g\n", along.x, along.y, along.z);
  for (const auto& [a, b, c] : part.triangles)
    if (part.has_normals)
      std::printf("f %zu//%zu %zu//%zu %zu//%zu\n", a + 1, a + 1, b + 1, b + 1, c + 1, c + 1);
    else
      std::printf("f %zu %zu %zu\n", a + 1, b + 1, c + 1);
}

// The diffuse colour. Writers of COLLADA disagree about what a transparency of 0 means; nothing is meant to
// be unseen.
void print_looks(const aiMaterial& material, const Library& assimp) {
  aiString picture, name;
  aiColor4D colour;
  const bool named = ASSIMP(aiGetMaterialString)(&material, AI_MATKEY_NAME, &name) == aiReturn_SUCCESS;
  const bool has_colour =
      !(named && std::strcmp(name.C_Str(), AI_DEFAULT_MATERIAL_NAME) == 0) &&
      ASSIMP(aiGetMaterialColor)(&material, AI_MATKEY_COLOR_DIFFUSE, &colour) == aiReturn_SUCCESS;
  float opacity = 1;
  ASSIMP(aiGetMaterialFloatArray)(&material, AI_MATKEY_OPACITY, &opacity, nullptr);
  ASSIMP(aiGetMaterialString)(&material, AI_MATKEY_TEXTURE_DIFFUSE(0), &picture);
  if (has_colour)
    std::printf("# part %.6g %.6g %.6g %.6g %s\n", colour.r, colour.g, colour.b,
                opacity > 0 && opacity <= 1 ? opacity : 1, picture.C_Str());
  else
    std::printf("# part - %s\n", picture.C_Str());
}

}  // namespace

int main(int count, char** words) {
  const bool whole = count == 3 && std::strcmp(words[2], "--whole") == 0;
  if (count != 2 && !whole) fail("usage: romas-mesh-reader FILE [--whole]\n");
#ifndef __SANITIZE_ADDRESS__
  bound(RLIMIT_AS, kMostMemory);
#endif
  bound(RLIMIT_CPU, kMostSeconds);
  bound(RLIMIT_FSIZE, kMostOutput);
  const Library assimp;
  aiPropertyStore* const settings = ASSIMP(aiCreatePropertyStore)();
  ASSIMP(aiSetImportPropertyInteger)(settings, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
  const aiScene* const scene = ASSIMP(aiImportFileExWithProperties)(
      words[1], aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_ValidateDataStructure,
      nullptr, settings);
  if (scene == nullptr) fail(ASSIMP(aiGetErrorString)());
  std::map<unsigned, Part> parts;  // by material
  collect(*scene, whole, parts);
  if (parts.empty()) fail("it has no triangles");
  for (const auto& [material, part] : parts) {
    print_looks(*scene->mMaterials[material], assimp);
    print(part);
  }
  return 0;
}
