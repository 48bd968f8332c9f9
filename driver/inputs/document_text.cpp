#include "driver/inputs/document_text.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "backends/report/page.h"
#include "backends/report/report.h"
#include "frontend/language/typing/manual.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

namespace fs = std::filesystem;
using Item = language::Manual::Item;
using Kind = language::Definition::Kind;
using report::Section;

constexpr std::size_t kLongestValue = 160;  // code points of a value in a table

std::string as_code(std::string_view text) {
  return text.empty() || text.find('`') != std::string_view::npos ? std::string(text)
                                                                  : concat("`", text, "`");
}

// A value as it is written; of a long one the beginning.
std::string shown_value(const std::string& value) {
  if (count_code_points(value) <= kLongestValue) return as_code(value);
  std::size_t end = 0;
  for (std::size_t shown = 0; shown < kLongestValue; ++shown) do
      ++end;
    while (end < value.size() && (static_cast<unsigned char>(value[end]) & 0xC0U) == 0x80U);
  return concat(as_code(value.substr(0, end)), " …");
}

std::string comment_of(const Item& item) {
  return item.documentation.empty() ? "not documented" : join(report::paragraphs_of(item.documentation), " ");
}

// "module-leg": unique in a page, because a file has one definition of a name and kind.
std::string id_of(const Item& item) {
  std::string id(language::describe(item.kind));
  id = concat(id.substr(0, id.find(' ')), "-", item.name);
  for (char& c : id)
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')) c = '-';
  return id;
}

class PageMaker {
 public:
  PageMaker(const language::Manual& manual, const std::vector<Model>& models, const TargetOptions& options)
      : manual_(manual), models_(models), options_(options) {}

  report::Page make(const std::string& file) {
    report::Page page{file, {}, "romasc --emit=doc"};
    Section top{file, false, {}};
    if (!manual_.introduction.empty()) top.parts.emplace_back(report::Prose{manual_.introduction});
    if (!manual_.version.empty()) top.parts.emplace_back(concat("Version ", manual_.version, "."));
    add_imports();
    add_table(Kind::param, "Parameters", {"parameter", "type", "unit", "default", "what"});
    add_table(Kind::type, "Types", {"type", "is", "what"});
    add_table(Kind::value, "Values", {"value", "is", "what"});
    add_each(Kind::function, "Functions");
    add_each(Kind::module, "Modules");
    add_each(Kind::robot, "Robots");
    add_each(Kind::assembly, "Assemblies");
    add_table(Kind::block, "Blocks", {"Block", "what"});
    add_missing();
    if (sections_.empty()) top.parts.emplace_back("The file defines nothing that others see.");
    if (!contents_.links.empty()) top.parts.emplace_back(std::move(contents_));
    page.sections.push_back(std::move(top));
    std::move(sections_.begin(), sections_.end(), std::back_inserter(page.sections));
    return page;
  }

 private:
  std::vector<const Item*> all(Kind kind) const {
    std::vector<const Item*> found;
    for (const Item& item : manual_.items)
      if (item.kind == kind) found.push_back(&item);
    return found;
  }

  Section& open(std::string_view title) {
    std::string id(title);
    std::ranges::replace(id, ' ', '-');
    contents_.links.push_back({std::string(title), concat("#", id), {}});
    return sections_.emplace_back(Section{std::string(title), false, {}, id});
  }

  void add_imports() {
    const auto imports = all(Kind::import);
    if (imports.empty()) return;
    report::Links links;
    for (const Item* import : imports) {
      const bool is_library = import->path.starts_with("std.");
      std::string more = is_library ? " — a part of the standard library, " : " — ";
      more += as_code(import->path);
      if (!import->value.empty())
        more += concat(", version ", import->value, " or a later one that goes on with it");
      if (!import->documentation.empty()) more += concat(": ", comment_of(*import));
      links.links.push_back(
          {import->name, is_library ? std::string() : rebase_path(import->path, options_), more});
    }
    open("Imports").parts.emplace_back(std::move(links));
  }

  void add_table(Kind kind, std::string_view title, std::vector<std::string> head) {
    const auto items = all(kind);
    if (items.empty()) return;
    report::Table table{std::move(head), {}, true};
    for (const Item* item : items) {
      if (kind == Kind::param)
        table.rows.push_back({as_code(item->name), as_code(item->type), item->unit,
                              item->value.empty() ? "must be given" : shown_value(item->value),
                              comment_of(*item)});
      else if (kind == Kind::block)
        table.rows.push_back({as_code(item->name), comment_of(*item)});
      else
        table.rows.push_back({as_code(item->name), shown_value(item->value), comment_of(*item)});
    }
    open(title).parts.emplace_back(std::move(table));
  }

