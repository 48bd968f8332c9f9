#include "frontend/language/lower/references.h"

#include <algorithm>
#include <set>
#include <span>

#include "ir/model/visit.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

constexpr std::size_t kMostNamesShown = 4;  // of those that one text gives

}  // namespace

std::string References::resolve(const Name& reference, EntityKind kind, Rule rule) {
  if (auto full = find(reference, kind, rule)) return *std::move(full);
  names_.set_incomplete();
  return {};
}

std::string References::resolve_unchecked(const Name& reference, EntityKind kind) {
  const std::size_t known = references_.size();
  std::string full = resolve(reference, kind);
  references_.resize(known);
  return full;
}

// nullopt if the reference is wrong, which is reported.
std::optional<std::string> References::find(const Name& reference, EntityKind kind, Rule rule) {
  const SourceRange head = {reference.range.file, reference.range.begin,
                            reference.range.begin + static_cast<std::uint32_t>(reference.text.size())};
  const Scope::Entry* entry =
      reference.pieces || reference.quoted ? nullptr : evaluator_.scope()->find(reference.text);
  const auto* instance =
      entry == nullptr ? nullptr : std::get_if<std::shared_ptr<const Instance>>(&entry->meaning);
  if (reference.path) {
    if (entry != nullptr) evaluator_.scope()->record(*entry, head);
    if (instance != nullptr) return find_in_instance(**instance, *reference.path, reference.range);
    if (entry != nullptr)
      if (const auto* value = std::get_if<Value>(&entry->meaning);
          value != nullptr && std::holds_alternative<Anything>(value->content))
        return std::nullopt;
    if (session_.lost.has(reference.text)) return std::nullopt;
    session_.lost.add(reference.text);
    std::vector<std::string_view> instances;
    for (const std::string_view name : evaluator_.scope()->visible())
      if (std::holds_alternative<std::shared_ptr<const Instance>>(evaluator_.scope()->find(name)->meaning))
        instances.push_back(name);
    const std::string_view near = nearest_name(reference.text, instances);
    auto builder = report(
        Rule::unknown_name, head,
        concat("'", reference.text, "' was not made by an earlier 'use'",
               entry == nullptr && near.empty() ? "; write a name that contains a point in quotes" : ""));
    builder.meant(near);
    if (entry != nullptr) builder.note(entry->range, concat("it is ", describe(entry->meaning)));
    return std::nullopt;
  }
  if (entry != nullptr)
    if (const auto* value = std::get_if<Value>(&entry->meaning))
      if (const auto* entity = std::get_if<EntityRef>(&value->content)) {
        evaluator_.scope()->record(*entry, head);
        return *entity->name;
      }
  if (instance != nullptr && (*instance)->names.find(reference.text) == (*instance)->names.end() &&
      (*instance)->exposed.contains("root") && kind == EntityKind::link) {
    report(Rule::type_mismatch, reference.range,
           concat("'", reference.text, "' was made by 'use' and is not a link; its root is '", reference.text,
                  ".root'"))
        .suggest({reference.range.file, reference.range.end, reference.range.end}, ".root");
    return std::nullopt;
  }
  std::string full = names_.prefix() + names_.text(reference);
  const bool computed = reference.pieces != nullptr;
  if (names_.instance() != nullptr || (computed && evaluator_.expanding()))
    references_.push_back(
        {full, names_.prefix(), kind, reference.range, names_.naming().use, computed, rule});
  return full;
}

// Names of instances within instances are joined with '_', as the full names are.
std::optional<std::string> References::find_in_instance(const Instance& instance,
                                                        const std::vector<Name>& path, SourceRange range) {
  std::string own;
  for (const Name& step : path) own.append(concat(own.empty() ? "" : "_", names_.text(step)));
  if (const auto exposed = instance.exposed.find(own); exposed != instance.exposed.end()) {
    if (const auto* entity = std::get_if<EntityRef>(&exposed->second.content)) return *entity->name;
    report(Rule::type_mismatch, range,
           concat("'", own, "' of '", instance.name.text, "' is ", describe(exposed->second),
                  ", not a link or joint"))
        .note(exposed->second.range, "it is exposed here");
    return std::nullopt;
  }
  if (const auto found = instance.names.find(own); found != instance.names.end()) return found->second;
  if (session_.lost.has_entity(own)) return std::nullopt;
  session_.lost.add(own);
  std::vector<std::string_view> known;
  for (const auto& [name, value] : instance.exposed) known.push_back(name);
  for (const auto& [name, full] : instance.names) known.push_back(name);
  std::sort(known.begin(), known.end());
  auto builder = report(Rule::unknown_name, path.back().range,
                        concat("'", instance.name.text, "' has no link or joint '", own, "'"));
  if (const auto gone = instance.removed.find(own); gone != instance.removed.end())
    builder.note(gone->second, "it is removed here");
  else
    builder.nearest(own, known);
  builder.note(instance.name.range, "it is made here");
  return std::nullopt;
}

