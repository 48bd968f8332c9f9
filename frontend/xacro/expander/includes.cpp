#include "frontend/xacro/expander/includes.h"

#include <algorithm>

#include "frontend/xacro/expander/expander.h"
#include "support/text/text.h"

namespace romas::xacro {

void Includes::include(const XmlElement& child, Scope& scope, XmlElement& out) {
  run_.check_attributes(child, "include");
  const XmlAttribute* name = run_.required(child, "filename");
  if (name == nullptr) return;
  if (!child.children.empty())
    run_.report(Rule::unknown_element, child.children.front().name_range,
                "the content of <xacro:include> is ignored");
  Scope* into = &scope;
  if (const XmlAttribute* space = child.attribute("ns"); space != nullptr && !space->value.text.empty()) {
    const auto said = texts_.text(space->value, scope);
    if (!said) return;
    into = &scope.add_namespace(run_.keep(*said, space->value.range));
  }
  bool optional = false;
  if (const XmlAttribute* given = child.attribute("optional"))
    optional = texts_.condition(given->value, scope).value_or(false);
  const auto said = texts_.text(name->value, scope);
  if (!said) run_.include_failed = true;
  if (!said) return;
  const std::string path = run_.named_like_main(run_.absolute(*said));
  if (!Documents::is_pattern(path)) return include_file(path, child, optional, *into, out);
  const std::vector<std::string> files = Documents::matching(path);
  if (files.empty())
    run_.report(Rule::xacro_pattern, name->value.range, concat("no file matches '", path, "'"));
  for (const std::string& file : files) include_file(file, child, optional, *into, out);
}

bool Includes::is_open(const std::string& path, const std::string& identity, const XmlElement& child) {
  const auto first = std::ranges::find(run_.open_files, identity, &OpenFile::identity);
  if (first == run_.open_files.end()) return false;
  auto builder = run_.report(Rule::import_cycle, child.start_tag,
                             concat("'", path, "' includes itself",
                                    first + 1 == run_.open_files.end() ? "" : " through other files"));
  for (auto next = first + 1; next != run_.open_files.end(); ++next)
    builder.note(next->place, concat("'", next->path, "' is included here"));
  return true;
}

void Includes::include_file(const std::string& path, const XmlElement& child, bool optional, Scope& scope,
                            XmlElement& out) {
  const std::string identity = SourceManager::file_key(path);
  if (is_open(path, identity, child)) return;
  const SourceRange name = child.attribute("filename")->value.range;
  const std::size_t errors = run_.context.diagnostics.error_count();
  const Documents::Document* document = documents_.included(path, identity, name, optional);
  if (document == nullptr && run_.context.diagnostics.error_count() > errors) run_.include_failed = true;
  if (document == nullptr || !run_.enter(child)) return;
  SourceStep step;
  step.kind = SourceStep::Kind::include;
  step.place = run_.seen(child.start_tag);
  const ReadThrough through(run_, {&run_.add_step(std::move(step), child.start_tag)});
  run_.open_files.push_back({path, identity, run_.seen(child.start_tag)});
  const Trace::Inside traced(run_.trace, TraceNode::Kind::include, &child);
  if (run_.trace != nullptr) traced.node()->file = path;
  for (const XmlComment& comment : document->before)
    if (run_.trace != nullptr && !comment.instruction)
      run_.trace->add(TraceNode::Kind::comment, nullptr).remark = comment.text;
  XmlElement root;  // its attributes are evaluated, and go nowhere
  expander_.add_attributes(document->root, scope, root);
  expander_.content(document->root, scope, out);
  expander_.import_namespaces(document->root, out);
  run_.open_files.pop_back();
  run_.leave();
}

}  // namespace romas::xacro
