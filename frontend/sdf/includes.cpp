#include "frontend/sdf/includes.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "frontend/sdf/include_params.h"
#include "frontend/sdf/include_robot.h"
#include "frontend/sdf/merge_include.h"
#include "frontend/xml/reader/make_element.h"
#include "frontend/xml/reader/xml_reader.h"
#include "frontend/xml/schema/schema_reader.h"
#include "ir/format/sdf.h"
#include "ir/packages/file_search.h"
#include "ir/packages/model_search.h"
#include "ir/packages/relative_paths.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace fs = std::filesystem;

namespace {

constexpr int kFirstVersion = 104;
constexpr int kLastVersion = 112;

std::string_view text_of(const XmlElement* element) {
  return element == nullptr ? std::string_view() : trim(element->text.text);
}

bool is_true(const XmlAttribute* attribute) {
  return attribute != nullptr && (attribute->value.text == "true" || attribute->value.text == "1");
}

// An included file holds exactly one of these.
bool is_content(const XmlElement& element) {
  return element.name == "model" || element.name == "actor" || element.name == "light";
}

// The part of a uri behind file:// or without a scheme, which Gazebo looks for in all of its folders. Empty
// for others, and for a path that is absolute or starts at its own folder.
std::string_view plain_path(std::string_view uri) {
  constexpr std::string_view kFile = "file://";
  if (uri.starts_with(kFile)) uri.remove_prefix(kFile.size());
  return uri.starts_with('/') || uri.starts_with('.') || uri.find("://") != std::string_view::npos
             ? std::string_view()
             : uri;
}

std::string_view name_of(const XmlElement& element) {
  const XmlAttribute* name = element.attribute("name");
  return name == nullptr ? std::string_view() : trim(name->value.text);
}

// Links, joints, frames and models of a model need different names. The frames that stand for merged models
// are not the author's.
bool shares_scope(const XmlElement& element) {
  return (element.name == "link" || element.name == "joint" || element.name == "frame" ||
          element.name == "model") &&
         !name_of(element).empty() && !name_of(element).starts_with(kMergedPrefix);
}

void set_from_text(XmlElement& element, std::string_view name, const XmlText& value) {
  const auto found = std::find_if(element.attributes.begin(), element.attributes.end(),
                                  [&](const XmlAttribute& attribute) { return attribute.name == name; });
  const XmlAttribute attribute{name, value, value.range, value.range};
  if (found == element.attributes.end())
    element.attributes.push_back(attribute);
  else
    *found = attribute;
}

XmlText trimmed(const XmlText& text) {
  const std::string_view inner = trim(text.text);
  return {inner, text.part(static_cast<std::size_t>(inner.data() - text.text.data()), inner.size()),
          text.literal};
}

}  // namespace

std::optional<int> read_version(std::string_view text) {
  text = trim(text);
  if (!text.starts_with("1.")) return std::nullopt;
  const auto minor = parse_integer(text.substr(2));
  if (!minor || *minor < kFirstVersion - 100 || *minor > kLastVersion - 100) return std::nullopt;
  return 100 + static_cast<int>(*minor);
}

int Versions::of(SourceRange range) const {
  for (FileId at = range.file;;) {
    if (const auto found = versions_.find(at); found != versions_.end()) return found->second;
    const SourceStep* step = expansions_.step(at);
    if (step == nullptr) return kLastVersion;
    at = step->place.file;
  }
}

void Versions::set_prefixes(FileId file, const XmlElement& root) {
  for (const XmlAttribute& attribute : root.attributes)
    if (attribute.prefix() == "xmlns") prefixes_[file].emplace(attribute.local_name(), attribute.value.text);
}

std::string Versions::uri_of(SourceRange range, std::string_view prefix) const {
  for (FileId at = range.file;;) {
    if (const auto of_file = prefixes_.find(at); of_file != prefixes_.end())
      if (const auto found = of_file->second.find(prefix); found != of_file->second.end())
        return found->second;
    const SourceStep* step = expansions_.step(at);
    if (step == nullptr) return {};
    at = step->place.file;
  }
}