std::optional<Value> References::entity_or_value(const Expr& expr, bool entity) {
  const bool named = expr.kind == Expr::Kind::name && evaluator_.scope()->find(expr.text()) == nullptr;
  const bool quoted = entity && expr.kind == Expr::Kind::text;
  if (!named && !quoted) return evaluator_.evaluate(expr);
  if (named && !entity && (expr.text() == "pi" || expr.text() == "g0" || expr.text() == "identity"))
    return evaluator_.evaluate(expr);
  Name name{std::string(expr.text()), expr.range, quoted, expr.more().pieces, nullptr};
  const std::string full = names_.prefix() + names_.text(name);
  references_.push_back(
      {full, names_.prefix(), EntityKind::robot, expr.range, names_.naming().use});  // of any kind
  return Value{EntityRef{String(full)}, expr.range};
}

void References::forget(std::size_t first, const std::map<std::string, SourceRange>& gone) {
  const auto from = references_.begin() + static_cast<std::ptrdiff_t>(first);
  references_.erase(
      std::remove_if(from, references_.end(), [&](const Reference& one) { return gone.contains(one.full); }),
      references_.end());
}

// Checks the references in instances and loops, because the names as written are known here. The check passes
// do not repeat these findings. Names of one text are one mistake, and so is one name in several texts.
void References::check() {
  std::map<std::pair<FileId, std::uint32_t>, std::size_t> at;  // a text → its place in `wrong`
  std::set<std::string, std::less<>> missing;                  // full names
  std::map<std::string, std::size_t> by_name;                  // a name without its instance → likewise
  std::vector<WrongReference> wrong;
  for (const Reference& reference : references_) {
    const bool any = reference.kind == EntityKind::robot;
    const bool link = (any || reference.kind == EntityKind::link) && model_.find_link(reference.full);
    const bool joint = (any || reference.kind == EntityKind::joint) && model_.find_joint(reference.full);
    const auto is_frame = [&] {
      return any && std::any_of(model_.frames.begin(), model_.frames.end(),
                                [&](const Frame& frame) { return frame.name == reference.full; });
    };
    if (link || joint || is_frame()) {
      // No entity of the model has the place of an argument of a module.
      if (any)
        names_.mention(link    ? EntityKind::link
                       : joint ? EntityKind::joint
                               : EntityKind::frame,
                       reference.full, reference.range);
      continue;
    }
    std::string own = reference.full.substr(reference.prefix.size());
    if (session_.lost.has_entity(own)) continue;
    missing.insert(reference.full);
    const std::pair text(reference.range.file, reference.range.begin);
    const auto earlier = by_name.find(own);
    if (earlier != by_name.end() && !at.contains(text)) {
      std::vector<SourceRange>& again = wrong[earlier->second].again;
      if (again.size() < kMostNamesShown && std::ranges::find(again, reference.range) == again.end())
        again.push_back(reference.range);
      continue;
    }
    const auto [place, is_new] = at.try_emplace(text, wrong.size());
    if (is_new) wrong.push_back({&reference, {}, {}});
    by_name.try_emplace(own, place->second);
    std::vector<std::string>& names = wrong[place->second].names;
    if (std::find(names.begin(), names.end(), own) == names.end() && names.size() <= kMostNamesShown)
      names.push_back(std::move(own));
  }
  for (const WrongReference& each : wrong) report_wrong(each);
  // Marks the references that mean a missing entity by another name, such as that of a module's parameter or
  // of an exposed entity, as unreliable.
  const auto doubt = [&](const auto& ref, EntityKind, std::size_t) {
    if (!ref.id && missing.contains(ref.name)) diagnostics_.doubt(ref.range);
  };
  if (missing.empty()) return;
  for_each_link_ref(model_, doubt);
  for_each_joint_ref(model_, doubt);
}

void References::report_wrong(const WrongReference& each) {
  const Reference& reference = *each.reference;
  const std::vector<std::string>& wrong = each.names;
  std::vector<std::string_view> near_names;
  const auto add = [&](const std::string& name) {
    if (name.starts_with(reference.prefix))
      near_names.push_back(std::string_view(name).substr(reference.prefix.size()));
  };
  if (reference.kind != EntityKind::joint)
    for (const Link& candidate : model_.links) add(candidate.name);
  if (reference.kind != EntityKind::link)
    for (const Joint& candidate : model_.joints) add(candidate.name);
  const bool in_instance = reference.use.valid();
  const ExpansionContext context(diagnostics_, in_instance ? reference.use : reference.range, [&] {
    return concat("in this instance, where it would be called '", reference.full, "'");
  });
  const std::string_view kind = reference.kind == EntityKind::robot ? std::string_view("link, joint or frame")
                                                                    : entity_kind_name(reference.kind);
  std::string message = concat("there is no ", kind, " '", wrong.front(), "'");
  // The nearest name is that of one value, and no text for all of them.
  if (reference.computed) message.append(did_you_mean(wrong.front(), near_names));
  auto builder = report(reference.rule, reference.range, std::move(message));
  if (!reference.computed) builder.nearest(wrong.front(), near_names);
  for (const SourceRange& place : each.again) builder.note(place, "it is also used here");
  if (wrong.size() == 1) return;
  const std::size_t shown = std::min(wrong.size(), kMostNamesShown) - 1;
  builder.note(reference.range,
               concat("other values give ", join(std::span(wrong).subspan(1, shown), ", ", in_quotes),
                      wrong.size() > kMostNamesShown ? " and more" : "",
                      wrong.size() == 2 ? ", which is not there either" : ", which are not there either"));
}

}  // namespace romas::language
