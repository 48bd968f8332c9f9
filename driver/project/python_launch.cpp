// Launch files in Python are read, never run: calls of xacro, what names were set to, functions that make a
// call of xacro for others, and defaults of launch arguments. Of a condition both ways are
// read, and names stay what the first one sets them to. An
// expression that is not understood is only known at run time.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>

#include "driver/project/launch_texts.h"
#include "driver/project/python_code.h"
#include "driver/project/python_value.h"
#include "frontend/xacro/expressions/syntax/expression.h"
#include "frontend/xacro/expressions/syntax/syntax.h"
#include "support/text/text.h"

namespace romas::driver {

// A file of Python, with what its statements outside of functions set names to.
class PythonModule {
 public:
  PythonModule(std::string where, std::string written) : path(std::move(where)), text_(std::move(written)) {}

  const std::string path;
  const PythonCode& code() const { return code_; }
  std::map<std::string, PythonValue, std::less<>> globals;
  std::vector<std::string> folders = {"$(dirname)"};  // where modules are looked for
  bool is_read = false;

 private:
  const std::string text_;
  const PythonCode code_{text_};
};

namespace {

using xacro::Node;
using xacro::NodeKind;
using Kind = PythonValue::Kind;

constexpr int kMostNesting = 100, kMostCallDepth = 8;
constexpr std::size_t kMostWeight = 100'000, kMostTurns = 1000, kMostModules = 32;
// Bytes and values that reading a launch file may handle.
constexpr std::size_t kMostWork = 50'000'000;

// Functions that start a program whose words are their first argument.
constexpr std::array<std::string_view, 9> kStarters = {
    "Command", "check_output", "run", "call", "check_call", "Popen", "popen", "getoutput", "system"};

std::string not_known(std::string_view reason) { return concat("$(unknown ", reason, ")"); }
PythonValue unknown(std::string_view reason = "an expression") { return PythonValue(not_known(reason)); }
PythonValue unknown_name(std::string_view name) { return unknown(concat("'", name, "'")); }
std::string in_parentheses(std::string_view word, std::string_view argument) {
  return concat("$(", word, " ", argument, ")");
}

struct Arguments {
  std::vector<PythonValue> positional;
  std::map<std::string, PythonValue, std::less<>> named;
};

class PythonLaunch {
 public:
  PythonLaunch(std::string path, std::string_view text, const FindLaunchText& find) : find_(find) {
    file_ = &add_module(std::move(path), std::string(text));
  }

  LaunchTexts read() {
    run_module(*file_);
    const PythonCode& code = file_->code();
    // Functions that others call come last: they are left where they were called.
    std::map<std::string_view, int> uses;
    code.for_each_name(0, code.text().size(), [&](std::size_t begin, std::size_t end) {
      ++uses[code.text().substr(begin, end - begin)];
    });
    for (const bool of_others : {false, true})
      for (std::size_t i = 0; i < code.statements().size(); ++i) {
        const std::string_view head = code.text(code.statements()[i]);
        if (!is_function(head) || called_.contains({file_, i})) continue;
        if (of_others || uses[name_at(behind(head, "def "))] == 1)
          call_function(PythonValue::of(Kind::function, file_, i), {}, 0);
      }
    texts_.defaults.insert(fallbacks_.begin(), fallbacks_.end());
    std::ranges::stable_sort(texts_.commands, {}, &LaunchTexts::Command::line);
    return std::move(texts_);
  }

 private:
  using Names = std::map<std::string, PythonValue, std::less<>>;
  // The names of a function that is read. Those of its caller in the same file count, too: a function inside
  // of another one sees them.
  struct Scope {
    PythonModule& module;
    Names& names;
    const Scope* outer = nullptr;
    int calls = 0;           // how deep
    std::uint32_t line = 0;  // of the call that all calls here are told as; 0: their own
    PythonValue* result = nullptr;
  };

  // --- modules ---------------------------------------------------------------------------------------------

