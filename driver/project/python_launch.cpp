// Launch files in Python are read, never run: calls of xacro, what names were set to, and defaults of launch
// arguments. An expression that is not understood is only known at run time.
#include <algorithm>
#include <array>
#include <set>

#include "driver/project/launch_texts.h"
#include "frontend/xacro/expressions/syntax/expression.h"
#include "frontend/xacro/expressions/syntax/syntax.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

using xacro::Node;
using xacro::NodeKind;

constexpr int kMostNesting = 32;

// Functions that start a program whose words are their first argument.
constexpr std::array<std::string_view, 9> kStarters = {
    "Command", "check_output", "run", "call", "check_call", "Popen", "popen", "getoutput", "system"};

std::string unknown(std::string_view reason) { return concat("$(unknown ", reason, ")"); }
std::string in_parentheses(std::string_view word, std::string_view argument) {
  return concat("$(", word, " ", argument, ")");
}

bool in_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

// The code of a file: its names outside of texts and comments, and the ends of brackets.
class PythonCode {
 public:
  explicit PythonCode(std::string_view text) : text_(text), plain_(text.size(), true) { mark(); }

  // The text between the bracket at `open` and the one that closes it; nothing if none does.
  std::string_view bracketed(std::size_t open) const {
    return text_.substr(open + 1, end_of(open + 1) - open - 1);
  }
  // The end of the expression that begins here: of its line, or of the brackets that it opens.
  std::size_t end_of(std::size_t at, bool ends_with_line = false) const {
    for (int depth = 0; at < text_.size(); ++at) {
      if (!plain_[at]) continue;
      const char c = text_[at];
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && --depth < 0) return at;
      if (ends_with_line && depth == 0 && (c == '\n' || c == ';')) return at;
    }
    return text_.size();
  }
  // Calls work(begin, end) for each name of the code.
  template <class Work>
  void for_each_name(const Work& work) const {
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t end = at;
      while (end < text_.size() && plain_[end] && in_name(text_[end])) ++end;
      if (end > at) work(at, end);
      at = std::max(end, at + 1);
    }
  }
  std::string_view text() const { return text_; }

 private:
  void mark() {
    for (std::size_t at = 0; at < text_.size();) {
      const char c = text_[at];
      std::size_t end = at;
      if (c == '#')
        end = std::min(text_.find('\n', at), text_.size());
      else if (c == '"' || c == '\'')
        end = end_of_text(at);
      std::fill(plain_.begin() + static_cast<std::ptrdiff_t>(at),
                plain_.begin() + static_cast<std::ptrdiff_t>(end), false);
      at = std::max(end, at + 1);
    }
  }
  std::size_t end_of_text(std::size_t at) const {
    const std::string three(3, text_[at]);
    const bool is_long = text_.substr(at).starts_with(three);
    const std::string_view quote = is_long ? std::string_view(three) : text_.substr(at, 1);
    for (at += quote.size(); at < text_.size(); ++at) {
      if (text_[at] == '\\')
        ++at;
      else if (text_.substr(at).starts_with(quote))
        return at + quote.size();
      else if (!is_long && text_[at] == '\n')
        return at;
    }
    return text_.size();
  }

  std::string_view text_;
  std::vector<bool> plain_;  // false in texts and comments
};

// f"a{b}c" as "a" + str(b) + "c", which is an expression of xacro, too.
std::string without_f_texts(std::string_view code) {
  std::string out;
  for (std::size_t at = 0; at < code.size();) {
    const bool begins = (code[at] == 'f' || code[at] == 'F') && at + 1 < code.size() &&
                        (code[at + 1] == '"' || code[at + 1] == '\'') && (at == 0 || !in_name(code[at - 1]));
    if (!begins) {
      out += code[at++];
      continue;
    }
    const char quote = code[at + 1];
    const std::size_t end = std::min(code.find(quote, at + 2), code.size());
    out += concat("(", std::string(1, quote));
    for (const char c : code.substr(at + 2, end - at - 2)) {
      if (c == '{')
        out += concat(std::string(1, quote), " + str(");
      else if (c == '}')
        out += concat(") + ", std::string(1, quote));
      else
        out += c;
    }
    out += concat(std::string(1, quote), ")");
    at = std::min(end + 1, code.size());
  }
  return out;
}

class PythonLaunch {
 public:
  explicit PythonLaunch(std::string_view text) : code_(text) {}

  LaunchTexts read() {
    code_.for_each_name([&](std::size_t begin, std::size_t end) { find_assignment(begin, end); });
    code_.for_each_name([&](std::size_t begin, std::size_t end) { find_call(begin, end); });
    return std::move(texts_);
  }

