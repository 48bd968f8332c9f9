#include "lsp/language/signatures.h"

#include <algorithm>

#include "frontend/language/words/builtin_info.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::typing {

using language::CallText;
using language::Definition;

namespace {

using Kind = Definition::Kind;

constexpr std::string_view kMore = "…";  // in signatures: further values

Signature signature_of(const Names& names, const Definition& callee,
                       const std::vector<language::FormalText>& formals) {
  Signature signature;
  signature.takes_names = true;
  signature.documentation = names.documentation_of(callee);
  if (signature.documentation.empty()) signature.documentation = language::describe(callee.kind);
  for (const language::FormalText& formal : formals) {
    if (formal.takes_statements()) continue;  // they stand behind the call
    Signature::Parameter parameter{formal.name, formal.text(), formal.type, {}, false};
    for (const NamedDimension& dimension : named_dimensions())
      if (dimension.name == formal.type) parameter.units = dimension.units;
    signature.parameters.push_back(std::move(parameter));
  }
  signature.label = concat(callee.name, "(", join(signature.parameters, ", ", &Signature::Parameter::label),
                           ")", callee.type.empty() ? "" : concat(" -> ", callee.type));
  return signature;
}

// "range(n), range(a, b) or range(a, b, step)": each way to call it.
std::vector<Signature> signatures_of(const language::BuiltinInfo& info) {
  std::vector<Signature> found;
  std::string_view rest = info.signature;
  for (std::size_t open = rest.find('('); open != std::string_view::npos; open = rest.find('(')) {
    const std::size_t close = rest.find(')');
    if (close == std::string_view::npos) break;
    Signature signature;
    const std::string_view inside = rest.substr(open + 1, close - open - 1);
    signature.label = concat(info.name, "(", inside, ")");
    signature.documentation = info.summary;
    for (std::size_t begin = 0; begin < inside.size();) {
      const std::size_t comma = std::min(inside.find(", ", begin), inside.size());
      const std::string name(inside.substr(begin, comma - begin));
      signature.parameters.push_back({name, name, {}, std::string(info.units), name == kMore});
      begin = comma + 2;
    }
    found.push_back(std::move(signature));
    rest.remove_prefix(close + 1);
  }
  return found;
}

std::optional<std::size_t> parameter_at(const Signature& signature, std::size_t index) {
  if (index < signature.parameters.size()) return index;
  const bool repeats = !signature.parameters.empty() && signature.parameters.back().repeats;
  return repeats ? std::optional(signature.parameters.size() - 1) : std::nullopt;
}

std::optional<std::size_t> parameter_named(const Signature& signature, std::string_view name) {
  const auto at = std::ranges::find(signature.parameters, name, &Signature::Parameter::name);
  if (at == signature.parameters.end()) return std::nullopt;
  return static_cast<std::size_t>(at - signature.parameters.begin());
}

}  // namespace

std::vector<Signature> signatures_of(const Names& names, const std::vector<std::string>& path,
                                     std::uint32_t offset) {
  if (const Definition* import = path.size() == 1 ? names.import_at(offset) : nullptr; import != nullptr)
    return {signature_of(names, *import, names.parameters_of(*import))};
  if (const Definition* callee = names.find(path, offset); callee != nullptr) {
    const Definition* robot = callee->kind == Kind::import ? names.robot_of(*callee) : nullptr;
    if (robot != nullptr) callee = robot;
    const bool is_called = callee->kind == Kind::function || callee->kind == Kind::module ||
                           (callee->kind == Kind::robot && !callee->formals.empty());
    return is_called ? std::vector<Signature>{signature_of(names, *callee, callee->formals)}
                     : std::vector<Signature>();
  }
  if (path.size() != 1) return {};
  if (names.is_in_test(offset))
    for (const language::BuiltinInfo& info : language::robot_functions())
      if (info.name == path.front()) return signatures_of(info);
  for (const language::BuiltinInfo& info : language::builtin_functions())
    if (info.name == path.front()) return signatures_of(info);
  return {};
}

std::optional<CallAt> call_at(const Names& names, std::uint32_t offset) {
  const std::vector<CallText> calls = language::calls_in(names.source().outline);
  const CallText* innermost = nullptr;
  for (const CallText& call : calls)
    if (call.open <= offset && offset <= call.close) innermost = &call;
  if (innermost == nullptr) return std::nullopt;
  CallAt found{*innermost, signatures_of(names, innermost->path, innermost->begin), 0, {}};
  if (found.signatures.empty()) return std::nullopt;
  std::size_t index = 0;
  while (index + 1 < found.call.arguments.size() && found.call.arguments[index].separator < offset) ++index;
  // The first way that takes so many values.
  while (found.signature + 1 < found.signatures.size() &&
         !parameter_at(found.signatures[found.signature], found.call.arguments.size() - 1))
    ++found.signature;
  const std::string name =
      index < found.call.arguments.size() ? found.call.arguments[index].name : std::string();
  const Signature& signature = found.signatures[found.signature];
  found.parameter = name.empty() ? parameter_at(signature, index) : parameter_named(signature, name);
  return found;
}

std::vector<ParameterHint> parameter_hints(const Names& names) {
  std::vector<ParameterHint> hints;
  for (const CallText& call : language::calls_in(names.source().outline)) {
    const std::vector<Signature> signatures = signatures_of(names, call.path, call.begin);
    const auto fitting = std::ranges::find_if(signatures, [&](const Signature& signature) {
      return parameter_at(signature, call.arguments.size() - 1).has_value();
    });
    if (call.arguments.empty() || fitting == signatures.end()) continue;
    for (std::size_t i = 0; i < std::min(call.arguments.size(), fitting->parameters.size()); ++i) {
      const CallText::Argument& argument = call.arguments[i];
      const Signature::Parameter& parameter = fitting->parameters[i];
      // One letter of what is built in says nothing, and neither does the one parameter of a function.
      const bool says_little =
          !fitting->takes_names && (parameter.name.size() == 1 || fitting->parameters.size() == 1);
      const bool is_known = !argument.name.empty() || argument.text == parameter.name || parameter.repeats;
      if (argument.begin < argument.end && !is_known && !says_little)
        hints.push_back({argument.begin, parameter.name});
    }
  }
  return hints;
}

}  // namespace romas::typing