void Includes::expand(XmlElement& parent) {
  std::vector<XmlElement> children;
  children.reserve(parent.children.size());
  TakenNames taken, parts;
  for (const XmlElement& child : parent.children) {
    if (child.name == "model") taken.emplace(name_of(child), child.start_tag);
    if (shares_scope(child)) parts.emplace(name_of(child), child.start_tag);
  }
  for (XmlElement& child : parent.children) {
    if (child.name == "model") expand(child);
    if (child.name != "include") {
      children.push_back(std::move(child));
      continue;
    }
    const std::size_t before = children.size();
    if (!put_in_place(child, parent.name, children)) {
      children.push_back(std::move(child));
    } else if (is_true(child.attribute("merge"))) {
      if (check_parts(child, children, before, parts)) continue;
      children.erase(children.begin() + static_cast<std::ptrdiff_t>(before), children.end());
      children.push_back(std::move(child));
    } else if (children.size() == before + 1 && children.back().name == "model") {
      check_name(child, children.back(), taken);
    }
  }
  parent.children = std::move(children);
}

// Models beside each other need different names. One whose name is taken is reported where it is included,
// and gets another name, so that nothing follows from the clash.
void Includes::check_name(const XmlElement& include, XmlElement& model, TakenNames& taken) {
  const std::string name(name_of(model));
  if (name.empty()) return;
  const auto [first, fresh] = taken.emplace(name, include.start_tag);
  if (fresh) return;
  std::string other;
  for (int i = 2; taken.contains(other = concat(name, "_", i)); ++i) {
  }
  const XmlElement* own = include.child("name");
  const XmlElement* uri = include.child("uri");
  if (!text_of(own).empty()) {
    context_.diagnostics
        .report(
            Rule::duplicate_name, own->text.range,
            concat("the name ", quote(name), " is already used by another model here; choose another name"))
        .note(first->second, "the other model is here")
        .suggest(own->text.range, other);
  } else {
    const SourceRange behind_uri{uri->range.file, uri->range.end, uri->range.end};
    context_.diagnostics
        .report(
            Rule::duplicate_name, include.start_tag,
            concat("this include needs its own <name>: another model here is already called ", quote(name)))
        .note(first->second, "the other model is here")
        .suggest(behind_uri, concat("<name>", other, "</name>"));
  }
  taken.emplace(other, include.start_tag);
  set_attribute(model, "name", context_.sources.expansions().keep(other), include.start_tag);
}

// Whether the parts of a merged model, which are behind the first `before` children, have names of their own.
// A clash is reported at the include; its parts do not count then.
bool Includes::check_parts(const XmlElement& include, const std::vector<XmlElement>& children,
                           std::size_t before, TakenNames& parts) {
  for (std::size_t i = before; i < children.size(); ++i) {
    const XmlElement& part = children[i];
    if (!shares_scope(part)) continue;
    const auto [first, fresh] = parts.emplace(name_of(part), include.start_tag);
    if (fresh || first->second == include.start_tag) continue;
    context_.diagnostics
        .report(
            Rule::duplicate_name, include.start_tag,
            concat("this include merges the ", part.name, " ", quote(first->first),
                   " into a model that already has this name; include it without merge and give it a <name>"))
        .note(first->second, "the other one is here");
    return false;
  }
  return true;
}

// Gazebo brings the sun and the ground along; neither is a robot of a world.
bool Includes::is_missing_scenery(const XmlElement& include) const {
  const std::string_view uri = text_of(include.child("uri"));
  if (context_.options.world || (uri != "model://sun" && uri != "model://ground_plane")) return false;
  const std::string source(context_.sources.name(include.range.file));
  return look_up_path(std::string(uri), file_search(source, context_.options)).outcome ==
         FileLookup::Outcome::unknown_model;
}