 private:
  void find_assignment(std::size_t begin, std::size_t end) {
    const std::string_view text = code_.text();
    const std::size_t line =
        text.rfind('\n', begin) == std::string_view::npos ? 0 : text.rfind('\n', begin) + 1;
    if (!trim(text.substr(line, begin - line)).empty()) return;
    const std::size_t sign = text.find_first_not_of(" \t", end);
    if (sign == std::string_view::npos || text[sign] != '=' || text.substr(sign).starts_with("==")) return;
    const std::size_t stop = code_.end_of(sign + 1, true);
    assigned_.emplace(text.substr(begin, end - begin), text.substr(sign + 1, stop - sign - 1));
  }

  void find_call(std::size_t begin, std::size_t end) {
    const std::string_view text = code_.text(), name = text.substr(begin, end - begin);
    if (end >= text.size() || text[end] != '(') return;
    const bool starts = std::ranges::find(kStarters, name) != kStarters.end();
    if (!starts && name != "DeclareLaunchArgument" && name != "IncludeLaunchDescription" &&
        name != "process_file" && name != "robot_description")
      return;
    const std::string_view inner = code_.bracketed(end);
    const std::string call = concat("f(", without_f_texts(inner), ")");
    const auto parsed = xacro::parse_expression(call);
    const auto* expression = std::get_if<std::shared_ptr<const xacro::Expression>>(&parsed);
    const auto line = static_cast<std::uint32_t>(
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n') + 1);
    if (expression == nullptr) {
      if (starts && name == "Command" && inner.find("xacro") != std::string_view::npos)
        texts_.commands.push_back({concat("xacro ", unknown("the call is not understood")), line});
      return;
    }
    const Node& root = (*expression)->root();
    if (name == "DeclareLaunchArgument") {
      declare(root);
    } else if (name == "IncludeLaunchDescription") {
      include(root);
    } else if (name == "process_file" || name == "robot_description") {
      const Node* file = argument_of(root, "file_path");
      const Node* given = file != nullptr ? file : positional(root);
      if (given != nullptr && text_of(*given).find("xacro") != std::string::npos)
        texts_.commands.push_back(
            {xacro_command(text_of(*given), table_of(argument_of(root, "mappings"))), line});
    } else if (const Node* first = positional(root)) {
      const std::string command = name == "Command" ? text_of(*first) : joined(*first, " ");
      if (command.find("xacro") != std::string::npos) texts_.commands.push_back({command, line});
    }
  }

  void declare(const Node& call) {
    const Node* const named = argument_of(call, "name");
    const Node* const name = named != nullptr ? named : positional(call);
    const Node* const value = argument_of(call, "default_value");
    if (name != nullptr && value != nullptr) texts_.defaults.emplace(text_of(*name), text_of(*value));
  }

  void include(const Node& call) {
    const Node* const source = positional(call);
    if (source == nullptr) return;
    const Node* const file = source->kind == NodeKind::call ? positional(*source) : source;
    if (file == nullptr) return;
    texts_.includes.push_back({text_of(*file), table_of(argument_of(call, "launch_arguments"))});
  }

  static const Node* positional(const Node& call) {
    return call.children.size() > 1 && call.children[1].kind != NodeKind::keyword ? &call.children[1]
                                                                                  : nullptr;
  }
  static const Node* argument_of(const Node& call, std::string_view name) {
    for (const Node& child : call.children)
      if (child.kind == NodeKind::keyword && child.name == name) return &child.children.front();
    return nullptr;
  }
  // The last part of the name of a function: join of os.path.join.
  static std::string_view function_of(const Node& call) {
    const Node& function = call.children.front();
    return function.kind == NodeKind::name || function.kind == NodeKind::attribute ? function.name
                                                                                   : std::string_view();
  }

  // {'a': b}, dict(a=b), and these with .items()
  LaunchTexts::Arguments table_of(const Node* node) {
    LaunchTexts::Arguments table;
    if (node == nullptr) return table;
    if (node->kind == NodeKind::call && function_of(*node) == "items")
      node = &node->children.front().children.front();
    if (node->kind == NodeKind::name && known(node->name) != nullptr) node = known(node->name);
    if (node->kind == NodeKind::dict)
      for (std::size_t i = 0; i + 1 < node->children.size(); i += 2)
        table.emplace_back(text_of(node->children[i]), text_of(node->children[i + 1]));
    if (node->kind == NodeKind::call && function_of(*node) == "dict")
      for (const Node& child : node->children)
        if (child.kind == NodeKind::keyword) table.emplace_back(child.name, text_of(child.children.front()));
    return table;
  }

  // The value that a name was set to; null where that is not understood.
  const Node* known(std::string_view name) {
    const auto written = assigned_.find(name);
    if (written == assigned_.end()) return nullptr;
    const auto [entry, is_new] = parsed_.try_emplace(std::string(name));
    if (is_new) {
      auto parsed = xacro::parse_expression(without_f_texts(written->second));
      if (auto* expression = std::get_if<std::shared_ptr<const xacro::Expression>>(&parsed))
        entry->second = std::move(*expression);
    }
    return entry->second ? &entry->second->root() : nullptr;
  }

  std::string joined(const Node& node, std::string_view between) {
    if (node.kind == NodeKind::name && known(node.name) != nullptr &&
        known(node.name)->kind == NodeKind::list)
      return joined(*known(node.name), between);
    if (node.kind != NodeKind::list && node.kind != NodeKind::tuple) return text_of(node);
    return join(node.children, between, [&](const Node& item) { return text_of(item); });
  }

  std::string text_of(const Node& node) {  // NOLINT(misc-no-recursion): the depth is bounded
    if (nesting_ >= kMostNesting) return unknown("an expression");
    ++nesting_;
    std::string text = read_text_of(node);
    --nesting_;
    return text;
  }

  std::string read_text_of(const Node& node) {  // NOLINT(misc-no-recursion)
    switch (node.kind) {
      case NodeKind::constant:
        if (node.constant.is(xacro::Kind::text)) return node.constant.text();
        if (node.constant.is(xacro::Kind::boolean)) return node.constant.boolean() ? "True" : "False";
        if (node.constant.is(xacro::Kind::integer)) return std::to_string(node.constant.integer());
        if (node.constant.is(xacro::Kind::real)) return concat(node.constant.real());
        return unknown("an expression");
      case NodeKind::name:
        if (const Node* value = known(node.name)) return text_of(*value);
        return unknown(concat("'", node.name, "'"));
      case NodeKind::list:
      case NodeKind::tuple: return joined(node, "");
      case NodeKind::binary:
        if (node.op == xacro::Operator::add) return text_of(node.children[0]) + text_of(node.children[1]);
        if (node.op == xacro::Operator::divide)
          return concat(text_of(node.children[0]), "/", text_of(node.children[1]));
        return unknown("an expression");
      case NodeKind::call: return text_of_call(node);
      default: return unknown("an expression");
    }
  }

  std::string text_of_call(const Node& call) {  // NOLINT(misc-no-recursion)
    const std::string_view function = function_of(call);
    const Node* const first = positional(call);
    const auto named = [&](std::string_view name) {
      const Node* const value = argument_of(call, name);
      return value != nullptr ? value : first;
    };
    if (function == "perform") return text_of(call.children.front().children.front());
    if (function == "ThisLaunchFileDir") return "$(dirname)";
    if (function == "FindExecutable") {
      const Node* const name = named("name");
      return name == nullptr ? unknown("an expression") : text_of(*name);
    }
    if (first == nullptr && function != "TextSubstitution" && function != "LaunchConfiguration" &&
        function != "FindPackageShare")
      return unknown(concat("'", function, "'"));
    if (function == "LaunchConfiguration") {
      const Node* const name = named("variable_name");
      return name == nullptr ? unknown("an expression") : in_parentheses("var", text_of(*name));
    }
    if (function == "FindPackageShare" || function == "get_package_share_directory" ||
        function == "get_package_share_path" || function == "get_pkg_share") {
      const Node* const name = named("package");
      return name == nullptr ? unknown("an expression") : in_parentheses("find", text_of(*name));
    }
    if (function == "PathJoinSubstitution") return joined(*first, "/");
    if (function == "join")
      return join(std::vector<const Node*>(arguments_of(call)), "/",
                  [&](const Node* item) { return text_of(*item); });
    if (function == "TextSubstitution") {
      const Node* const text = named("text");
      return text == nullptr ? unknown("an expression") : text_of(*text);
    }
    constexpr std::array<std::string_view, 7> kSame = {"ParameterValue", "str",      "Path",    "abspath",
                                                       "realpath",       "normpath", "PathJoin"};
    if (std::ranges::find(kSame, function) != kSame.end()) return text_of(*first);
    return unknown(concat("'", function, "'"));
  }

  static std::vector<const Node*> arguments_of(const Node& call) {
    std::vector<const Node*> all;
    for (std::size_t i = 1; i < call.children.size(); ++i) all.push_back(&call.children[i]);
    return all;
  }

  PythonCode code_;
  std::map<std::string, std::string, std::less<>> assigned_;
  std::map<std::string, std::shared_ptr<const xacro::Expression>, std::less<>> parsed_;
  LaunchTexts texts_;
  int nesting_ = 0;
};

}  // namespace

LaunchTexts read_python_launch(std::string_view text) { return PythonLaunch(text).read(); }

}  // namespace romas::driver
