// Modules and statements of a launch file in Python.
#include <algorithm>

#include "driver/project/python_launch.h"

namespace romas::driver {

namespace {

constexpr std::size_t kMostWeight = 100'000, kMostTurns = 1000, kMostModules = 32;

}  // namespace

PythonModule& PythonLaunch::add_module(std::string path, std::string text) {
  modules_.push_back(std::make_unique<PythonModule>(std::move(path), std::move(text)));
  return *modules_.back();
}

void PythonLaunch::run_module(PythonModule& module) {
  module.is_read = true;
  Scope scope{module, module.globals};
  const bool records = std::exchange(records_, records_ && &module == file_);
  run(scope, 0, module.code().statements().size());
  records_ = records;
}

PythonModule* PythonLaunch::find_module(const std::string& written) {
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

PythonModule* PythonLaunch::imported(const PythonModule& from, std::string_view dotted) {
  std::string_view name = dotted;
  while (name.starts_with('.')) name.remove_prefix(1);
  const std::string_view package = name.substr(0, name.find('.'));
  if (package.empty() || package == "launch" || package == "launch_ros") return nullptr;
  std::string path(name);
  std::ranges::replace(path, '.', '/');
  for (const std::string& folder : from.folders)
    if (PythonModule* module = find_module(concat(folder, "/", path, ".py"))) return module;
  if (dotted.starts_with('.')) return find_module(concat("$(dirname)/../", path, ".py"));
  return find_module(concat("$(find ", package, ")/", path, ".py"));
}

void PythonLaunch::run(Scope& scope, std::size_t at, std::size_t end) {  // NOLINT(misc-no-recursion): bounded
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

void PythonLaunch::run_statement(Scope& scope, std::size_t i,
                                 std::size_t after) {  // NOLINT(misc-no-recursion)
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

void PythonLaunch::import(Scope& scope, std::string_view text) {
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

void PythonLaunch::repeat(Scope& scope, std::string_view text, std::size_t begin,
                          std::size_t end) {  // NOLINT(misc-no-recursion)
  const std::size_t in = text.find(" in ");
  if (in == std::string_view::npos) return run(scope, begin, end);
  std::vector<std::string> targets;
  for (const std::string_view name : split(text.substr(4, in - 4), ',')) targets.emplace_back(name_at(name));
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

void PythonLaunch::set(Scope& scope, std::string_view text) {
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

void PythonLaunch::change_by(PythonValue& value, PythonValue by, bool is_one) {
  if (value.is(Kind::list) && is_one) value.add(std::move(by));
  if (value.is(Kind::list) && !is_one && by.is(Kind::list))
    for (PythonValue& item : by.items) value.add(std::move(item));
  if (value.is(Kind::table) && by.is(Kind::table))
    for (auto& [key, entry] : by.entries) value.set(std::move(key), std::move(entry));
  value = bounded(std::move(value));
}

PythonValue PythonLaunch::bounded(PythonValue value) {
  work_ += value.weight;
  return value.weight > kMostWeight || value.depth > kMostNesting || work_ > kMostWork ? unknown()
                                                                                       : std::move(value);
}

}  // namespace romas::driver