  // A section for each definition of a kind.
  void add_each(Kind kind, std::string_view title) {
    const auto items = all(kind);
    if (items.empty()) return;
    open(title);
    report::Links& links = std::get<report::Links>(sections_.back().parts.emplace_back(report::Links{}));
    for (const Item* item : items) links.links.push_back({item->name, concat("#", id_of(*item)), {}});
    for (const Item* item : items) {
      Section section{item->name, true, {}, id_of(*item)};
      fill(*item, section);
      sections_.push_back(std::move(section));
    }
  }

  void fill(const Item& item, Section& section) const {
    if (item.kind == Kind::function)
      section.parts.emplace_back(
          report::Code{concat("fn ", item.signature(), item.type.empty() ? "" : concat(" -> ", item.type))});
    if (item.kind == Kind::module)
      section.parts.emplace_back(report::Code{concat("module ", item.signature())});
    if (item.kind == Kind::robot && !item.parameters.empty())
      section.parts.emplace_back(report::Code{concat("robot ", item.signature())});
    section.parts.emplace_back(
        report::Prose{item.documentation.empty() ? "Not documented." : item.documentation});
    add_parameters(item, section);
    add_inner(item, section);
    if (item.kind == Kind::robot || item.kind == Kind::assembly)
      for (const Model& model : models_)
        if (model.name == item.name)
          for (report::Picture& picture : report::workspaces_of(model))
            section.parts.emplace_back(std::move(picture));
  }

  static void add_parameters(const Item& item, Section& section) {
    if (item.parameters.empty()) return;
    report::Table table{{"parameter", "type", "unit", "default"}, {}, true};
    for (const language::Manual::Parameter& one : item.parameters)
      table.rows.push_back({as_code(one.written.name),
                            one.written.type.empty() ? "any" : as_code(one.written.type), one.unit,
                            one.written.preset.empty() ? "must be given" : shown_value(one.written.preset)});
    section.parts.emplace_back(std::move(table));
  }

  static void add_inner(const Item& item, Section& section) {
    report::Table parts{{"name", "is", "what"}, {}, true};
    report::Links tests;
    for (const Item& inner : item.inner) {
      if (inner.kind == Kind::test)
        tests.links.push_back(
            {inner.name, {}, inner.documentation.empty() ? "" : concat(" — ", comment_of(inner))});
      else if (inner.kind == Kind::exposed)
        parts.rows.push_back({as_code(inner.name), concat("exposed: ", shown_value(inner.value)),
                              inner.documentation.empty() ? "" : comment_of(inner)});
      else
        parts.rows.push_back(
            {as_code(inner.name), std::string(language::describe(inner.kind)), comment_of(inner)});
    }
    if (!parts.rows.empty()) section.parts.emplace_back(std::move(parts));
    if (tests.links.empty()) return;
    section.parts.emplace_back("Its tests:");
    section.parts.emplace_back(std::move(tests));
  }

  // Lists the definitions that have no comment above them.
  void add_missing() {
    std::vector<std::string> names;
    for (const Item& item : manual_.items)
      if (item.documentation.empty() && item.kind != Kind::import)
        names.push_back(concat(language::describe(item.kind), " ", as_code(item.name)));
    if (names.empty()) return;
    open("Not documented").parts.emplace_back(report::Prose{concat(join(names, ", "), ".")});
  }

  const language::Manual& manual_;
  const std::vector<Model>& models_;
  const TargetOptions& options_;
  std::vector<Section> sections_;
  report::Links contents_;
};

// As asked for; else as the file is called.
bool is_markdown(const TargetOptions& options) {
  const std::string asked = options.one(TargetOption::doc_format);
  if (!asked.empty()) return asked == "markdown";
  return options.file_name.ends_with(".md") || options.file_name.ends_with(".markdown");
}

}  // namespace

bool documents(const EmitRequest& request) {
  return std::ranges::find(request.targets, "doc") != request.targets.end();
}

std::vector<OutputFile> document_text(const std::string& file, std::string_view text, std::string_view format,
                                      const std::vector<Model>& models, const EmitRequest& request,
                                      Stage& stage) {
  if (format != "romas") {
    stage.diagnostics.report(
        Rule::no_robot, {},
        concat("--emit=doc takes files of the language, but '", file, "' is of another kind"));
    return {};
  }
  TargetOptions options;
  options.source_folder = fs::path(file).parent_path().string();
  options.output_folder = request.output_folder;
  options.file_name = request.output_file;
  if (const auto words = request.words.find(TargetOption::doc_format); words != request.words.end())
    options.words.insert(*words);
  const language::Manual manual = language::manual_of(text);
  const std::string name = file == "-" ? std::string("document") : fs::path(file).filename().string();
  const report::Page page = PageMaker(manual, models, options).make(name);
  const bool markdown = is_markdown(options);
  const std::string stem = request.output_name.empty() ? fs::path(name).stem().string() : request.output_name;
  std::vector<OutputFile> files;
  files.push_back({concat(stem, markdown ? ".md" : ".html"),
                   markdown ? report::markdown_page(page) : report::html_page(page)});
  return files;
}

}  // namespace romas::driver
