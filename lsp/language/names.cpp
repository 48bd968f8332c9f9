#include "lsp/language/names.h"

#include <algorithm>
#include <tuple>

#include "frontend/language/typing/manual.h"
#include "frontend/language/values/data_files.h"
#include "lsp/markup/completion/completion.h"
#include "lsp/markup/tree/tree.h"
#include "support/text/text.h"

namespace romas::typing {

using language::Definition;
using language::Outline;

namespace {

using Kind = Definition::Kind;

// Whether names of this kind must be defined in front of their uses.
bool comes_first(Kind kind) {
  return kind == Kind::value || kind == Kind::param || kind == Kind::instance || kind == Kind::variable;
}

}  // namespace

SourceText::SourceText(std::string_view text)
    : outline(language::outline_of(text)), definitions(language::definitions_in(outline)) {}

Nesting::Nesting(const Outline& outline) {
  const auto count = static_cast<std::uint32_t>(outline.pieces.size());
  last_.resize(count);
  depths_.resize(count);
  roots_.resize(count);
  // A piece is in front of its contents, which follow it without a gap.
  for (std::uint32_t piece = 0; piece < count; ++piece) {
    const std::uint32_t parent = outline.pieces[piece].parent;
    last_[piece] = piece;
    depths_[piece] = parent == Outline::kNone ? 1 : depths_[parent] + 1;
    roots_[piece] = parent == Outline::kNone ? piece : roots_[parent];
  }
  for (std::uint32_t piece = count; piece-- > 0;)
    if (const std::uint32_t parent = outline.pieces[piece].parent; parent != Outline::kNone)
      last_[parent] = std::max(last_[parent], last_[piece]);
}

Names::Names(std::string_view text, const TextFacts& facts)
    : source_(text), facts_(facts), nesting_(source_.outline) {
  for (const Definition& definition : source_.definitions) by_name_[definition.name].push_back(&definition);
}

std::vector<const Definition*> Names::visible(std::uint32_t offset) const {
  std::vector<const Definition*> all;
  for (const Definition& definition : source_.definitions) all.push_back(&definition);
  return visible_of(all, offset);
}

std::vector<const Definition*> Names::visible(std::uint32_t offset, std::string_view name) const {
  const auto known = by_name_.find(name);
  return known == by_name_.end() ? std::vector<const Definition*>() : visible_of(known->second, offset);
}

std::vector<const Definition*> Names::visible_of(const std::vector<const Definition*>& definitions,
                                                 std::uint32_t offset) const {
  const Outline& outline = source_.outline;
  const std::uint32_t here = outline.piece_at(offset);
  const std::uint32_t root = nesting_.root(here);
  const bool in_body = root != Outline::kNone && outline.pieces[root].has_body;
  std::vector<const Definition*> found;
  for (const Definition* one : definitions) {
    const Definition& definition = *one;
    if (definition.kind == Kind::test) continue;                           // nothing refers to it
    if (definition.begin <= offset && offset <= definition.end) continue;  // it is being named
    if (definition.kind == Kind::local) {
      if (definition.known_from < offset && offset <= definition.known_to) found.push_back(one);
      continue;
    }
    const bool is_files = definition.scope == Outline::kNone;
    const bool is_here = is_files || nesting_.contains(definition.scope, here);
    const bool shares_root = !is_files && nesting_.root(definition.scope) == root;
    if (!is_here && !(is_entity(definition.kind) && shares_root)) continue;
    if (comes_first(definition.kind) && definition.begin > offset && !(is_files && in_body)) continue;
    // A value is not known in its own expression.
    if (definition.kind == Kind::value && nesting_.contains(definition.piece, here)) continue;
    found.push_back(one);
  }
  // The innermost first; the file is around all pieces, and what only shares the root is as far. Local names
  // are within the statement.
  std::ranges::stable_sort(found, std::ranges::greater(), [&](const Definition* one) {
    return std::tuple(one->kind == Kind::local, one->known_from,
                      nesting_.contains(one->scope, here) ? nesting_.depth(one->scope) : 0);
  });
  return found;
}

bool Names::is_in_test(std::uint32_t offset) const {
  const Outline& outline = source_.outline;
  std::uint32_t piece = outline.piece_at(offset);
  while (piece != Outline::kNone && outline.word(outline.pieces[piece].first) != "test")
    piece = outline.pieces[piece].parent;
  return piece != Outline::kNone && outline.pieces[piece].has_body &&
         outline.words[outline.pieces[piece].head_end].end <= offset;
}

const SourceText* Names::imported(const Definition& import) const {
  if (import.path.empty()) return nullptr;
  const std::string& path = import.path.front();
  auto known = imports_.find(path);
  if (known == imports_.end()) {
    known = imports_.try_emplace(path).first;
    if (auto text = facts_.import ? facts_.import(path) : std::nullopt) {
      known->second.text = *std::move(text);
      if (!markup::is_xml(known->second.text))
        known->second.source = std::make_unique<SourceText>(known->second.text);
    }
  }
  return known->second.source.get();
}

const Definition* Names::robot_of(const Definition& import) const {
  const SourceText* text = imported(import);
  if (text == nullptr) return nullptr;
  const Definition* robot = nullptr;
  for (const Definition& definition : text->definitions) {
    if (definition.kind != Kind::robot) continue;
    if (robot != nullptr) return nullptr;
    robot = &definition;
  }
  return robot;
}

std::string Names::documentation_of(const Definition& definition) const {
  const auto holds = [&](const SourceText& text) {
    return std::ranges::any_of(text.definitions, [&](const Definition& one) { return &one == &definition; });
  };
  if (holds(source_)) return language::documentation_of(source_.outline, definition);
  for (const auto& [path, import] : imports_)
    if (import.source && holds(*import.source))
      return language::documentation_of(import.source->outline, definition);
  return {};
}

const Definition* Names::import_at(std::uint32_t offset) const {
  const auto found = std::ranges::find_if(source_.definitions, [&](const Definition& definition) {
    return definition.kind == Kind::import && definition.begin == offset;
  });
  return found == source_.definitions.end() ? nullptr : &*found;
}

std::vector<language::FormalText> Names::parameters_of(const Definition& import) const {
  std::vector<language::FormalText> found;
  if (const SourceText* text = imported(import)) {
    for (const Definition& definition : text->definitions)
      if (definition.kind == Kind::param) found.push_back({definition.name, definition.type, {}});
    return found;
  }
  const auto known = import.path.empty() ? imports_.end() : imports_.find(import.path.front());
  if (known == imports_.end() || known->second.text.empty()) return found;
  markup::CompletionFacts facts;
  markup::add_names(markup::parse(known->second.text), facts);
  for (const std::string& name : facts.arguments) found.push_back({name, {}, {}});
  return found;
}

const Definition* Names::find(const std::vector<std::string>& path, std::uint32_t offset) const {
  if (path.empty() || path.size() > 2 || path.front().empty()) return nullptr;
  const auto known = visible(offset, path.front());
  const auto first = std::ranges::find_if(known, [](const Definition* one) { return !is_entity(one->kind); });
  if (first == known.end()) return nullptr;
  if (path.size() == 1) return *first;
  if ((*first)->kind != Kind::import) return nullptr;
  const SourceText* text = imported(**first);
  if (text == nullptr) return nullptr;
  for (const Definition& definition : text->definitions)
    if (definition.scope == Outline::kNone && !definition.is_private && definition.name == path.back())
      return &definition;
  return nullptr;
}

std::vector<Member> Names::entities_of(const SourceText& text, std::uint32_t root) const {
  std::vector<Member> found;
  for (const Definition& definition : text.definitions) {
    const bool is_member = is_entity(definition.kind) || definition.kind == Kind::exposed;
    if (!is_member || text.outline.root_of(definition.piece) != root || definition.piece == root) continue;
    found.push_back({definition.kind, definition.name, is_moving(definition), &definition});
  }
  return found;
}

std::vector<Member> Names::members_of_instance(const Definition& instance, std::uint32_t offset) const {
  const Definition* made_of = find(instance.path, offset);
  if (made_of == nullptr) return {};
  if (made_of->kind == Kind::import) {
    const Definition* robot = robot_of(*made_of);
    if (robot != nullptr) return entities_of(*imported(*made_of), robot->piece);
    const auto known = imports_.find(made_of->path.front());
    std::vector<Member> found;
    if (known == imports_.end() || known->second.source || known->second.text.empty()) return found;
    markup::CompletionFacts facts;
    markup::add_names(markup::parse(known->second.text), facts);
    for (const std::string& name : facts.links) found.push_back({Kind::link, name, false, nullptr});
    for (const std::string& name : facts.joints)
      found.push_back({Kind::joint, name,
                       std::ranges::find(facts.moving_joints, name) != facts.moving_joints.end(), nullptr});
    return found;
  }
  if (made_of->kind != Kind::module && made_of->kind != Kind::robot && made_of->kind != Kind::assembly)
    return {};
  if (instance.path.size() == 1) return entities_of(source_, made_of->piece);
  const Definition* file = find({instance.path.front()}, offset);
  return file == nullptr ? std::vector<Member>() : entities_of(*imported(*file), made_of->piece);
}

std::vector<std::string> Names::members_of_data(const std::string& path) const {
  std::vector<std::string> found;
  const auto format = language::data_format(path);
  auto text = format && facts_.import ? facts_.import(path) : std::nullopt;
  if (!text) return found;
  SourceManager sources;
  DiagnosticEngine aside;
  language::Budget budget(aside);
  const auto value =
      language::read_data(sources.add_text(path, *std::move(text)), *format, sources, aside, budget);
  const auto* record = value ? std::get_if<language::Record>(&value->content) : nullptr;
  if (record != nullptr)
    for (const language::Binding& member : record->names()) found.push_back(member.text);
  return found;
}

std::optional<std::vector<Member>> Names::patched_members(std::uint32_t offset) const {
  const std::uint32_t piece = language::patched_use(source_.outline, offset);
  if (piece == Outline::kNone) return std::nullopt;
  Definition instance;
  instance.path = language::used_thing(source_.outline, piece);
  return members_of_instance(instance, source_.outline.begin_of(source_.outline.pieces[piece]));
}

std::vector<Member> Names::members(const std::vector<std::string>& path, std::uint32_t offset) const {
  const Definition* owner = find(path, offset);
  if (owner == nullptr) return {};
  // A module may have the same name as an instance of it, so it is looked up at the definition of the
  // instance.
  if (owner->kind == Kind::instance) return members_of_instance(*owner, owner->begin);
  std::vector<Member> found;
  for (const std::string& name : owner->members) found.push_back({Kind::value, name, false, nullptr});
  if (owner->kind == Kind::value && !owner->path.empty())
    for (std::string& name : members_of_data(owner->path.front()))
      found.push_back({Kind::value, std::move(name), false, nullptr});
  const SourceText* text = owner->kind == Kind::import ? imported(*owner) : nullptr;
  if (text == nullptr) return found;
  for (const Definition& definition : text->definitions)
    if (definition.scope == Outline::kNone && !definition.is_private && !is_entity(definition.kind) &&
        definition.kind != Kind::import)
      found.push_back({definition.kind, definition.name, false, &definition});
  return found;
}

}  // namespace romas::typing
