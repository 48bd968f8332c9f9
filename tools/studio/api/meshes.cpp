// Files that the open robots are drawn with. They are named by number; what a mesh itself names lies beside
// it.
#include <array>

#include "support/sources/source_manager.h"
#include "support/text/text.h"
#include "tools/studio/api/handlers.h"

namespace romas::studio {

namespace {

constexpr std::uint64_t kLargestFile = 100'000'000;  // bytes

struct PictureType {
  std::string_view ending;
  std::string_view type;
};
constexpr std::array<PictureType, 6> kPictureTypes = {{
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".webp", "image/webp"},
    {".gif", "image/gif"},
    {".bmp", "image/bmp"},
}};

std::string picture_type_of(const std::string& path) {
  const std::string lower = to_lower(path);
  for (const PictureType& row : kPictureTypes)
    if (lower.ends_with(row.ending)) return std::string(row.type);
  return "application/octet-stream";
}

Response file_response(const std::string& path, std::string_view if_none_match) {
  std::uint64_t bytes = 0;
  const std::string stamp = file_stamp(path, bytes);
  Response response;
  response.content_type = picture_type_of(path);
  response.etag = concat("\"", stamp, "\"");
  if (!stamp.empty() && if_none_match == response.etag) {
    response.status = 304;
    return response;
  }
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error, kLargestFile);
  if (file == 0 && error.too_large)
    return error_response(413, "large-file", "the file is larger than the studio shows");
  if (file == 0) return error_response(404, "no-mesh", concat("the file cannot be read: ", error.reason));
  response.body = sources.original_text(file);
  return response;
}

}  // namespace

Response show_mesh(Call& call) {
  const std::size_t slash = std::min(call.rest.find('/'), call.rest.size());
  const auto id = parse_integer(call.rest.substr(0, slash));
  const Workspace::Document* document = call.workspace.document();
  const MeshTable* table = document != nullptr ? &document->meshes : nullptr;
  const auto find_row = [&] {
    return id && *id >= 0 && table != nullptr ? table->find(static_cast<std::size_t>(*id)) : nullptr;
  };
  const MeshRow* row = find_row();
  if (row == nullptr) {
    table = &call.workspace.block_files();
    row = find_row();
  }
  if (row == nullptr || !row->found)
    return error_response(404, "no-mesh", "no file of the open robots has this number");
  if (slash == call.rest.size()) return file_response(row->path, call.if_none_match);
  const auto relative = decode_percent(call.rest.substr(slash + 1));
  const auto path = relative ? table->beside(*row, *relative) : std::nullopt;
  if (!path) return error_response(404, "no-mesh", "there is no such file in the mesh's folder or package");
  return file_response(*path, call.if_none_match);
}

}  // namespace romas::studio
