// Calls in a launch file: of xacro, of functions that make such calls, and those that declare arguments.
#include <algorithm>
#include <array>

#include "driver/project/python_launch.h"

namespace romas::driver {

namespace {

constexpr int kMostCallDepth = 8;

// Functions that start a program whose words are their first argument.
constexpr std::array<std::string_view, 9> kStarters = {
    "Command", "check_output", "run", "call", "check_call", "Popen", "popen", "getoutput", "system"};

}  // namespace

LaunchTexts PythonLaunch::read() {
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

const PythonValue* PythonLaunch::function_at(const Scope& scope, std::size_t begin, std::size_t end) const {
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

const PythonValue* PythonLaunch::look_up(const Scope& scope, std::string_view name) {
  for (const Scope* at = &scope; at != nullptr; at = at->outer)
    if (const auto found = at->names.find(name); found != at->names.end()) return &found->second;
  const auto found = scope.module.globals.find(name);
  return found == scope.module.globals.end() ? nullptr : &found->second;
}

void PythonLaunch::find_calls(Scope& scope, const PythonStatement& statement) {  // NOLINT(misc-no-recursion)
  if (!records_) return;
  scope.module.code().for_each_name(statement.begin, statement.end, [&](std::size_t begin, std::size_t end) {
    find_call(scope, begin, end);
  });
}

void PythonLaunch::find_call(Scope& scope, std::size_t begin, std::size_t end) {  // NOLINT(misc-no-recursion)
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

void PythonLaunch::add_command(const Scope& scope, std::string command, std::uint32_t line,
                               std::size_t begin) {
  follow(scope, begin);
  texts_.commands.push_back({std::move(command), line});
}

void PythonLaunch::follow(const Scope& scope, std::size_t begin) {
  if (scope.line != 0 && &scope.module != file_)
    texts_.followed.emplace(scope.module.path, scope.module.code().line_of(begin));
}

PythonValue PythonLaunch::call_function(const PythonValue& function, const Arguments& given,
                                        std::uint32_t line,
                                        const Scope* caller) {  // NOLINT(misc-no-recursion)
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

void PythonLaunch::call_opaque(const Node& call, Scope& scope) {  // NOLINT(misc-no-recursion)
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

void PythonLaunch::declare(const Node& call, const Scope& scope, bool is_declared) {
  const Node* const name = given(call, is_declared ? "name" : "variable_name");
  const Node* const value = argument_of(call, is_declared ? "default_value" : "default");
  if (name != nullptr && value != nullptr)
    (is_declared ? texts_.defaults : fallbacks_).emplace(text_of(*name, scope), text_of(*value, scope));
}

void PythonLaunch::include(const Node& call, const Scope& scope) {
  const Node* const source = positional(call);
  if (source == nullptr) return;
  const Node* const file = source->kind == NodeKind::call ? positional(*source) : source;
  if (file == nullptr) return;
  texts_.includes.push_back({text_of(*file, scope), table_of(argument_of(call, "launch_arguments"), scope)});
}

LaunchTexts read_python_launch(const std::string& path, std::string_view text, const FindLaunchText& find) {
  return PythonLaunch(path, text, find).read();
}

}  // namespace romas::driver
