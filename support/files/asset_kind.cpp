#include "support/files/asset_kind.h"

#include <algorithm>
#include <array>

#include "support/text/text.h"

namespace romas {

namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  std::string_view kind;
};

// A magic number that begins with another one stands before it.
constexpr auto kMagics = std::to_array<Magic>({
    {"\x89PNG\r\n\x1a\n"sv, "PNG"},
    {"\xff\xd8\xff"sv, "JPEG"},
    {"GIF87a"sv, "GIF"},
    {"GIF89a"sv, "GIF"},
    {"DDS "sv, "DDS"},
    {"II*\0"sv, "TIFF"},
    {"MM\0*"sv, "TIFF"},
    {"\x76\x2f\x31\x01"sv, "OpenEXR"},
    {"#?RADIANCE"sv, "HDR"},
    {"#?RGBE"sv, "HDR"},
    {"8BPS"sv, "PSD"},
    {"\xabKTX "sv, "KTX"},
    {"glTF"sv, "GLB"},
    {"ply\n"sv, "PLY"},
    {"ply\r\n"sv, "PLY"},
    {"ISO-10303-21;"sv, "STEP"},
    {"Kaydara FBX Binary"sv, "FBX"},
    {"; FBX "sv, "FBX"},
    {"# vtk DataFile"sv, "VTK"},
    {"#VRML V"sv, "VRML"},
    {"#usda "sv, "USD"},
    {"PXR-USDC"sv, "USD"},
    {"BLENDER"sv, "Blender"},
    {"\0\x10[MeshSerializer"sv, "OGRE"},
    {"OFF\n"sv, "OFF"},
    {"OFF\r\n"sv, "OFF"},
});

std::uint32_t little(std::string_view bytes, std::size_t at, int count) {
  std::uint32_t value = 0;
  for (int i = 0; i < count && at + static_cast<std::size_t>(i) < bytes.size(); ++i)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]))
             << (8U * static_cast<unsigned>(i));
  return value;
}

bool is_binary_stl(std::string_view start, std::uint64_t size) {
  constexpr std::size_t kHeader = 84;
  return start.size() >= kHeader && size == kHeader + std::uint64_t{50} * little(start, 80, 4);
}

bool is_bmp(std::string_view start, std::uint64_t size) {
  return start.starts_with("BM") && start.size() >= 26 && little(start, 2, 4) <= size;
}

// Four counts, then positions, normals, texture coordinates and faces.
bool is_mujoco_mesh(std::string_view start, std::uint64_t size) {
  if (start.size() < 16) return false;
  const auto count = [&](std::size_t i) { return std::uint64_t{little(start, 4 * i, 4)}; };
  return count(0) > 0 && size == 16 + 12 * count(0) + 12 * count(1) + 8 * count(2) + 12 * count(3);
}

// TGA files have a signature at their end since 1989; older ones are recognised by a consistent header.
bool is_tga(std::string_view start, std::string_view end, std::uint64_t size) {
  if (end.ends_with("TRUEVISION-XFILE.\0"sv)) return true;
  constexpr std::size_t kHeader = 18;
  if (start.size() < kHeader) return false;
  const std::uint32_t map_type = little(start, 1, 1);
  const std::uint32_t type = little(start, 2, 1);
  const std::uint32_t bits = little(start, 16, 1);
  const std::uint64_t pixels = std::uint64_t{little(start, 12, 2)} * little(start, 14, 2);
  const bool packed = (type & 8U) != 0;
  if (map_type > 1 || (type & ~8U) < 1 || (type & ~8U) > 3 || (type == 1 || type == 9) != (map_type == 1))
    return false;
  if (little(start, 17, 1) >= 0x40) return false;  // interlaced, which nobody writes
  if (bits != 8 && bits != 15 && bits != 16 && bits != 24 && bits != 32) return false;
  const std::uint64_t data = size - kHeader;
  return pixels > 0 && (packed ? data >= pixels / 128 : data >= pixels * ((bits + 7) / 8));
}

bool is_text(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f') ||
           c == 0x7f;
  });
}

// "solid", perhaps a name, and then a facet or the end.
bool is_text_stl(std::string_view text) {
  const auto words = to_lower(text.substr(0, 4096));
  if (!words.starts_with("solid") || (words.size() > 5 && static_cast<unsigned char>(words[5]) > ' '))
    return false;
  return words.find("\nendsolid") != std::string::npos || words.find("facet") != std::string::npos;
}

// Every line begins with a word of the format, and there is a vertex.
bool is_obj(std::string_view text, bool whole) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"v",    "vt",         "vn",        "vp",     "f",      "l",      "p",        "o",
       "g",    "s",          "mg",        "mtllib", "usemtl", "usemap", "maplib",   "cstype",
       "deg",  "bmat",       "step",      "curv",   "curv2",  "surf",   "parm",     "trim",
       "hole", "scrv",       "sp",        "end",    "con",    "bevel",  "c_interp", "d_interp",
       "lod",  "shadow_obj", "trace_obj", "ctech",  "stech",  "call",   "csh"});
  bool corner = false;
  bool continued = false;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos && !whole) break;  // the line is cut off
    const std::string_view line = trim(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    const bool goes_on = line.ends_with('\\');
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    if (!continued && !word.empty() && !word.starts_with('#') &&
        std::find(kWords.begin(), kWords.end(), word) == kWords.end())
      return false;
    corner = corner || word == "v";
    continued = goes_on;
  }
  return corner;
}

// The name of the first element, without its prefix.
std::string_view root_element(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos;) {
    const std::string_view rest = text.substr(at);
    const std::string_view closing = rest.starts_with("<!--")                           ? "-->"
                                     : rest.starts_with("<?") || rest.starts_with("<!") ? ">"
                                                                                        : "";
    if (closing.empty()) {
      std::string_view name = rest.substr(1, rest.find_first_of(" \t\r\n/>", 1) - 1);
      return name.substr(name.find(':') + 1);  // npos + 1 is 0
    }
    const std::size_t end = text.find(closing, at);
    at = end == std::string_view::npos ? end : text.find('<', end);
  }
  return {};
}

std::string_view text_kind(std::string_view text, bool whole) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!is_text(text)) return {};
  const std::string_view content = trim(text);
  if (is_text_stl(content)) return "STL";
  if (content.starts_with('<')) {
    const std::string_view root = root_element(content);
    return root == "COLLADA" || root == "X3D" ? root : std::string_view();
  }
  if (content.starts_with('{')) return content.find("\"asset\"") != std::string_view::npos ? "glTF" : "";
  return is_obj(text, whole) ? "OBJ" : "";
}

}  // namespace

std::string_view asset_kind(std::string_view start, std::string_view end, std::uint64_t size) {
  for (const Magic& magic : kMagics)
    if (start.starts_with(magic.bytes)) return magic.kind;
  if (start.starts_with("RIFF") && start.substr(std::min<std::size_t>(8, start.size())).starts_with("WEBP"))
    return "WebP";
  if (is_binary_stl(start, size)) return "STL";
  if (is_bmp(start, size)) return "BMP";
  const std::string_view text = text_kind(start, start.size() == size);
  if (!text.empty()) return text;
  if (is_mujoco_mesh(start, size)) return "MSH";
  return is_tga(start, end, size) ? "TGA" : "";
}

}  // namespace romas
