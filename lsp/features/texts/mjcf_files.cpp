#include "lsp/features/texts/mjcf_files.h"

#include <filesystem>
#include <set>

#include "support/files/files.h"

namespace romas::lsp {

namespace fs = std::filesystem;

markup::MjcfSettings mjcf_settings(const View& view, const markup::Tree& tree) {
  markup::MjcfSettings settings = markup::mjcf_settings(tree);
  // A model that is attached has settings of its own.
  if (tree.root() == markup::kNone || tree.name(tree.root()) != "mujocoinclude") return settings;
  for (const auto& reading : view.readings) {
    const std::string main = SourceManager::file_key(reading->input().file);
    for (const bool of_main : {true, false})
      for (const auto& [key, file] : reading->files()) {
        const std::string_view text = reading->sources().text(file);
        const bool says_it = text.find("<compiler") != std::string_view::npos && markup::is_xml(text);
        if (key != view.key && (key == main) == of_main && says_it)
          settings.complete_from(markup::mjcf_settings(markup::parse(text)));
      }
  }
  return settings;
}

std::string main_file(const View& view) {
  return view.readings.empty() ? view.document->path : view.readings.front()->input().file;
}

namespace {

bool is_of_file(std::string_view kind) {
  for (int i = 0; i < static_cast<int>(mjcf::NameKind::objtype); ++i)
    if (const auto known = static_cast<mjcf::NameKind>(i); mjcf::word_of(known) == kind)
      return mjcf::is_of_file(known);
  return false;
}

}  // namespace

std::vector<const PartName*> mjcf_names(const View& view, const Reading& reading) {
  const FileId file = reading.file(view.key);
  std::set<std::uint32_t> scopes;  // of the document in the robot
  for (const PartName& name : reading.result().part_names)
    if (is_of_file(name.kind) && reading.sources().written(name.place).file == file)
      scopes.insert(name.scope);
  if (scopes.empty()) scopes.insert(0);
  std::vector<const PartName*> names;
  for (const PartName& name : reading.result().part_names)
    if (name.is_definition && scopes.contains(name.scope)) names.push_back(&name);
  return names;
}

std::optional<std::string> mjcf_file(const View& view, const markup::Tree& tree,
                                     const markup::MjcfSettings& settings, markup::NodeId element,
                                     const markup::Attribute& attribute) {
  const mjcf::AttributeInfo* info = markup::mjcf_attribute(tree, element, attribute);
  if (info == nullptr || info->folder == mjcf::Folder::none || attribute.value.empty()) return std::nullopt;
  fs::path named(attribute.value.of(tree.text));
  if (settings.strips.value_or(false) && info->folder != mjcf::Folder::main) named = named.filename();
  const fs::path path = fs::path(main_file(view)).parent_path() / settings.folder(info->folder) / named;
  std::string file = path.lexically_normal().string();
  return is_file(file) ? std::optional(std::move(file)) : std::nullopt;
}

}  // namespace romas::lsp
