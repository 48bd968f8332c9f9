#include "driver/project/launch_texts.h"

#include "frontend/xml/reader/xml_reader.h"
#include "frontend/yaml/reader.h"
#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

constexpr std::size_t kMostLaunchBytes = 1'000'000;
constexpr std::string_view kSubstitutedCommand = "$(command ";

bool ends_with_any(std::string_view path, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

// The command of "$(command 'xacro …' 'warn')", or the text itself.
std::string command_of(std::string_view text) {
  const std::size_t at = text.find(kSubstitutedCommand);
  if (at == std::string_view::npos) return std::string(text);
  std::string_view inner = trim(text.substr(at + kSubstitutedCommand.size()));
  if (!inner.empty() && (inner.front() == '\'' || inner.front() == '"'))
    return std::string(inner.substr(1, inner.find(inner.front(), 1) - 1));
  return std::string(inner.substr(0, inner.rfind(')')));
}

class XmlLaunch {
 public:
  XmlLaunch(const SourceManager& sources, LaunchTexts& texts) : sources_(sources), texts_(texts) {}

  void read(const XmlElement& root) {
    // Elements wait here until it is their turn, so that no depth takes stack.
    std::vector<const XmlElement*> waiting = {&root};
    while (!waiting.empty()) {
      const XmlElement& element = *waiting.back();
      waiting.pop_back();
      look_at(element);
      if (element.name != "include")
        for (auto child = element.children.rbegin(); child != element.children.rend(); ++child)
          waiting.push_back(&*child);
    }
  }

 private:
  static std::string value_of(const XmlElement& element, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
      if (const XmlAttribute* attribute = element.attribute(name)) return std::string(attribute->value.text);
    return {};
  }
  static bool has(const XmlElement& element, std::string_view name) {
    return element.attribute(name) != nullptr;
  }

  void look_at(const XmlElement& element) {
    if ((element.name == "arg" || element.name == "let") &&
        (has(element, "default") || has(element, "value")))
      texts_.defaults.emplace(value_of(element, {"name"}), value_of(element, {"value", "default"}));
    if (element.name == "include" && has(element, "file")) {
      LaunchTexts::Include include{value_of(element, {"file"}), {}};
      for (const XmlElement& child : element.children)
        if (child.name == "arg" && has(child, "value"))
          include.arguments.emplace_back(value_of(child, {"name"}), value_of(child, {"value"}));
      texts_.includes.push_back(std::move(include));
    }
    for (const XmlAttribute& attribute : element.attributes)
      if ((attribute.name == "command" ||
           attribute.value.text.find(kSubstitutedCommand) != std::string::npos) &&
          attribute.value.text.find("xacro") != std::string::npos)
        texts_.commands.push_back(
            {command_of(attribute.value.text), sources_.line_column(attribute.value.range.start()).line});
  }

  const SourceManager& sources_;
  LaunchTexts& texts_;
};

class YamlLaunch {
 public:
  YamlLaunch(const SourceManager& sources, LaunchTexts& texts) : sources_(sources), texts_(texts) {}

  void read(const YamlNode& node) {  // NOLINT(misc-no-recursion): YAML's depth is bounded
    if (node.kind == YamlNode::Kind::scalar && node.text.find(kSubstitutedCommand) != std::string::npos &&
        node.text.find("xacro") != std::string::npos)
      texts_.commands.push_back({command_of(node.text), sources_.line_column(node.range.start()).line});
    for (const YamlNode& item : node.items) read(item);
    for (const YamlEntry& entry : node.entries) {
      if (entry.key.text == "arg" || entry.key.text == "let") add_default(entry.value);
      if (entry.key.text == "include")
        add_include(entry.value);
      else
        read(entry.value);
    }
  }

 private:
  static std::string text_of(const YamlNode& node, std::string_view key) {
    const YamlEntry* entry = node.find(key);
    return entry == nullptr ? std::string() : entry->value.text;
  }

  void add_default(const YamlNode& argument) {
    for (const char* key : {"value", "default"})
      if (argument.find(key) != nullptr)
        texts_.defaults.emplace(text_of(argument, "name"), text_of(argument, key));
  }

  void add_include(const YamlNode& node) {
    LaunchTexts::Include include{text_of(node, "file"), {}};
    if (const YamlEntry* arguments = node.find("arg"))
      for (const YamlNode& argument : arguments->value.items)
        include.arguments.emplace_back(text_of(argument, "name"), text_of(argument, "value"));
    texts_.includes.push_back(std::move(include));
  }

  const SourceManager& sources_;
  LaunchTexts& texts_;
};

}  // namespace

std::string xacro_command(std::string_view file, const LaunchTexts::Arguments& arguments) {
  std::string command = concat("xacro '", file, "'");
  for (const auto& [name, value] : arguments) command += concat(" ", name, ":='", value, "'");
  return command;
}

LaunchTexts read_launch_texts(const std::string& path, const FindLaunchText& find) {
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error, kMostLaunchBytes);
  if (file == 0) return {};
  LaunchTexts texts;
  DiagnosticEngine unheard;
  if (path.ends_with(".py")) return read_python_launch(path, sources.text(file), find);
  if (ends_with_any(path, {".launch", ".xml"})) {
    if (const auto root = read_xml_tree(file, sources, unheard); root && root->name == "launch")
      XmlLaunch(sources, texts).read(*root);
  } else if (ends_with_any(path, {".yaml", ".yml"})) {
    if (const auto root = read_yaml(file, sources, unheard, Rule::bad_value, {}, YamlFeatures::all);
        root && root->find("launch") != nullptr)
      YamlLaunch(sources, texts).read(*root);
  }
  return texts;
}

}  // namespace romas::driver