  PythonModule& add_module(std::string path, std::string text) {
    modules_.push_back(std::make_unique<PythonModule>(std::move(path), std::move(text)));
    return *modules_.back();
  }
  void run_module(PythonModule& module) {
    module.is_read = true;
    Scope scope{module, module.globals};
    const bool records = std::exchange(records_, records_ && &module == file_);
    run(scope, 0, module.code().statements().size());
    records_ = records;
  }
  // Returns the module that a text names, as a file of Python; null if there is none.
  PythonModule* find_module(const std::string& written) {
    if (!find_ || written.find("$(unknown ") != std::string::npos) return nullptr;
    const auto [known, is_new] = found_modules_.try_emplace(written);
    if (!is_new || modules_.size() >= kMostModules) return known->second;
    std::string path;
    std::optional<std::string> text = find_(written, path);
    if (!text) return nullptr;
    const auto same = std::ranges::find(modules_, path, [](const auto& each) { return each->path; });
    if (same != modules_.end()) return found_modules_[written] = same->get();
    PythonModule& module = add_module(std::move(path), std::move(*text));
    found_modules_[written] = &module;
    run_module(module);
    return &module;
  }
  // "a.b" of an import, seen from a module.
  PythonModule* imported(const PythonModule& from, std::string_view dotted) {
    std::string_view name = dotted;
    while (name.starts_with('.')) name.remove_prefix(1);
    const std::string_view package = name.substr(0, name.find('.'));
    if (package.empty() || package == "launch" || package == "launch_ros") return nullptr;
    std::string path(name);
    std::ranges::replace(path, '.', '/');
    for (const std::string& folder : from.folders)
      if (PythonModule* module = find_module(concat(folder, "/", path, ".py"))) return module;
    if (dotted.starts_with('.')) return find_module(concat("$(dirname)/../", path, ".py"));
    return find_module(concat(in_parentheses("find", package), "/", path, ".py"));
  }

  // --- statements ------------------------------------------------------------------------------------------

  static bool is_function(std::string_view statement) {
    return statement.starts_with("def ") || statement.starts_with("async def ");
  }
  static std::string_view name_at(std::string_view text) {
    text = trim(text);
    return text.substr(0, std::ranges::find_if_not(text, PythonCode::is_of_name) - text.begin());
  }
  static std::string_view behind(std::string_view text, std::string_view word) {
    return trim(text.substr(text.find(word) + word.size()));
  }

  void run(Scope& scope, std::size_t at, std::size_t end) {  // NOLINT(misc-no-recursion): bounded
    if (nesting_ >= kMostNesting) return;
    ++nesting_;
    const PythonCode& code = scope.module.code();
    while (at < end && work_ < kMostWork) {
      const std::size_t after = code.end_of_block(at);
      run_statement(scope, at, after);
      at = after;
    }
    --nesting_;
  }

  void run_statement(Scope& scope, std::size_t i, std::size_t after) {  // NOLINT(misc-no-recursion)
    const PythonCode& code = scope.module.code();
    const PythonStatement& statement = code.statements()[i];
    const std::string_view text = code.text(statement);
    const std::string_view word = name_at(text);
    work_ += text.size();
    if (is_function(text)) {
      const std::string_view name = name_at(behind(text, "def "));
      scope.names.insert_or_assign(std::string(name), PythonValue::of(Kind::function, &scope.module, i));
      return;
    }
    if (word == "import" || word == "from") return import(scope, text);
    find_calls(scope, statement);
    if (word == "for") return repeat(scope, text, i + 1, after);
    if (word == "elif" || word == "else" || word == "except") {
      Names names = scope.names;  // what the first way sets stays
      Scope other{scope.module, names, scope.outer, scope.calls, scope.line, scope.result};
      return run(other, i + 1, after);
    }
    if (after > i + 1) return run(scope, i + 1, after);
    if (word == "return" && scope.result != nullptr && scope.result->kind == Kind::text &&
        scope.result->text.empty())
      *scope.result = value_of(behind(text, "return"), scope);
    else
      set(scope, text);
  }

  void import(Scope& scope, std::string_view text) {
    const bool from = text.starts_with("from ");
    const std::size_t names = from ? text.find(" import ") : 0;
    if (names == std::string_view::npos) return;
    const std::string_view source = from ? trim(text.substr(5, names - 5)) : std::string_view();
    std::string list(text.substr(names + (from ? 8 : 7)));
    std::erase_if(list, [](char c) { return c == '(' || c == ')' || c == '\n' || c == '\\'; });
    for (const std::string_view each : split(list, ',')) {
      const std::vector<Token> words = split_words(each);
      if (words.empty()) continue;
      const std::string_view name = words.front().text;
      PythonModule* module = imported(scope.module, from ? source : name);
      PythonValue value;
      if (module == nullptr && from) {
        const bool relative = source.find_first_not_of('.') == std::string_view::npos;
        module = imported(scope.module, relative ? concat(source, name) : concat(source, ".", name));
        if (module != nullptr) value = PythonValue::of(Kind::module, module);
      } else if (module != nullptr) {
        const auto found = module->globals.find(name);
        if (!from)
          value = PythonValue::of(Kind::module, module);
        else if (found != module->globals.end())
          value = found->second;
        else
          module = nullptr;
      }
      const bool renamed = words.size() == 3 && words[1].text == "as";
      if (module != nullptr)
        scope.names.insert_or_assign(std::string(renamed ? words[2].text : name.substr(name.rfind('.') + 1)),
                                     std::move(value));
    }
  }

