// The Blocks that can be taken, as the page lists them.
#include <array>

#include "ir/assembly/joining.h"
#include "support/files/asset_kind.h"
#include "support/shown/diagnostic_render.h"
#include "support/text/text.h"
#include "tools/studio/api/handlers.h"
#include "tools/studio/scene/robot_scene.h"
#include "tools/studio/scene/values.h"

namespace romas::studio {

namespace {

constexpr std::uint64_t kLargestPicture = 10'000'000;  // bytes
constexpr std::size_t kMostFits = 1000;                // parts that are listed for a Block

void write_contacts(JsonWriter& json, const Block& block) {
  json.key("contacts");
  json.begin_array();
  for (std::size_t k = 0; k < block.contacts.size(); ++k) {
    const Contact& contact = block.contacts[k];
    json.begin_object(JsonWriter::Style::inline_);
    json.field("index", k);
    json.field("kind", to_string(contact.type));
    write_pose(json, "pose", contact.pose.evaluate());
    write_vector(json, "rot_axis", unit_vector(contact.rot_axis));
    write_vector(json, "zero_axis", unit_vector(contact.zero_axis));
    json.end_object();
  }
  json.end_array();
}

void write_reason(JsonWriter& json, std::string_view code, std::string_view text) {
  json.key("reason");
  json.begin_object(JsonWriter::Style::inline_);
  json.field("code", code);
  json.field("text", text);
  json.end_object();
}

// Returns the picture that a Block names, if it is in the folder of the Block or in one that the page may
// see.
std::optional<std::string> thumbnail_path(const Workspace& workspace, const Block& block) {
  if (!block.thumbnail) return std::nullopt;
  const FileLookup found = look_up_file(*block.thumbnail, workspace.files_of(block));
  if (found.outcome != FileLookup::Outcome::found) return std::nullopt;
  std::string path = SourceManager::file_key(found.path);
  const std::string folder = SourceManager::file_key(block.folder.empty() ? "." : block.folder);
  if (!path.starts_with(concat(folder, "/")) && !workspace.roots().resolve(path)) return std::nullopt;
  return path;
}

class BlockList {
 public:
  explicit BlockList(Workspace& workspace)
      : workspace_(workspace),
        shelf_(workspace.shelf()),
        bench_(workspace.workbench()),
        // Without an assembly it is as in an empty one.
        joining_(bench_ ? *bench_ : shelf_.model) {}

  Response answer() {
    JsonWriter json;
    begin_answer(json, workspace_);
    json.key("blocks");
    json.begin_array();
    for (std::size_t i = 0; i < shelf_.model.blocks.size(); ++i) write_block(json, i);
    json.end_array();
    write_meshes(json, workspace_.block_files());
    json.key("libraries");
    json.begin_array();
    for (const std::string& path : workspace_.libraries()) json.string(path);
    json.end_array();
    json.end_object();
    std::string head = json.take();
    head.resize(head.rfind('}'));  // the findings stand at the end of the object
    Response response;
    response.body =
        concat(trim(head), ",\n  \"diagnostics\": ",
               trim(render_json({&shelf_.report, 1}, {.color = false, .error_limit = 0})), "\n}\n");
    return response;
  }

 private:
  void write_block(JsonWriter& json, std::size_t i) const {
    const Block& block = shelf_.model.blocks[i];
    json.begin_object();
    json.field("index", i);
    json.field("id", block.id);
    json.field("name", block.name);
    json.field("tag", block.tag);
    json.field("base", block.base());
    json.field("tool", block.tool());
    json.key("mass");
    if (block.mass)
      json.number(block.mass->value());
    else
      json.null();
    write_contacts(json, block);
    write_files(json, block);
    write_use(json, i);
    json.end_object();
  }

  void write_files(JsonWriter& json, const Block& block) const {
    json.key("shape");
    if (block.shape) {
      json.begin_object(JsonWriter::Style::inline_);
      write_file(json, "mesh", block, block.shape->file);
      write_pose(json, "pose", block.shape->pose.evaluate());
      json.end_object();
    } else {
      json.null();
    }
    write_file(json, "diffuse", block, block.diffuse);
    write_file(json, "normal", block, block.normal);
    json.field("thumbnail", thumbnail_path(workspace_, block).has_value());
  }

