// Names behind the words that want them: links, joints, modules, files, servos.
#include <algorithm>

#include "frontend/language/values/known_words.h"
#include "ir/model/units.h"
#include "lsp/language/completion_parts.h"
#include "lsp/markup/completion/completion_context.h"
#include "support/text/text.h"

namespace romas::typing {

using language::Definition;
using language::NameAt;
using language::NameSort;
using markup::ItemKind;

namespace {

using Kind = Definition::Kind;

// Whether a place takes an entity of the robot.
bool takes(NameSort sort, Kind kind, bool is_moving) {
  switch (sort) {
    case NameSort::link: return kind == Kind::link;
    case NameSort::joint: return kind == Kind::joint;
    case NameSort::moving_joint:
    case NameSort::leader: return kind == Kind::joint && is_moving;
    case NameSort::link_or_joint: return kind == Kind::link || kind == Kind::joint;
    case NameSort::frame: return kind == Kind::frame;
    case NameSort::material: return kind == Kind::material;
    case NameSort::sensor: return kind == Kind::sensor;
    case NameSort::spring: return kind == Kind::spring;
    case NameSort::wing: return kind == Kind::wing;
    case NameSort::thrust: return kind == Kind::thrust;
    case NameSort::part: return kind == Kind::part;
    default: return false;
  }
}
// In tests of an assembly its parts stand for their links and joints.
bool takes_parts(NameSort sort) { return sort == NameSort::link || sort == NameSort::moving_joint; }
bool is_entity(NameSort sort) {
  constexpr Kind kEntities[] = {Kind::link,   Kind::joint, Kind::frame,  Kind::material, Kind::sensor,
                                Kind::spring, Kind::wing,  Kind::thrust, Kind::part};
  return std::ranges::any_of(kEntities, [&](Kind kind) { return takes(sort, kind, true); });
}

void add_members(const std::vector<std::string>& path, NameSort sort, Items& items) {
  for (const Member& member : items.names.members(path, items.offset))
    if (takes(sort, member.kind, member.is_moving) || member.kind == Kind::exposed)
      items.add_name(member.name, false, language::describe(member.kind));
}

void add_entities(const NameAt& name, Items& items) {
  if (!name.path.empty()) return add_members(name.path, name.sort, items);
  if (const auto part = items.names.patched_members(items.offset)) {
    const auto is_itself = [&](const Member& member) {
      return name.sort == NameSort::leader && member.name == items.at.joint;
    };
    for (const Member& member : *part)
      if (takes(name.sort, member.kind, member.is_moving) && !is_itself(member))
        items.add_name(member.name, false, language::describe(member.kind));
    if (name.sort != NameSort::material) return;
  }
  for (const Definition* definition : items.names.visible(items.offset)) {
    const bool is_itself = name.sort == NameSort::leader && definition->name == items.at.joint;
    const bool is_part = definition->kind == Kind::part && takes_parts(name.sort);
    if ((is_part || takes(name.sort, definition->kind, is_moving(*definition))) && !is_itself)
      items.add_name(definition->name, definition->is_quoted, describe(*definition));
    if (items.in_text() || name.sort == NameSort::material || name.sort == NameSort::part) continue;
    if (definition->kind == Kind::parameter && (definition->type == "link" || definition->type == "joint"))
      items.add_name(definition->name, false, describe(*definition));
    if (definition->kind != Kind::instance) continue;
    const std::string dotted = definition->name + ".";
    items.add(ItemKind::module, dotted, dotted, dotted, describe(*definition));
  }
}

void add_callable(const Definition& definition, Items& items) {
  const std::string snippet = call_snippet(definition);
  const bool has_formals = definition.kind == Kind::module || !definition.formals.empty();
  items.add(ItemKind::module, definition.name, has_formals ? definition.name + "()" : definition.name,
            snippet, describe(definition));
}

void add_modules(const NameAt& name, Items& items) {
  const auto is_used = [](Kind kind) {
    return kind == Kind::module || kind == Kind::robot || kind == Kind::assembly;
  };
  if (!name.path.empty()) {
    for (const Member& member : items.names.members(name.path, items.offset))
      if (is_used(member.kind) && member.definition != nullptr) add_callable(*member.definition, items);
    return;
  }
  const language::Outline& outline = items.names.source().outline;
  const std::uint32_t around = outline.root_of(outline.piece_at(items.offset));
  for (const Definition* definition : items.names.visible(items.offset)) {
    if (is_used(definition->kind) && definition->piece != around) add_callable(*definition, items);
    if (definition->kind != Kind::import) continue;
    const std::string dotted = definition->name + ".";
    const std::vector<Member> inside = items.names.members({definition->name}, items.offset);
    if (std::ranges::any_of(inside, [&](const Member& member) { return is_used(member.kind); }))
      items.add(ItemKind::module, dotted, dotted, dotted, describe(*definition));
    if (inside.empty() || items.names.robot_of(*definition) != nullptr)
      items.add_word(ItemKind::module, definition->name, describe(*definition));
  }
}

// The parameters for statements of the module around the place.
void add_inserted(Items& items) {
  for (const Definition* definition : items.names.visible(items.offset))
    if (definition->kind == Kind::parameter && definition->type == language::kStatementsType)
      items.add_word(ItemKind::value, definition->name, describe(*definition));
}

// … and those of the module that the `use` around the place makes.
void add_given(Items& items) {
  const language::Outline& outline = items.names.source().outline;
  std::uint32_t use = outline.piece_at(items.offset);
  while (use != language::Outline::kNone && outline.pieces[use].continues) use = outline.pieces[use].before;
  if (use == language::Outline::kNone) return;
  const Definition* module = items.names.find(language::used_thing(outline, use), items.offset);
  if (module == nullptr) return;
  for (const language::FormalText& formal : module->formals)
    if (formal.takes_statements()) items.add_word(ItemKind::value, formal.name, formal.text());
}

void add_imports(Items& items) {
  for (const Definition* definition : items.names.visible(items.offset))
    if (definition->kind == Kind::import)
      items.add_word(ItemKind::module, definition->name, describe(*definition));
}

void add_blocks(Items& items) {
  for (const Definition* definition : items.names.visible(items.offset)) {
    if (definition->kind == Kind::block) items.add_name(definition->name, true, "Block of this file");
    if (definition->kind != Kind::import || definition->path.empty() || !items.names.facts().blocks) continue;
    for (const std::string& block : items.names.facts().blocks(definition->path.front()))
      items.add_name(block, true, concat("Block of ", definition->name));
  }
}

// Types of this file, and of one that it imports.
void add_types(const NameAt& name, Items& items) {
  if (!name.path.empty()) {
    for (const Member& member : items.names.members(name.path, items.offset))
      if (member.kind == Kind::type)
        items.add_word(ItemKind::value, member.name, language::describe(member.kind));
    return;
  }
  for (const Definition* definition : items.names.visible(items.offset)) {
    if (definition->kind == Kind::type)
      items.add_word(ItemKind::value, definition->name, describe(*definition));
    if (definition->kind != Kind::import) continue;
    const std::vector<Member> inside = items.names.members({definition->name}, items.offset);
    const std::string dotted = definition->name + ".";
    if (std::ranges::find(inside, Kind::type, &Member::kind) != inside.end())
      items.add(ItemKind::module, dotted, dotted, dotted, describe(*definition));
  }
}

// The last part of a path is replaced in a text, all of it elsewhere.
void add_files(bool is_import, Items& items) {
  if (!items.names.facts().files) return;
  const std::string_view text = items.names.source().outline.text;
  const std::string_view typed =
      items.in_text() ? text.substr(items.at.begin, items.offset - items.at.begin) : std::string_view();
  const std::size_t slash = typed.rfind('/');
  const std::string folder(slash == std::string_view::npos ? std::string_view() : typed.substr(0, slash + 1));
  if (items.in_text()) items.replace.begin = items.at.begin + static_cast<std::uint32_t>(folder.size());
  if (folder == "package:/" || folder == "package://") return;
  for (const std::string& name : items.names.facts().files(folder)) {
    const ItemKind kind = name.ends_with('/') ? ItemKind::folder : ItemKind::file;
    if (name.find('"') != std::string::npos) continue;
    const std::string put = items.in_text() ? name : concat('"', name, '"');
    items.add(kind, name, put, markup::escape_snippet(put), is_import ? "" : "a file");
  }
}

void add_servos(const std::vector<std::string>& names, bool is_text, Items& items) {
  for (const std::string& name : names) items.add_name(name, is_text);
}

}  // namespace

void complete_names(const NameAt& name, Items& items) {
  if (is_entity(name.sort)) return add_entities(name, items);
  const TextFacts& facts = items.names.facts();
  switch (name.sort) {
    case NameSort::module: return add_modules(name, items);
    case NameSort::inserted: return add_inserted(items);
    case NameSort::given: return add_given(items);
    case NameSort::library: return add_imports(items);
    case NameSort::block: return add_blocks(items);
    case NameSort::import:
    case NameSort::file: return add_files(name.sort == NameSort::import, items);
    case NameSort::servo_family:
      if (facts.servo_families) add_servos(facts.servo_families(), false, items);
      return;
    case NameSort::servo_device:
      if (facts.servo_devices) add_servos(facts.servo_devices(items.at.family), true, items);
      return;
    case NameSort::type: add_types(name, items); break;
    default: break;
  }
  if (items.in_text() || !name.path.empty()) return;
  const std::string_view text = items.names.source().outline.text;
  const bool is_negated = name.sort == NameSort::axis && text.substr(0, items.replace.begin).ends_with('-');
  for (const language::KnownWord& known : language::known_words(name.sort))
    if (!is_negated || !known.word.starts_with('-'))
      items.add_word(ItemKind::value, known.word, known.meaning);
}

std::string call_snippet(const Definition& callee) {
  std::vector<std::string> holes;
  for (const language::FormalText& formal : callee.formals) {
    if (!formal.preset.empty() || formal.takes_statements()) continue;
    const std::string number = std::to_string(holes.size() + 1);
    holes.push_back(callee.kind != Kind::function
                        ? concat(formal.name, " = ${", number, ":", markup::escape_snippet(formal.name), "}")
                        : concat("${", number, ":", markup::escape_snippet(formal.name), "}"));
  }
  const bool is_called =
      callee.kind == Kind::module || callee.kind == Kind::function || !callee.formals.empty();
  if (!is_called) return markup::escape_snippet(callee.name);
  const bool is_open = holes.empty() && !callee.formals.empty();
  return concat(markup::escape_snippet(callee.name), "(", is_open ? "$1" : join(holes, ", ", std::identity()),
                ")");
}

std::string describe(const Definition& definition) {
  std::string text(language::describe(definition.kind));
  if (definition.kind == Kind::import && !definition.path.empty())
    return concat(text, " ", definition.path.front());
  if (definition.kind == Kind::instance)
    return concat(text, " of ", join(definition.path, ".", std::identity()));
  if (definition.kind == Kind::module || definition.kind == Kind::function || !definition.formals.empty())
    text += concat(
        " ", definition.name, "(",
        join(definition.formals, ", ", [](const language::FormalText& formal) { return formal.text(); }),
        ")");
  if (!definition.type.empty())
    text += concat(definition.kind == Kind::function ? " -> " : ": ", definition.type);
  return text;
}

}  // namespace romas::typing