// Adds what an include stands for. False where it cannot be read, which is reported.
bool Includes::put_in_place(XmlElement& include, std::string_view parent, std::vector<XmlElement>& children) {
  if (parent == "world" && is_missing_scenery(include)) return true;
  auto content = read(include);
  if (!content) return false;
  if (content->name != "model" && !is_true(include.attribute("merge"))) {
    // A light that stands in the world itself is no loss either.
    const Child* row = find_child(parent, content->name);
    if (row != nullptr && row->reading == Reading::quiet) return true;
    context_.diagnostics.report(
        Rule::feature_dropped, include.start_tag,
        concat("the included ", content->name, " is not part of a robot and is left out"));
    return true;
  }
  if (parent == "sdf" && is_true(include.attribute("merge"))) {
    context_.diagnostics.report(Rule::bad_value, include.attribute("merge")->range,
                                "merge needs a model or world around the include, and there is none");
    return false;
  }
  std::optional<XmlElement> params;
  if (!override_parts(include, *content, params)) return false;
  expand(*content);
  if (params && !change_by_params(*params, *content, context_.diagnostics)) return false;
  if (!is_true(include.attribute("merge"))) {
    children.push_back(std::move(*content));
    return true;
  }
  for (XmlElement& part :
       merged_content(std::move(*content), parent, versions_, context_.sources, context_.diagnostics))
    children.push_back(std::move(part));
  return true;
}

std::optional<XmlElement> Includes::read(const XmlElement& include) {
  const XmlElement* uri = include.child("uri");
  if (text_of(uri).empty()) {
    context_.diagnostics.report(Rule::missing_element, include.start_tag, "<include> has no <uri>");
    return std::nullopt;
  }
  auto path = find(include, *uri);
  if (!path || is_open(*path, include)) return std::nullopt;
  if (const std::string here = working_folder_of(context_.sources.name(1));
      !here.empty() && path->starts_with(here))
    path->erase(0, here.size());
  const std::string key = SourceManager::file_key(*path);
  auto known = files_.find(key);
  if (known == files_.end()) {
    SourceManager::ReadError problem;
    const FileId file = context_.sources.read_file(*path, problem, context_.options.max_input);
    if (file == 0) {
      context_.diagnostics.report(problem.too_large ? Rule::input_limit : Rule::import_missing,
                                  uri->text.range, concat("cannot read '", *path, "': ", problem.reason));
      return std::nullopt;
    }
    context_.files_read.push_back(*path);
    known = files_.emplace(key, file).first;
  }
  if (!within_limits(include, context_.sources.text(known->second).size())) return std::nullopt;
  Expansions& expansions = context_.sources.expansions();
  const SourceStep& step = expansions.add_step({SourceStep::Kind::include, include.start_tag, {}, {}, {}});
  return read_content(expansions.instance(known->second, step), *path, include);
}

// A few small files can include each other very often.
bool Includes::within_limits(const XmlElement& include, std::size_t bytes) {
  constexpr std::size_t kMostIncludes = 20'000;
  constexpr std::size_t kMostBytes = 200'000'000;
  bytes_ += bytes;
  const bool was_full = full_;
  full_ = ++count_ > kMostIncludes || bytes_ > kMostBytes;
  if (full_ && !was_full)
    context_.diagnostics.report(
        Rule::input_limit, include.start_tag,
        concat("the included models exceed ",
               count_ > kMostIncludes ? concat(kMostIncludes) : concat(kMostBytes, " bytes"),
               "; the rest is not read"));
  return !full_;
}