  void repeat(Scope& scope, std::string_view text, std::size_t begin,
              std::size_t end) {  // NOLINT(misc-no-recursion)
    const std::size_t in = text.find(" in ");
    if (in == std::string_view::npos) return run(scope, begin, end);
    std::vector<std::string> targets;
    for (const std::string_view name : split(text.substr(4, in - 4), ','))
      targets.emplace_back(name_at(name));
    const std::string_view source = trim(text.substr(in + 4));
    const PythonValue over = value_of(source.substr(0, source.rfind(':')), scope);
    std::size_t turns = 0;
    if (over.is(Kind::table))
      for (const auto& [key, value] : over.entries) {
        if (++turns > kMostTurns) break;
        if (targets.size() > 1) scope.names.insert_or_assign(targets[1], value);
        scope.names.insert_or_assign(targets.front(), PythonValue(key));
        run(scope, begin, end);
      }
    if (over.is(Kind::list))
      for (const PythonValue& item : over.items) {
        if (++turns > kMostTurns) break;
        for (std::size_t k = 0; k < targets.size(); ++k)
          scope.names.insert_or_assign(targets[k], targets.size() == 1     ? item
                                                   : k < item.items.size() ? item.items[k]
                                                                           : unknown_name(targets[k]));
        run(scope, begin, end);
      }
    if (over.is(Kind::list) || over.is(Kind::table)) return;
    for (const std::string& name : targets) scope.names.insert_or_assign(name, unknown_name(name));
    run(scope, begin, end);
  }

  // NAME = VALUE, NAME += VALUE, NAME[KEY] = VALUE, NAME.append(VALUE), NAME.extend(VALUE),
  // NAME.update(VALUE).
  void set(Scope& scope, std::string_view text) {
    const std::string name(name_at(text));
    if (name.empty()) return;
    const PythonCode& code = scope.module.code();
    if (text.starts_with("sys.path.append(") || text.starts_with("sys.path.insert(")) {
      const auto open = static_cast<std::size_t>(text.data() - code.text().data()) + text.find('(');
      const std::vector<std::string_view> parts = code.divided(code.bracketed(open));
      if (!parts.empty()) scope.module.folders.push_back(text_of(value_of(parts.back(), scope)));
      return;
    }
    const auto known = scope.names.find(name);
    std::string_view rest = trim(text.substr(name.size()));
    for (const std::string_view change : {".append(", ".extend(", ".update("})
      if (rest.starts_with(change) && known != scope.names.end()) {
        const auto open = static_cast<std::size_t>(rest.data() - code.text().data()) + change.size() - 1;
        PythonValue value = value_of(code.bracketed(open), scope);
        return change_by(known->second, std::move(value), change == ".append(");
      }
    const std::size_t sign = code.find(rest, '=');
    if (sign == std::string_view::npos || sign + 1 >= rest.size() || rest[sign + 1] == '=') return;
    const std::string_view target = trim(rest.substr(0, sign));
    PythonValue value = value_of(rest.substr(sign + 1), scope);
    if (target == "+") {
      if (known == scope.names.end()) return;
      if (known->second.is(Kind::text))
        known->second = bounded(PythonValue(known->second.text + text_of(value)));
      else
        change_by(known->second, std::move(value), false);
    } else if (target.starts_with('[') && known != scope.names.end() && known->second.is(Kind::table)) {
      known->second.set(text_of(value_of(target.substr(1, target.rfind(']') - 1), scope)), std::move(value));
      known->second = bounded(std::move(known->second));
    } else if (target.empty() || target.starts_with(':')) {
      scope.names.insert_or_assign(name, std::move(value));
    }
  }
  void change_by(PythonValue& value, PythonValue by, bool is_one) {
    if (value.is(Kind::list) && is_one) value.add(std::move(by));
    if (value.is(Kind::list) && !is_one && by.is(Kind::list))
      for (PythonValue& item : by.items) value.add(std::move(item));
    if (value.is(Kind::table) && by.is(Kind::table))
      for (auto& [key, entry] : by.entries) value.set(std::move(key), std::move(entry));
    value = bounded(std::move(value));
  }
  // A value that has grown too large is not known.
  PythonValue bounded(PythonValue value) {
    work_ += value.weight;
    return value.weight > kMostWeight || value.depth > kMostNesting || work_ > kMostWork ? unknown()
                                                                                         : std::move(value);
  }

