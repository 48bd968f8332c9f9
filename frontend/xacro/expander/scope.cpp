#include "frontend/xacro/expander/scope.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::xacro {

Scope::~Scope() = default;

Scope& Scope::top() {
  Scope* scope = this;
  while (scope->parent_ != nullptr) scope = scope->parent_;
  return *scope;
}

Property* Scope::property(std::string_view name) {
  for (Scope* scope = this; scope != nullptr; scope = scope->parent_)
    if (const auto found = scope->properties_.find(name); found != scope->properties_.end())
      return &found->second;
  return nullptr;
}

bool Scope::has(std::string_view name) {
  return property(name) != nullptr || find_namespace(name) != nullptr;
}

// A property is evaluated in the scope that it belongs to.
Names::Outcome Scope::find(std::string_view name, Value& value) {
  for (Scope* scope = this; scope != nullptr; scope = scope->parent_) {
    const auto found = scope->properties_.find(name);
    if (found != scope->properties_.end()) {
      Property& property = found->second;
      property.used = true;
      if (property.state != Property::State::ready && !scope->reader_.evaluate(name, property, *scope))
        return Outcome::failed;
      value = property.value;
      return Outcome::found;
    }
    if (const auto names = scope->namespaces_.find(name); names != scope->namespaces_.end()) {
      value = Value(make<ScopeValue>(*names->second, std::string(name)));
      return Outcome::found;
    }
  }
  return Outcome::absent;
}

std::vector<std::string> Scope::known() const {
  std::vector<std::string> names;
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_) {
    for (const auto& [name, property] : scope->properties_) names.emplace_back(name);
    for (const auto& [name, inner] : scope->namespaces_) names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());  // the tables have no order of their own
  return names;
}

void Scope::remove(std::string_view name) {
  for (Scope* scope = this; scope != nullptr; scope = scope->parent_) scope->properties_.erase(name);
}

const Block* Scope::block(std::string_view name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_)
    if (const auto found = scope->blocks_.find(name); found != scope->blocks_.end()) return &found->second;
  return nullptr;
}

Macro* Scope::plain_macro(std::string_view name) {
  for (Scope* scope = this; scope != nullptr;
       scope = scope->kind_ == Kind::name_space ? nullptr : scope->parent_)
    if (const auto found = scope->macros_.find(name); found != scope->macros_.end()) return found->second;
  return nullptr;
}

Scope* Scope::find_namespace(std::string_view name) {
  for (Scope* scope = this; scope != nullptr; scope = scope->parent_)
    if (const auto found = scope->namespaces_.find(name); found != scope->namespaces_.end())
      return found->second.get();
  return nullptr;
}

Macro* Scope::macro(std::string_view name, Scope*& found_in) {
  Scope* scope = this;
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.')) {
    scope = scope->find_namespace(name.substr(0, dot));
    if (scope == nullptr) return nullptr;
    name.remove_prefix(dot + 1);
  }
  found_in = scope;
  return scope->plain_macro(name);
}

std::vector<std::string> Scope::known_macros() const {
  std::vector<std::string> names;
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_) {
    for (const auto& [name, macro] : scope->macros_) names.emplace_back(name);
    for (const auto& [prefix, inner] : scope->namespaces_)
      for (const auto& [name, macro] : inner->macros_) names.push_back(concat(prefix, ".", name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

Scope& Scope::add_namespace(std::string_view name) {
  std::unique_ptr<Scope>& entry = namespaces_[name];
  entry = std::make_unique<Scope>(Kind::name_space, this, reader_);
  return *entry;
}

}  // namespace romas::xacro