  // The number of a file, which "meshes" has a row for; null if the Block names none.
  void write_file(JsonWriter& json, std::string_view key, const Block& block,
                  const std::optional<std::string>& file) const {
    const MeshRow* row = file ? find_row(block, *file) : nullptr;
    json.key(key);
    if (row != nullptr)
      json.integer(static_cast<long long>(row->id));
    else
      json.null();
  }

  const MeshRow* find_row(const Block& block, const std::string& file) const {
    return workspace_.block_files().find(file, workspace_.files_of(block));
  }

  void write_use(JsonWriter& json, std::size_t i) const {
    const BlockId id(i);
    const auto fault = shelf_.faults[i];
    const JoinObstacle obstacle = joining_.obstacle_of(id);
    json.field("usable", fault == BlockShelf::Fault::none && obstacle == JoinObstacle::none);
    if (fault == BlockShelf::Fault::duplicate) {
      write_reason(json, "duplicate", "another Block has the same id, name and tag");
    } else if (fault == BlockShelf::Fault::errors) {
      write_reason(json, "faulty", "the Block has errors");
    } else if (obstacle != JoinObstacle::none) {
      write_reason(json, code_of(obstacle), text_of(obstacle));
    } else {
      json.key("reason");
      json.null();
    }
    json.key("fits");
    json.begin_array(JsonWriter::Style::inline_);
    if (fault == BlockShelf::Fault::none)
      for (const int part : joining_.fitting_parts(id, kMostFits)) json.integer(part);
    json.end_array();
  }

  Workspace& workspace_;
  const BlockShelf& shelf_;
  std::optional<Model> bench_;
  Joining joining_;
};

std::string_view picture_type(std::string_view bytes) {
  struct Kind {
    std::string_view kind, type;
  };
  constexpr std::array<Kind, 4> kKinds = {
      {{"PNG", "image/png"}, {"JPEG", "image/jpeg"}, {"GIF", "image/gif"}, {"BMP", "image/bmp"}}};
  const std::string_view start = bytes.substr(0, kAssetStart);
  const std::string_view end = bytes.substr(bytes.size() - std::min(bytes.size(), kAssetEnd));
  const std::string_view kind = asset_kind(start, end, bytes.size());
  for (const Kind& row : kKinds)
    if (row.kind == kind) return row.type;
  return {};
}

}  // namespace

Response show_blocks(Call& call) { return BlockList(call.workspace).answer(); }

Response show_thumbnail(Call& call) {
  const auto nothing = [] { return error_response(404, "no-thumbnail", "the Block has no such picture"); };
  const std::size_t slash = std::min(call.rest.find('/'), call.rest.size());
  const auto index = parse_integer(call.rest.substr(0, slash));
  if (!index || call.rest.substr(slash) != "/thumbnail") return nothing();
  const auto& blocks = call.workspace.shelf().model.blocks;
  if (*index < 0 || static_cast<std::size_t>(*index) >= blocks.size()) return nothing();
  const auto path = thumbnail_path(call.workspace, blocks[static_cast<std::size_t>(*index)]);
  if (!path) return nothing();
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(*path, error, kLargestPicture);
  if (file == 0 && error.too_large)
    return error_response(413, "large-file", "the picture is larger than the studio shows");
  if (file == 0) return nothing();
  Response response;
  response.body = sources.original_text(file);
  response.content_type = picture_type(response.body);
  return response.content_type.empty() ? nothing() : response;
}

Response load_blocks(Call& call) {
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  const auto path = call.body.text("path");
  if (!path) return error_response(400, "bad-request", "'path' is a text");
  Workspace& workspace = call.workspace;
  return later_response(workspace.load_blocks(*path), [&workspace] { return BlockList(workspace).answer(); });
}

}  // namespace romas::studio