std::optional<std::string> Includes::find(const XmlElement& include, const XmlElement& uri) {
  const std::string written(text_of(&uri));
  const FileSearch search =
      file_search(std::string(context_.sources.name(include.range.file)), context_.options);
  FileLookup lookup = look_up_path(written, search);
  using Outcome = FileLookup::Outcome;
  if (const std::string_view path = plain_path(written);
      lookup.outcome == Outcome::missing && !path.empty()) {
    FileLookup model = look_up_path(concat("model://", path), search);
    if (model.outcome == Outcome::found)
      lookup = std::move(model);
    else
      lookup.looked_in = std::move(model.looked_in);
  }
  if (lookup.outcome == Outcome::found) {
    return is_folder(lookup.path) ? find_in_folder(lookup.path, uri.text.range) : lookup.path;
  }
  if (!missing_.emplace(context_.sources.written(uri.text.range).file, written).second) return std::nullopt;
  constexpr std::string_view kLeaveOut = "; -Wno-error=import-missing continues without it";
  const std::string_view what =
      lookup.outcome == Outcome::unknown_model     ? "; name the folder above it with --model-path"
      : lookup.outcome == Outcome::unknown_package ? "; name the folder above it with --package-path"
      : lookup.outcome == Outcome::not_fetched
          ? "; it is in no cache, and romasc does not download: fetch it with 'gz fuel download -u'"
          : "";
  auto report = context_.diagnostics.report(
      Rule::import_missing, uri.text.range,
      lookup.outcome == Outcome::missing
          ? concat("there is no model ", in_quotes(written), "; romasc looked for ", in_quotes(lookup.path),
                   kLeaveOut)
          : concat("the model ", in_quotes(written), " was not found", what, kLeaveOut));
  if (lookup.outcome == Outcome::not_fetched) report.about(written);
  if (!lookup.looked_in.empty())
    report.note(uri.text.range, concat("looked in ", join(lookup.looked_in, ", ")));
  return std::nullopt;
}

// model.config names a file for each version of SDF. The newest version that can be read counts.
std::optional<std::string> Includes::find_in_folder(const std::string& folder, SourceRange place) {
  fs::path config = fs::path(folder) / "model.config";
  if (!path_exists(config)) config = fs::path(folder) / "manifest.xml";
  SourceManager sources;
  DiagnosticEngine diagnostics;  // discarded: it is told that the file cannot be used
  SourceManager::ReadError error;
  constexpr std::uint64_t kLargest = 1'000'000;
  const FileId file = sources.read_file(config.string(), error, kLargest);
  const auto root = file == 0 ? std::nullopt : read_xml_tree(file, sources, diagnostics);
  std::string newest;
  int newest_version = -1;
  const auto consider = [&](const XmlElement& child) {
    const XmlAttribute* version = child.attribute("version");
    const int number = version == nullptr ? 0 : read_version(version->value.text).value_or(-1);
    if (child.name != "sdf" || number <= newest_version || text_of(&child).empty()) return;
    newest = text_of(&child);
    newest_version = number;
  };
  if (root) std::for_each(root->children.begin(), root->children.end(), consider);
  if (!newest.empty()) {
    context_.files_read.push_back(config.string());
    return (fs::path(folder) / newest).lexically_normal().string();
  }
  context_.diagnostics.report(
      Rule::import_missing, place,
      concat("the folder ", in_quotes(folder), " names no readable SDF file: ",
             file == 0 ? "it has no model.config"
                       : "its model.config has no <sdf version=\"…\"> of a version up to 1.12"));
  return std::nullopt;
}

// A file that includes itself is reported, with the includes that lead there.
bool Includes::is_open(const std::string& path, const XmlElement& include) {
  constexpr std::size_t kDeepest = 64;
  const Expansions& expansions = context_.sources.expansions();
  const std::string key = SourceManager::file_key(path);
  FileId at = include.range.file;
  for (std::size_t depth = 0;; ++depth) {
    if (SourceManager::file_key(std::string(context_.sources.name(at))) == key) {
      context_.diagnostics.report(
          Rule::import_cycle, include.start_tag,
          concat("'", path, "' includes itself", depth == 0 ? "" : " through other files"));
      return true;
    }
    const SourceStep* step = expansions.step(at);
    if (step == nullptr) return false;
    at = step->place.file;
    if (depth < kDeepest) continue;
    context_.diagnostics.report(Rule::input_limit, include.start_tag,
                                concat("files include each other more than ", kDeepest, " levels deep"));
    return true;
  }
}