  // --- calls -----------------------------------------------------------------------------------------------

  // Returns the function of a file of Python that a call in the code refers to, or null.
  const PythonValue* function_at(const Scope& scope, std::size_t begin, std::size_t end) const {
    const std::string_view text = scope.module.code().text();
    const std::string_view name = text.substr(begin, end - begin);
    if (begin == 0 || text[begin - 1] != '.') return as_function(look_up(scope, name));
    std::size_t owner = begin - 1;
    while (owner > 0 && PythonCode::is_of_name(text[owner - 1])) --owner;
    const PythonValue* module = look_up(scope, text.substr(owner, begin - 1 - owner));
    if (module == nullptr || !module->is(Kind::module)) return nullptr;
    const auto found = module->module->globals.find(name);
    return found == module->module->globals.end() ? nullptr : as_function(&found->second);
  }
  static const PythonValue* as_function(const PythonValue* value) {
    return value != nullptr && value->is(Kind::function) ? value : nullptr;
  }
  static const PythonValue* look_up(const Scope& scope, std::string_view name) {
    for (const Scope* at = &scope; at != nullptr; at = at->outer)
      if (const auto found = at->names.find(name); found != at->names.end()) return &found->second;
    const auto found = scope.module.globals.find(name);
    return found == scope.module.globals.end() ? nullptr : &found->second;
  }

  void find_calls(Scope& scope, const PythonStatement& statement) {  // NOLINT(misc-no-recursion)
    if (!records_) return;
    scope.module.code().for_each_name(
        statement.begin, statement.end,
        [&](std::size_t begin, std::size_t end) { find_call(scope, begin, end); });
  }

  void find_call(Scope& scope, std::size_t begin, std::size_t end) {  // NOLINT(misc-no-recursion)
    const PythonCode& code = scope.module.code();
    const std::string_view text = code.text(), name = text.substr(begin, end - begin);
    if (end >= text.size() || text[end] != '(') return;
    const bool starts = std::ranges::find(kStarters, name) != kStarters.end();
    const PythonValue* function = function_at(scope, begin, end);
    constexpr std::array<std::string_view, 6> kRead = {"DeclareLaunchArgument", "IncludeLaunchDescription",
                                                       "process_file",          "robot_description",
                                                       "LaunchConfiguration",   "OpaqueFunction"};
    if (!starts && function == nullptr && std::ranges::find(kRead, name) == kRead.end()) return;
    const std::string_view inner = code.bracketed(end);
    const bool is_general = function != nullptr && function->module == file_ && trim(inner).empty();
    const std::uint32_t line = scope.line != 0 ? scope.line : is_general ? 0 : code.line_of(begin);
    const auto expression = parse(concat("f(", arguments_text(code, inner), ")"));
    if (expression == nullptr) {
      if (starts && name == "Command" && inner.find("xacro") != std::string_view::npos)
        add_command(scope, concat("xacro ", not_known("the call is not understood")), line, begin);
      return;
    }
    const Node& root = expression->root();
    if (function != nullptr) {
      follow(scope, begin);
      call_function(PythonValue(*function), arguments_of(root, scope), line, &scope);
    } else if (name == "OpaqueFunction") {
      call_opaque(root, scope);
    } else if (name == "DeclareLaunchArgument" || name == "LaunchConfiguration") {
      declare(root, scope, name == "DeclareLaunchArgument");
    } else if (name == "IncludeLaunchDescription") {
      include(root, scope);
    } else if (name == "process_file" || name == "robot_description") {
      const Node* const file = given(root, "file_path");
      const std::string path = file != nullptr ? text_of(*file, scope) : std::string();
      if (path.find("xacro") != std::string::npos)
        add_command(scope, xacro_command(path, table_of(argument_of(root, "mappings"), scope)), line, begin);
    } else if (const Node* first = positional(root)) {
      const PythonValue said = value(*first, scope);
      const std::string command = name == "Command" ? text_of(said) : joined(said, " ");
      if (command.find("xacro") != std::string::npos) add_command(scope, command, line, begin);
    }
  }
  void add_command(const Scope& scope, std::string command, std::uint32_t line, std::size_t begin) {
    follow(scope, begin);
    texts_.commands.push_back({std::move(command), line});
  }

