#include "frontend/xacro/expander/documents.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>

#include "frontend/xacro/expressions/evaluation/yaml_values.h"
#include "frontend/xacro/expressions/values/table.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace fs = std::filesystem;

namespace {

bool declares_xacro(const XmlElement& element) { return element.attribute("xmlns:xacro") != nullptr; }

// The first name with the prefix that stands in no element which declares it; null if there is none.
const SourceRange* undeclared_in(const XmlElement& element) {
  if (declares_xacro(element)) return nullptr;
  if (element.prefix() == "xacro") return &element.name_range;
  for (const XmlAttribute& attribute : element.attributes)
    if (attribute.prefix() == "xacro") return &attribute.name_range;
  for (const XmlElement& child : element.children)  // the reader bounds the depth
    if (const SourceRange* found = undeclared_in(child)) return found;
  return nullptr;
}

// xacro's parser of XML knows namespaces: it refuses a file that does not declare the prefix. Other prefixes
// are the XML reader's to check.
void check_declaration(const XmlElement& root, DiagnosticEngine& diagnostics) {
  const SourceRange* place = undeclared_in(root);
  if (place == nullptr) return;
  constexpr std::string_view kDeclaration = "xmlns:xacro=\"http://www.ros.org/wiki/xacro\"";
  const std::uint32_t behind_name = root.name_range.end;
  diagnostics
      .report(Rule::xml_malformed, *place,
              concat("the prefix 'xacro' is not declared in this file; write ", kDeclaration, " in <",
                     root.name, ">"))
      .fix({root.name_range.file, behind_name, behind_name}, concat(" ", kDeclaration));
}

}  // namespace

const Documents::Document* Documents::read(FileId file, const std::string& key) {
  auto document = std::make_unique<Document>();
  std::vector<XmlElement> children;
  std::vector<XmlComment> comments;
  bool complete = false;
  XmlSink sink;
  sink.child = [&](XmlElement& child) { children.push_back(std::move(child)); };
  sink.comment = [&](const XmlComment& comment, XmlZone zone) {
    (zone == XmlZone::before_root  ? document->before
     : zone == XmlZone::after_root ? document->behind
                                   : comments)
        .push_back(comment);
  };
  sink.end = [&](XmlElement& root) {
    document->root = std::move(root);
    complete = true;
  };
  const FrontendContext& context = run_.context;
  const std::size_t mistakes = context.diagnostics.reported(Rule::xml_malformed);
  complete = read_xml(file, context.sources, context.diagnostics, sink, context.options.xml_parser(),
                      context.options.max_elements) &&
             complete;
  document->root.children = std::move(children);
  document->root.comments = std::move(comments);
  const bool is_whole = context.diagnostics.reported(Rule::xml_malformed) == mistakes;
  if (complete && is_whole) check_declaration(document->root, context.diagnostics);
  return (documents_[key] = complete ? std::move(document) : nullptr).get();
}

const Documents::Document* Documents::main(FileId file) {
  return read(file, run_.open_files.front().identity);
}

const Documents::Document* Documents::included(const std::string& path, const std::string& key,
                                               SourceRange place, bool optional) {
  if (const auto known = documents_.find(key); known != documents_.end()) return known->second.get();
  SourceManager::ReadError problem;
  if (optional && !run_.context.sources.exists(path)) return nullptr;
  const FileId file = run_.context.sources.read_file(path, problem, run_.context.options.max_input);
  if (file == 0) {
    run_.report(
        problem.too_large ? Rule::input_limit : Rule::import_missing, place,
        concat("cannot read '", path, "': ", problem.reason,
               problem.too_large ? "" : "; a relative path starts at the folder of the file that names it"));
    return nullptr;
  }
  run_.context.files_read.push_back(path);
  return read(file, key);
}

namespace {

// A list or dict that can be changed while the given one stays.
Value own_copy(const Value& value) {
  if (value.is(Kind::list))
    return Value(make<List>(value.as<List>().items, value.as<List>().dotted)).at(value.written());
  if (value.is(Kind::dict))
    return Value(make<Dict>(value.as<Dict>().table, value.as<Dict>().dotted)).at(value.written());
  return value;
}

}  // namespace

Host::Result Documents::yaml(const std::string& path, SourceRange place, Host& host) {
  EvalError reported;
  reported.kind = EvalError::Kind::reported;
  const std::string key = SourceManager::file_key(path);
  if (const auto known = yaml_.find(key); known != yaml_.end()) {
    if (known->second) return own_copy(*known->second);
    return reported;
  }
  SourceManager::ReadError problem;
  const FileId file = run_.context.sources.read_file(path, problem, run_.context.options.max_input);
  if (file == 0) {
    run_.context.diagnostics.report(
        problem.too_large ? Rule::input_limit : Rule::import_missing, place,
        concat("cannot read '", path, "': ", problem.reason,
               problem.too_large ? "" : "; a relative path starts at the folder of the file that names it"));
    return reported;
  }
  run_.context.files_read.push_back(path);
  const YamlReading reading{run_.context.sources, run_.context.diagnostics, Rule::xacro_expression, host,
                            run_.budget};
  std::optional<Value>& value = yaml_[key] = read_yaml_values(file, reading);
  if (value) return own_copy(*value);
  return reported;
}

namespace {

// Adds what fits the parts of a pattern from `part` on, below `folder`.
void match_below(const fs::path& folder, const std::vector<std::string>& parts, std::size_t part,
                 std::vector<std::string>& found) {
  if (part == parts.size()) {
    found.push_back(folder.string());
    return;
  }
  const std::string& wanted = parts[part];
  if (!Documents::is_pattern(wanted)) {
    const fs::path next = folder / wanted;
    if (path_exists(next)) match_below(next, parts, part + 1, found);
    return;
  }
  // As in a shell, a pattern finds hidden files only if it begins with a dot.
  for (const FolderListing::Entry& entry : list_folder(folder).entries)
    if (::fnmatch(wanted.c_str(), entry.name.c_str(), FNM_PERIOD | FNM_NOESCAPE) == 0)
      match_below(folder / entry.name, parts, part + 1, found);
}

const XmlElement* find_macro_in(const XmlElement& element, std::string_view name) {
  for (const XmlElement& child : element.children) {
    if (child.name == "xacro:macro")
      if (const XmlAttribute* given = child.attribute("name"); given != nullptr && given->value.text == name)
        return &child;
    if (const XmlElement* inner = find_macro_in(child, name)) return inner;  // the reader bounds the depth
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> Documents::matching(const std::string& pattern) {
  const fs::path path(pattern);
  std::vector<std::string> parts;
  for (const fs::path& part : path.relative_path()) parts.push_back(part.string());
  std::vector<std::string> found;
  match_below(path.root_path(), parts, 0, found);
  std::sort(found.begin(), found.end());
  return found;
}

SourceRange Documents::find_macro(std::string_view name) const {
  for (const auto& [key, document] : documents_)
    if (document != nullptr)
      if (const XmlElement* macro = find_macro_in(document->root, name)) return macro->start_tag;
  return {};
}

}  // namespace romas::xacro