std::optional<XmlElement> Includes::read_content(FileId instance, const std::string& path,
                                                 const XmlElement& include) {
  if (context_.imports != nullptr) {
    const auto format = context_.imports->format(instance);
    if (format == "urdf" || format == "xacro") return read_robot(instance, include, versions_, context_);
  }
  std::optional<XmlElement> content;
  std::size_t count = 0;
  bool is_sdf = false;
  XmlSink sink;
  sink.begin = [&](const XmlElement& root) {
    is_sdf = root.name == "sdf";
    const XmlAttribute* version = root.attribute("version");
    const auto number = version == nullptr ? std::nullopt : read_version(version->value.text);
    versions_.set(instance, number.value_or(kLastVersion));
    versions_.set_prefixes(instance, root);
    if (is_sdf && version != nullptr && !number)
      context_.diagnostics.report(
          Rule::bad_value, version->value.range,
          concat("SDF version '", version->value.text, "' is unknown; romasc reads 1.4 to 1.12"));
  };
  sink.child = [&](XmlElement& child) {
    if (!is_sdf || !is_content(child)) return;
    if (count++ == 0) content = std::move(child);
  };
  if (!read_xml(instance, context_.sources, context_.diagnostics, sink, context_.options.xml_parser(),
                context_.options.max_elements))
    return std::nullopt;
  if (!is_sdf) {
    context_.diagnostics.report(Rule::import_missing, include.start_tag,
                                concat("'", path, "' is not an SDF, URDF or xacro file"));
    return std::nullopt;
  }
  if (count == 1) return content;
  context_.diagnostics.report(
      Rule::import_missing, include.start_tag,
      concat("'", path, "' has ",
             count == 0 ? std::string("no model") : concat(count, " models, actors or lights"),
             "; an included file must have exactly one"));
  return std::nullopt;
}

// Applies the parts of an include to its model. Returns false if one of them cannot apply, which is reported.
bool Includes::override_parts(XmlElement& include, XmlElement& model, std::optional<XmlElement>& params) {
  const XmlElement* name = include.child("name");
  const XmlElement* placement = include.child(kPlacementFrame);
  if (placement != nullptr && include.child("pose") == nullptr) {
    context_.diagnostics.report(Rule::missing_element, placement->start_tag,
                                "<placement_frame> needs a <pose> in the include; give both");
    return false;
  }
  const XmlAttribute* merge = include.attribute("merge");
  if (is_true(merge) && model.name != "model") {
    context_.diagnostics.report(Rule::bad_value, merge->range,
                                concat("a <", model.name, "> cannot be merged; only a model can"));
    return false;
  }
  if (!text_of(name).empty()) set_from_text(model, "name", trimmed(name->text));
  if (placement != nullptr) set_from_text(model, kPlacementFrame, trimmed(placement->text));
  constexpr std::array<std::string_view, 2> kReplaced = {"pose", "static"};
  constexpr std::array<std::string_view, 4> kUsed = {"uri", "name", kPlacementFrame, "include"};
  for (XmlElement& part : include.children) {
    if (std::find(kUsed.begin(), kUsed.end(), part.name) != kUsed.end()) continue;
    if (part.name == "plugin") {
      model.children.push_back(std::move(part));
    } else if (std::find(kReplaced.begin(), kReplaced.end(), part.name) != kReplaced.end()) {
      const std::string_view replaced = part.name;
      std::erase_if(model.children, [&](const XmlElement& child) { return child.name == replaced; });
      model.children.push_back(std::move(part));
    } else if (part.name == kParams) {
      if (!params) params = std::move(part);
    } else if (part.prefix().empty()) {
      context_.diagnostics.report(
          Rule::unknown_element, part.name_range,
          concat("<include> has no element <", part.name, "> in SDF; it is left out"));
    } else {
      context_.diagnostics.report(
          Rule::feature_dropped, part.start_tag,
          concat("<", part.name, "> of an include is not part of a robot and is left out"));
    }
  }
  return true;
}

}  // namespace romas::sdf