  void follow(const Scope& scope, std::size_t begin) {
    if (scope.line != 0 && &scope.module != file_)
      texts_.followed.emplace(scope.module.path, scope.module.code().line_of(begin));
  }

  // `line`: of the call, by which calls in the function are told; 0: by their own.
  PythonValue call_function(const PythonValue& function, const Arguments& given, std::uint32_t line,
                            const Scope* caller = nullptr) {  // NOLINT(misc-no-recursion)
    const int calls = caller == nullptr ? 0 : caller->calls + 1;
    if (calls > kMostCallDepth || work_ > kMostWork) return unknown();
    auto& module = const_cast<PythonModule&>(*function.module);
    if (records_) called_.insert({&module, function.function});
    const PythonCode& code = module.code();
    const std::string_view head = code.text(code.statements()[function.function]);
    Names names;
    PythonValue result;
    Scope scope{module,
                names,
                caller != nullptr && &caller->module == &module ? caller : nullptr,
                calls,
                line != 0           ? line
                : caller == nullptr ? 0
                                    : caller->line,
                &result};
    const std::size_t open = head.find('(');
    if (open == std::string_view::npos) return unknown();
    std::size_t place = 0;
    for (const std::string_view parameter :
         code.divided(code.bracketed(static_cast<std::size_t>(head.data() - code.text().data()) + open))) {
      const std::string name(name_at(parameter));
      if (name.empty() || name == "self") continue;
      const std::size_t sign = code.find(parameter, '=');
      const auto named = given.named.find(name);
      PythonValue value = unknown_name(name);
      if (named != given.named.end())
        value = named->second;
      else if (place < given.positional.size())
        value = given.positional[place];
      else if (sign != std::string_view::npos)
        value = value_of(parameter.substr(sign + 1), scope);
      ++place;
      names.insert_or_assign(name, std::move(value));
    }
    run(scope, function.function + 1, code.end_of_block(function.function));
    return result.is(Kind::text) && result.text.empty() ? unknown() : result;
  }

  void call_opaque(const Node& call, Scope& scope) {  // NOLINT(misc-no-recursion)
    const Node* const function = given(call, "function");
    if (function == nullptr) return;
    const PythonValue called = value(*function, scope);
    if (!called.is(Kind::function)) return;
    Arguments arguments{{unknown_name("context")}, {}};
    if (const Node* args = argument_of(call, "args")) {
      const PythonValue list = value(*args, scope);
      arguments.positional.insert(arguments.positional.end(), list.items.begin(), list.items.end());
    }
    if (const Node* named = argument_of(call, "kwargs"))
      for (auto& [name, each] : value(*named, scope).entries) arguments.named.emplace(name, each);
    call_function(called, arguments, scope.line, &scope);
  }

  void declare(const Node& call, const Scope& scope, bool is_declared) {
    const Node* const name = given(call, is_declared ? "name" : "variable_name");
    const Node* const value = argument_of(call, is_declared ? "default_value" : "default");
    if (name != nullptr && value != nullptr)
      (is_declared ? texts_.defaults : fallbacks_).emplace(text_of(*name, scope), text_of(*value, scope));
  }

  void include(const Node& call, const Scope& scope) {
    const Node* const source = positional(call);
    if (source == nullptr) return;
    const Node* const file = source->kind == NodeKind::call ? positional(*source) : source;
    if (file == nullptr) return;
    texts_.includes.push_back(
        {text_of(*file, scope), table_of(argument_of(call, "launch_arguments"), scope)});
  }

  // --- expressions -----------------------------------------------------------------------------------------

