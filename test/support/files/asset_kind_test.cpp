// Protects the choice of files for --copy-meshes: they are identified by their bytes, whatever their name.
#include "support/files/asset_kind.h"

#include <gtest/gtest.h>

#include <string>

namespace romas {
namespace {

using namespace std::string_literals;

std::string_view kind(const std::string& bytes) {
  const std::string_view all = bytes;
  return asset_kind(all.substr(0, kAssetStart), all.substr(all.size() - std::min(all.size(), kAssetEnd)),
                    all.size());
}

std::string binary_stl(unsigned triangles) {
  std::string bytes(84 + std::size_t{50} * triangles, '\0');
  bytes.replace(0, 5, "solid");
  bytes[80] = static_cast<char>(triangles);
  return bytes;
}

TEST(AssetKind, meshes) {
  EXPECT_EQ(kind(binary_stl(3)), "STL");
  EXPECT_EQ(kind("solid part\n facet normal 0 0 1\n"), "STL");
  EXPECT_EQ(kind("solid\nendsolid\n"), "STL");
  EXPECT_EQ(kind("# made by hand\nmtllib a.mtl\n\no part\nv 0 0 0\nv 1 0 0 \\\n 1\nvn 0 0 1\nf 1 2 3\n"),
            "OBJ");
  EXPECT_EQ(kind("v 0 0 0\r\nf 1 1 1"), "OBJ");
  EXPECT_EQ(kind("<?xml version=\"1.0\"?>\n<!-- a > b -->\n<COLLADA version=\"1.4.1\"/>"), "COLLADA");
  EXPECT_EQ(kind("\xEF\xBB\xBF<c:COLLADA/>"), "COLLADA");
  EXPECT_EQ(kind("{ \"asset\": { \"version\": \"2.0\" } }"), "glTF");
  EXPECT_EQ(kind("glTF\2\0\0\0"s), "GLB");
  EXPECT_EQ(kind("ply\nformat ascii 1.0\n"), "PLY");
  EXPECT_EQ(kind("ISO-10303-21;\nHEADER;"), "STEP");
  EXPECT_EQ(kind("Kaydara FBX Binary  \0"s), "FBX");
  EXPECT_EQ(kind("# vtk DataFile Version 3.0\n"), "VTK");
  EXPECT_EQ(kind("\1\0\0\0"s + std::string(12, '\0') + std::string(12, 'x')), "MSH");
}

TEST(AssetKind, pictures) {
  EXPECT_EQ(kind("\x89PNG\r\n\x1a\n"), "PNG");
  EXPECT_EQ(kind("\xff\xd8\xff\xe0"), "JPEG");
  EXPECT_EQ(kind("GIF89a"), "GIF");
  EXPECT_EQ(kind("DDS |"), "DDS");
  EXPECT_EQ(kind("II*\0"s), "TIFF");
  EXPECT_EQ(kind("RIFF\1\2\3\4WEBP"), "WebP");
  std::string bmp = "BM"s + std::string(28, '\0');
  bmp[2] = 30;
  EXPECT_EQ(kind(bmp), "BMP");
  // 2 x 2 pixels of 24 bits.
  EXPECT_EQ(kind("\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\x18\0"s + std::string(12, 'x')), "TGA");
  EXPECT_EQ(kind("\0"s + std::string(40, 'x') + "TRUEVISION-XFILE.\0"s), "TGA");
}

TEST(AssetKind, whatIsNeither) {
  EXPECT_EQ(kind(""), "");
  EXPECT_EQ(kind("root:x:0:0:root:/root:/bin/bash\n"), "");
  EXPECT_EQ(kind("-----BEGIN OPENSSH PRIVATE KEY-----\n"), "");
  EXPECT_EQ(kind("<html><COLLADA/></html>"), "");
  EXPECT_EQ(kind("{ \"password\": 1 }"), "");
  EXPECT_EQ(kind("solidarity\nfacet\n"), "");
  EXPECT_EQ(kind("solid ground"), "");
  EXPECT_EQ(kind("v 0 0 0\nf 1 1 1\npassword\n"), "");
  EXPECT_EQ(kind("# nothing but comments\n"), "");
  EXPECT_EQ(kind("v 0 0 0\n\1\n"), "");
  EXPECT_EQ(kind("\x7f"
                 "ELF\2\1\1\0"s +
                 std::string(100, '\0')),
            "");
  EXPECT_EQ(kind(binary_stl(3) + "x"), "") << "its size does not fit";
  EXPECT_EQ(kind("BM is how this text begins, and it is no picture"), "");
}

}  // namespace
}  // namespace romas
