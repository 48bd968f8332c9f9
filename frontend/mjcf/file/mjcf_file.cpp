#include "frontend/mjcf/file/mjcf_file.h"

#include <algorithm>
#include <filesystem>

#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "frontend/xml/reader/xml_reader.h"
#include "ir/packages/relative_paths.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr std::size_t kMostIncludes = 10'000;

}  // namespace

bool MjcfFile::read_root(FileId file, XmlElement& root, std::string_view wanted, bool is_main) {
  std::vector<XmlElement> children;
  std::vector<XmlComment> comments;
  bool complete = false;
  XmlSink sink;
  sink.child = [&](XmlElement& child) { children.push_back(std::move(child)); };
  sink.end = [&](XmlElement& read) {
    root = std::move(read);
    complete = true;
  };
  const bool sound = is_main ? read_document(file, context_, sink)
                             : read_xml(file, context_.sources, context_.diagnostics, sink,
                                        context_.options.xml_parser(), context_.options.max_elements);
  root.children = std::move(children);
  if (!sound || !complete) return false;
  if (root.name == wanted || (!is_main && !root.name.empty())) return true;
  schema_.report(
      Rule::no_robot, root.name_range,
      root.name == "mujocoinclude"
          ? std::string("<mujocoinclude> is only a part of a model; name the file that includes it")
          : concat("the root element is <", root.name, ">; an MJCF file has <mujoco>"));
  return false;
}

bool MjcfFile::read(FileId file) {
  if (!read_root(file, root_, "mujoco", true)) return false;
  std::vector<std::string> open = {SourceManager::file_key(path_)};
  if (!splice(root_, open)) return false;
  const XmlAttribute* name = root_.attribute("model");
  model_name_ = name == nullptr ? std::string() : std::string(name->value.text);
  read_settings();
  return true;
}

// Puts the children of an included root in the place of the <include>.
bool MjcfFile::splice(XmlElement& element,  // NOLINT(misc-no-recursion): the reader of XML bounds the depth
                      std::vector<std::string>& open) {
  const bool includes =
      std::ranges::any_of(element.children, [](const XmlElement& child) { return child.name == "include"; });
  bool sound = true;
  if (includes) {
    std::vector<XmlElement> spliced;
    for (XmlElement& child : element.children) {
      if (child.name == "include")
        sound = include(child, spliced, open) && sound;
      else
        spliced.push_back(std::move(child));
    }
    element.children = std::move(spliced);
    element.comments.clear();
  }
  for (XmlElement& child : element.children) sound = splice(child, open) && sound;
  return sound;
}

bool MjcfFile::include(const XmlElement& include,  // NOLINT(misc-no-recursion): cycles are errors
                       std::vector<XmlElement>& into, std::vector<std::string>& open) {
  const XmlAttribute* name = include.attribute("file");
  if (name == nullptr || name->value.text.empty()) {
    schema_.report(Rule::missing_attribute, include.start_tag, "an <include> needs a file");
    return false;
  }
  const std::string path = asset_path({}, name->value.text);
  const std::string key = SourceManager::file_key(path);
  if (std::ranges::find(open, key) != open.end()) {
    schema_.report(Rule::import_cycle, name->value.range, concat("'", path, "' includes itself"));
    return false;
  }
  if (++included_ > kMostIncludes) {
    schema_.report(Rule::input_limit, name->value.range,
                   concat("the model has more than ", kMostIncludes, " includes"));
    return false;
  }
  SourceManager::ReadError problem;
  const FileId file = context_.sources.read_file(path, problem, context_.options.max_input);
  if (file == 0) {
    schema_.report(
        problem.too_large ? Rule::input_limit : Rule::import_missing, name->value.range,
        concat("cannot read '", path, "': ", problem.reason,
               problem.too_large ? "" : "; a relative path starts at the folder of the main file"));
    return false;
  }
  context_.files_read.push_back(path);
  XmlElement root;
  if (!read_root(file, root, "mujoco", false)) return false;
  open.push_back(key);
  const bool sound = splice(root, open);
  open.pop_back();
  for (XmlElement& child : root.children) into.push_back(std::move(child));
  return sound;
}

void MjcfFile::read_settings() {
  for (const XmlElement& section : root_.children)
    if (section.name == "compiler") settings_.read(section, schema_);
  for (const XmlElement& section : root_.children)
    if (section.name == "default") classes_.add(section, schema_);
}

std::vector<const XmlElement*> MjcfFile::elements(std::string_view section, std::string_view name) const {
  std::vector<const XmlElement*> result;
  for (const XmlElement& part : root_.children) {
    if (part.name != section) continue;
    for (const XmlElement& element : part.children)
      if (name.empty() || element.name == name) result.push_back(&element);
  }
  return result;
}

const DefaultClass& MjcfFile::find_class(const XmlElement& element, std::string_view attribute,
                                         const DefaultClass& otherwise) {
  const XmlAttribute* said = element.attribute(attribute);
  if (said == nullptr || said->value.text.empty()) return otherwise;
  if (const DefaultClass* found = classes_.find(said->value.text)) return *found;
  if (schema_.diagnostics().in_doubt(said->value.range)) return otherwise;  // it was reported
  schema_
      .report(Rule::unknown_name, said->value.range,
              concat("there is no default class ", quote(said->value.text)))
      .nearest(said->value.text, classes_.names());
  return otherwise;
}

const DefaultClass& MjcfFile::class_of(const XmlElement& element, const DefaultClass& nearest) {
  return find_class(element, "class", nearest);
}

const DefaultClass& MjcfFile::class_within(const XmlElement& element, const DefaultClass& around) {
  return find_class(element, "childclass", around);
}

std::string MjcfFile::asset_path(const std::string& folder, std::string_view file) const {
  const std::filesystem::path within = std::filesystem::path(folder) / std::filesystem::path(file);
  return (std::filesystem::path(folder_of(path_)) / within).lexically_normal().string();
}

std::string MjcfFile::mesh_path(std::string_view file) const {
  const std::filesystem::path named(file);
  const std::filesystem::path within =
      std::filesystem::path(settings_.mesh_folder) / (settings_.strips_paths ? named.filename() : named);
  return within.lexically_normal().string();
}

std::string MjcfFile::texture_path(std::string_view file) const {
  const std::filesystem::path named(file);
  const std::filesystem::path within =
      std::filesystem::path(settings_.texture_folder) / (settings_.strips_paths ? named.filename() : named);
  return within.lexically_normal().string();
}

}  // namespace romas::mjcf