  static std::shared_ptr<const xacro::Expression> parse(const std::string& text) {
    auto parsed = xacro::parse_expression(text);
    const auto* expression = std::get_if<std::shared_ptr<const xacro::Expression>>(&parsed);
    return expression == nullptr ? nullptr : *expression;
  }
  // Without starred arguments, which are not read.
  static std::string arguments_text(const PythonCode& code, std::string_view inner) {
    std::vector<std::string> parts;
    for (const std::string_view part : code.divided(inner))
      if (!part.empty() && !part.starts_with('*')) parts.push_back(without_f_texts(part));
    return join(parts, ",\n");
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
  // An argument that is named, or comes first.
  static const Node* given(const Node& call, std::string_view name) {
    const Node* const named = argument_of(call, name);
    return named != nullptr ? named : positional(call);
  }
  // The last part of the name of a function: join of os.path.join.
  static std::string_view function_of(const Node& call) {
    const Node& function = call.children.front();
    return function.kind == NodeKind::name || function.kind == NodeKind::attribute ? function.name
                                                                                   : std::string_view();
  }
  // The function of a file of Python that a call is of; null if it is of another one.
  static const PythonValue* function_value(const Node& call, const Scope& scope) {
    const Node& function = call.children.front();
    if (function.kind == NodeKind::name) return as_function(look_up(scope, function.name));
    if (function.kind != NodeKind::attribute || function.children.front().kind != NodeKind::name)
      return nullptr;
    const PythonValue* owner = look_up(scope, function.children.front().name);
    if (owner == nullptr || !owner->is(Kind::module)) return nullptr;
    const auto found = owner->module->globals.find(function.name);
    return found == owner->module->globals.end() ? nullptr : as_function(&found->second);
  }
  Arguments arguments_of(const Node& call, const Scope& scope) {  // NOLINT(misc-no-recursion)
    Arguments arguments;
    for (std::size_t i = 1; i < call.children.size(); ++i) {
      const Node& child = call.children[i];
      if (child.kind == NodeKind::keyword)
        arguments.named.emplace(std::string(child.name), value(child.children.front(), scope));
      else
        arguments.positional.push_back(value(child, scope));
    }
    return arguments;
  }

  LaunchTexts::Arguments table_of(const Node* node, const Scope& scope) {
    LaunchTexts::Arguments table;
    if (node != nullptr)
      for (const auto& [key, entry] : value(*node, scope).entries) table.emplace_back(key, text_of(entry));
    return table;
  }

  PythonValue value_of(std::string_view code, const Scope& scope) {  // NOLINT(misc-no-recursion)
    const auto expression = parse(without_f_texts(code));
    return expression == nullptr ? unknown() : value(expression->root(), scope);
  }
  std::string text_of(const Node& node, const Scope& scope) { return text_of(value(node, scope)); }
  static std::string text_of(const PythonValue& value) { return joined(value, ""); }
  static std::string joined(const PythonValue& value,
                            std::string_view between) {  // NOLINT(misc-no-recursion): bounded
    if (value.is(Kind::text)) return value.text;
    if (!value.is(Kind::list)) return not_known("an expression");
    return join(value.items, between, [](const PythonValue& item) { return text_of(item); });
  }

  PythonValue value(const Node& node,
                    const Scope& scope) {  // NOLINT(misc-no-recursion): the depth is bounded
    if (nesting_ >= kMostNesting || ++work_ > kMostWork) return unknown();
    ++nesting_;
    PythonValue read = bounded(read_value(node, scope));
    --nesting_;
    return read;
  }

  PythonValue read_value(const Node& node, const Scope& scope) {  // NOLINT(misc-no-recursion)
    switch (node.kind) {
      case NodeKind::constant:
        if (node.constant.is(xacro::Kind::text)) return PythonValue(node.constant.text());
        if (node.constant.is(xacro::Kind::boolean))
          return PythonValue(node.constant.boolean() ? "True" : "False");
        if (node.constant.is(xacro::Kind::integer))
          return PythonValue(std::to_string(node.constant.integer()));
        if (node.constant.is(xacro::Kind::real)) return PythonValue(concat(node.constant.real()));
        return unknown();
      case NodeKind::name: {
        const PythonValue* const known = look_up(scope, node.name);
        return known == nullptr ? unknown_name(node.name) : *known;
      }
      case NodeKind::local: return unknown_name(node.name);
      case NodeKind::list:
      case NodeKind::tuple: {
        PythonValue list = PythonValue::list();
        for (const Node& child : node.children) list.add(value(child, scope));
        return list;
      }
      case NodeKind::dict: {
        PythonValue table = PythonValue::table();
        for (std::size_t i = 0; i + 1 < node.children.size() && work_ < kMostWork; i += 2)
          table.set(text_of(node.children[i], scope), value(node.children[i + 1], scope));
        return table;
      }
      case NodeKind::binary: return value_of_binary(node, scope);
      case NodeKind::subscript: {
        const PythonValue owner = value(node.children[0], scope);
        const PythonValue* const entry =
            owner.is(Kind::table) ? owner.find(text_of(node.children[1], scope)) : nullptr;
        return entry == nullptr ? unknown() : *entry;
      }
      case NodeKind::call: return value_of_call(node, scope);
      default: return unknown();
    }
  }

  PythonValue value_of_binary(const Node& node, const Scope& scope) {  // NOLINT(misc-no-recursion)
    PythonValue left = value(node.children[0], scope), right = value(node.children[1], scope);
    if (node.op == xacro::Operator::add && left.is(Kind::list) && right.is(Kind::list)) {
      change_by(left, std::move(right), false);
      return left;
    }
    if (node.op == xacro::Operator::bit_or && left.is(Kind::table)) {
      change_by(left, std::move(right), false);
      return left;
    }
    if (node.op == xacro::Operator::add) return PythonValue(text_of(left) + text_of(right));
    if (node.op == xacro::Operator::divide) return PythonValue(concat(text_of(left), "/", text_of(right)));
    if (node.op != xacro::Operator::modulo || !left.is(Kind::text)) return unknown();
    PythonValue items = PythonValue::list();
    if (right.is(Kind::list))
      items = std::move(right);
    else
      items.add(std::move(right));
    return filled(left.text, "%s", items.items);
  }
  // A text with a value in each place that `mark` begins.
  static PythonValue filled(std::string_view text, std::string_view mark,
                            const std::vector<PythonValue>& values) {
    std::string out;
    for (const PythonValue& each : values) {
      const std::size_t at = text.find(mark);
      if (at == std::string_view::npos) return unknown();
      out += concat(text.substr(0, at), text_of(each));
      text.remove_prefix(at + mark.size());
    }
    if (text.find(mark) != std::string_view::npos) return unknown();
    return PythonValue(concat(out, text));
  }

  // A method of a value: NAME of value.NAME(…).
  std::optional<PythonValue> value_of_method(const Node& call,
                                             const Scope& scope) {  // NOLINT(misc-no-recursion)
    if (call.children.front().kind != NodeKind::attribute) return std::nullopt;
    const std::string_view method = call.children.front().name;
    const Node& owner = call.children.front().children.front();
    const Node* const first = positional(call);
    if (method == "perform") return value(owner, scope);
    if (method == "perform_substitution" && first != nullptr) return value(*first, scope);
    if (method == "items" || method == "copy" || method == "as_posix") return value(owner, scope);
    if (method == "strip" || method == "lstrip" || method == "rstrip" || method == "lower") {
      PythonValue said = value(owner, scope);
      if (!said.is(Kind::text) || said.text.find("$(") != std::string::npos) return said;
      if (method == "lower") return PythonValue(to_lower(said.text));
      const std::string signs = first == nullptr ? " \t\n\r" : text_of(*first, scope);
      if (method != "rstrip") said.text.erase(0, said.text.find_first_not_of(signs));
      if (method != "lstrip") said.text.erase(said.text.find_last_not_of(signs) + 1);
      return said;
    }
    if (method == "get" && first != nullptr) {
      const PythonValue table = value(owner, scope);
      if (!table.is(Kind::table)) return std::nullopt;
      if (const PythonValue* entry = table.find(text_of(*first, scope))) return *entry;
      return call.children.size() > 2 ? value(call.children[2], scope) : unknown();
    }
    if (method == "format") {
      const PythonValue form = value(owner, scope);
      const Arguments arguments = arguments_of(call, scope);
      std::string text = form.text;
      for (const auto& [name, each] : arguments.named) {
        const std::string mark = concat("{", name, "}");
        if (const std::size_t at = text.find(mark); at != std::string::npos)
          text.replace(at, mark.size(), text_of(each));
      }
      for (std::size_t k = 0; k < arguments.positional.size(); ++k) {
        const std::string mark = concat("{", k, "}");
        if (const std::size_t at = text.find(mark); at != std::string::npos)
          text.replace(at, mark.size(), text_of(arguments.positional[k]));
      }
      if (text.find("{}") == std::string::npos) return PythonValue(text);
      return filled(text, "{}", arguments.positional);
    }
    if (method == "join" && first != nullptr && owner.kind == NodeKind::constant &&
        owner.constant.is(xacro::Kind::text))
      return PythonValue(joined(value(*first, scope), owner.constant.text()));
    return std::nullopt;
  }

  PythonValue value_of_call(const Node& call, const Scope& scope) {  // NOLINT(misc-no-recursion)
    if (const PythonValue* function = function_value(call, scope)) {
      const bool records = std::exchange(records_, false);
      PythonValue result = call_function(PythonValue(*function), arguments_of(call, scope), 0, &scope);
      records_ = records;
      return result;
    }
    if (auto made = value_of_method(call, scope)) return std::move(*made);
    const std::string_view function = function_of(call);
    const Node* const first = positional(call);
    if (function == "ThisLaunchFileDir") return PythonValue("$(dirname)");
    if (function == "dict") {
      PythonValue table = first == nullptr ? PythonValue::table() : value(*first, scope);
      for (const Node& child : call.children)
        if (child.kind == NodeKind::keyword && table.is(Kind::table))
          table.set(std::string(child.name), value(child.children.front(), scope));
      return table;
    }
    // Functions of one argument, which may be named, and the substitution that they are.
    struct Same {
      std::string_view function, argument, word;
    };
    constexpr std::array<Same, 7> kSubstitutions = {{{"FindExecutable", "name", ""},
                                                     {"TextSubstitution", "text", ""},
                                                     {"LaunchConfiguration", "variable_name", "var"},
                                                     {"FindPackageShare", "package", "find"},
                                                     {"get_package_share_directory", "package_name", "find"},
                                                     {"get_package_share_path", "package_name", "find"},
                                                     {"get_pkg_share", "package", "find"}}};
    for (const Same& each : kSubstitutions)
      if (function == each.function) {
        const Node* const argument = given(call, each.argument);
        if (argument == nullptr) return unknown();
        const std::string text = text_of(*argument, scope);
        return PythonValue(each.word.empty() ? text : in_parentheses(each.word, text));
      }
    if (function == "spec_from_file_location" && call.children.size() > 2)
      return module_value(text_of(call.children[2], scope));
    if (first == nullptr) return unknown_name(function);
    if (function == "load_python_launch_file_as_module") return module_value(text_of(*first, scope));
    if (function == "getattr" && call.children.size() > 2) {
      const PythonValue owner = value(*first, scope);
      if (!owner.is(Kind::module)) return unknown();
      const auto found = owner.module->globals.find(text_of(call.children[2], scope));
      return found == owner.module->globals.end() ? unknown() : found->second;
    }
    if (function == "PathJoinSubstitution") return PythonValue(joined(value(*first, scope), "/"));
    if (function == "join" || function == "joinpath") {
      PythonValue parts = PythonValue::list();
      if (function == "joinpath") parts.add(value(call.children.front().children.front(), scope));
      for (std::size_t i = 1; i < call.children.size(); ++i) parts.add(value(call.children[i], scope));
      return PythonValue(joined(parts, "/"));
    }
    constexpr std::array<std::string_view, 9> kSame = {"ParameterValue", "str",      "Path",
                                                       "abspath",        "realpath", "normpath",
                                                       "PathJoin",       "list",     "module_from_spec"};
    if (std::ranges::find(kSame, function) != kSame.end()) return value(*first, scope);
    return unknown_name(function);
  }
  PythonValue module_value(const std::string& written) {
    PythonModule* const module = find_module(written);
    return module == nullptr ? unknown() : PythonValue::of(Kind::module, module);
  }

  const FindLaunchText& find_;
  std::vector<std::unique_ptr<PythonModule>> modules_;
  std::map<std::string, PythonModule*> found_modules_;
  PythonModule* file_ = nullptr;
  std::set<std::pair<const PythonModule*, std::size_t>> called_;
  LaunchTexts texts_;
  std::map<std::string, std::string, std::less<>> fallbacks_;  // of LaunchConfiguration
  bool records_ = true;                                        // false: a function is read for its value
  int nesting_ = 0;
  std::size_t work_ = 0;
};

}  // namespace

LaunchTexts read_python_launch(const std::string& path, std::string_view text, const FindLaunchText& find) {
  return PythonLaunch(path, text, find).read();
}

}  // namespace romas::driver
