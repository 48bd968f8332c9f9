#include "driver/project/project_roots.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "driver/project/project_file.h"
#include "driver/project/xacro_roots.h"
#include "frontend/yaml/table.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

class RootReader {
 public:
  RootReader(SettingsFile& file, const std::string& path) : file_(file), path_(path) {}

  std::vector<Input> read(const YamlNode& value) {
    std::vector<Input> roots;
    const auto add = [&](const YamlNode& item) { file_.attempt([&] { roots.push_back(read_root(item)); }); };
    if (value.kind != YamlNode::Kind::sequence) add(value);
    for (const YamlNode& item : value.items) add(item);
    return roots;
  }

 private:
  Input read_root(const YamlNode& item) {
    Input root;
    root.project_file = path_;
    if (item.kind == YamlNode::Kind::scalar) {
      read_file(item, root);
    } else if (item.kind != YamlNode::Kind::mapping) {
      file_.check_table(item, "a root", keys_of_project("roots"));
    } else if (!read_table(item, root)) {
      return root;
    }
    report_repeated(item.range, root);
    return root;
  }

  // False where something is wrong; each part can be. Arguments depend on the file.
  bool read_table(const YamlNode& item, Input& root) {
    const auto keys = keys_of_project("roots");
    bool is_right = file_.attempt([&] { file_.check_table(item, "a root", keys); });
    // A key that is misspelt is not missing, too.
    const bool is_misspelt = std::ranges::any_of(
        unknown_keys(item, "a root", keys), [](const UnknownYamlKey& key) { return key.near == "file"; });
    const bool has_file =
        !is_misspelt && file_.attempt([&] { read_file(file_.require(item, "a root", "file"), root); });
    if (const YamlEntry* name = item.find("name"))
      is_right = file_.attempt([&] { read_name(name->value, root); }) && is_right;
    if (const YamlEntry* args = item.find("args"); args != nullptr && has_file)
      is_right = file_.attempt([&] { read_arguments(*args, root); }) && is_right;
    return is_right && has_file;
  }

  void read_file(const YamlNode& value, Input& root) const {
    const std::string& written = file_.text(value, "'file'");
    root.file = (fs::path(path_).parent_path() / written).lexically_normal().string();
    std::error_code ignored;
    if (!fs::exists(root.file, ignored))
      file_.fail(value.range, concat("there is no file '", root.file, "'; paths start at the folder of the ",
                                     "project file"));
    if (!fs::is_regular_file(root.file, ignored))
      file_.fail(value.range, concat("'", root.file, "' is not a file; a root must be a file"));
  }

  void read_name(const YamlNode& value, Input& root) const {
    root.name = file_.text(value, "'name'");
    const bool plain = std::none_of(root.name.begin(), root.name.end(), [](unsigned char c) {
      return c == '/' || c == '\\' || c == ':' || c <= ' ' || c == 0x7f;
    });
    if (!plain || root.name.front() == '.' || root.name.front() == '-')
      file_.fail(value.range,
                 concat("the name ", in_quotes(root.name),
                        " cannot be part of the name of an output file; use letters, digits, '_' and '-'"));
  }

  void read_arguments(const YamlEntry& args, Input& root) {
    if (args.value.kind == YamlNode::Kind::null) return;
    if (args.value.kind != YamlNode::Kind::mapping)
      file_.fail(args.value.range,
                 concat("'args' must be a table of arguments and their values, not ", describe(args.value)));
    if (!args.value.entries.empty() && !is_xacro(root.file))
      file_.fail(args.key.range, concat("'", root.file, "' is not a xacro file, so it takes no arguments"));
    for (const YamlEntry& entry : args.value.entries) {
      const std::string& name = entry.key.text;
      if (entry.value.kind != YamlNode::Kind::scalar && entry.value.kind != YamlNode::Kind::null)
        file_.attempt([&] {
          file_.fail(entry.value.range,
                     concat("the argument '", name, "' must be a single value, not ", describe(entry.value)));
        });
      root.arguments.push_back({name, entry.value.text, entry.key.range.begin, entry.key.range.end});
    }
  }

  // Two roots that are the same, or have one name.
  void report_repeated(SourceRange range, const Input& root) {
    std::string same = SourceManager::file_key(root.file);
    std::vector<std::string> arguments;
    for (const InputArgument& argument : root.arguments)
      arguments.push_back(concat('\n', argument.name, ":=", argument.value));
    std::sort(arguments.begin(), arguments.end());
    for (const std::string& argument : arguments) same += argument;
    if (const auto [first, fresh] = roots_.emplace(std::move(same), range); !fresh)
      file_.fail(range, concat("this root is already given at ", file_.place(first->second)));
    if (root.name.empty()) return;
    if (const auto [first, fresh] = names_.emplace(root.name, range); !fresh)
      file_.fail(range, concat("two roots have the name '", root.name, "'; the first is at ",
                               file_.place(first->second)));
  }

  SettingsFile& file_;
  const std::string& path_;
  std::map<std::string, SourceRange> roots_, names_;
};

}  // namespace

std::vector<Input> read_roots(SettingsFile& file, const YamlNode& value, const std::string& path) {
  return RootReader(file, path).read(value);
}

ProjectRoots::ProjectRoots(const std::vector<Input>& roots, bool with_arguments)
    : with_arguments_(with_arguments) {
  for (const Input& root : roots) by_file_[SourceManager::file_key(root.file)].push_back(root);
}

std::vector<Input> ProjectRoots::of(const Input& input) const {
  if (input.file == "-" || !input.arguments.empty() || (!input.found && with_arguments_)) return {};
  const auto known = by_file_.find(SourceManager::file_key(input.file));
  if (known == by_file_.end()) return {};
  std::vector<Input> roots = known->second;
  for (Input& root : roots) root.file = input.file;
  return roots;
}

std::optional<Input> ProjectRoots::find(const std::string& label) const {
  const auto has_label = [&](const Input& root) { return driver::label(root) == label; };
  const auto named = [&](const Input& root) { return !root.name.empty() && has_label(root); };
  const auto first = [](const std::vector<Input>& roots, const auto& is_it) -> std::optional<Input> {
    const auto found = std::find_if(roots.begin(), roots.end(), is_it);
    return found == roots.end() ? std::nullopt : std::optional(*found);
  };
  if (with_arguments_) return std::nullopt;
  for (const auto& [key, roots] : by_file_)
    if (auto root = first(roots, named)) return root;
  return first(of(input_of_word(label).file), has_label);
}

}  // namespace romas::driver
