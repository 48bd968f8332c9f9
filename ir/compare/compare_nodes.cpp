#include "ir/compare/compare_nodes.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "support/text/text.h"

namespace romas::facts {

namespace {

// Lists of parts longer than this are not searched for equals: their order counts.
constexpr std::size_t kMostSearched = 200;

std::string part_path(const std::string& path, const FactNode& part, std::size_t index) {
  const std::string which = part.name.empty() ? concat(index + 1) : concat("'", part.name, "'");
  return concat(path, path.empty() ? "" : " ", part.word, " ", which);
}

// Facts of the same field side by side, the k-th of one with the k-th of the other; null where there is none.
using Pairs = std::vector<std::pair<const Fact*, const Fact*>>;

Pairs side_by_side(const std::vector<Fact>& a, const std::vector<Fact>& b) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<const Fact*>> in_b;
  for (auto fact = b.rbegin(); fact != b.rend(); ++fact) in_b[{fact->group, fact->name}].push_back(&*fact);
  Pairs pairs;
  std::unordered_set<const Fact*> paired;
  for (const Fact& fact : a) {
    const auto found = in_b.find({fact.group, fact.name});
    const Fact* other = nullptr;
    if (found != in_b.end() && !found->second.empty()) {
      other = found->second.back();
      found->second.pop_back();
      paired.insert(other);
    }
    pairs.emplace_back(&fact, other);
  }
  for (const Fact& fact : b)
    if (!paired.contains(&fact)) pairs.emplace_back(nullptr, &fact);
  return pairs;
}

// For each part its number among those of its kind.
std::vector<std::size_t> numbers_among_equals(const std::vector<FactNode>& parts) {
  std::unordered_map<std::string_view, std::size_t> next;
  std::vector<std::size_t> numbers;
  numbers.reserve(parts.size());
  for (const FactNode& part : parts) numbers.push_back(next[part.word]++);
  return numbers;
}

}  // namespace

bool NodeComparison::wanted(Topic topic) const {
  return options_.aspects.empty() || std::find(options_.aspects.begin(), options_.aspects.end(),
                                               aspect_of(topic)) != options_.aspects.end();
}

bool NodeComparison::cannot_say(Topic topic) {
  const std::string_view format = who_cannot_say(options_.a.format, options_.b.format, topic);
  if (format.empty()) return false;
  auto& [count, last] = uncompared_[{topic, std::string(format)}];
  if (last != node_) ++count;
  last = node_;
  return true;
}

std::vector<NotCompared> NodeComparison::not_compared() const {
  std::vector<NotCompared> result;
  for (const auto& [key, counted] : uncompared_) result.push_back({key.first, counted.first, key.second});
  return result;
}

ModelDifference NodeComparison::at(const std::string& field, Topic topic) const {
  ModelDifference difference;
  difference.topic = topic;
  difference.entity = kind_;
  difference.name = entity_a_ != nullptr ? entity_a_->name : entity_b_->name;
  difference.field = field;
  if (entity_a_ != nullptr) difference.a = entity_a_->place;
  if (entity_b_ != nullptr) difference.b = entity_b_->place;
  return difference;
}

void NodeComparison::compare(EntityKind kind, const FactNode* a, const FactNode* b) {
  kind_ = kind;
  entity_a_ = a;
  entity_b_ = b;
  if (a == nullptr || b == nullptr) return alone(a != nullptr ? *a : *b, a != nullptr, {});
  compare_facts(*a, *b, {});
  compare_parts(*a, *b, {});
}

void NodeComparison::alone(const FactNode& node, bool in_a, const std::string& path) {
  if (!wanted(node.topic)) return;
  ++node_;
  if (cannot_say(node.topic)) return;
  ModelDifference difference = at(path, node.topic);
  difference.change = in_a ? ModelDifference::Change::removed : ModelDifference::Change::added;
  (in_a ? difference.a : difference.b) = node.place;
  differences.push_back(std::move(difference));
}

bool NodeComparison::same(const Fact& a, const Fact& b) const {
  return same_value(a.value, b.value, tolerances_) ||
         (a.topic == Topic::extension && same_value(canonical(a), canonical(b), tolerances_));
}

FactValue NodeComparison::canonical(const Fact& fact) const {
  const auto* text = std::get_if<std::string>(&fact.value);
  const bool is_xml = fact.topic == Topic::extension && text != nullptr && options_.canonical_xml;
  return is_xml ? FactValue(options_.canonical_xml(*text)) : fact.value;
}

void NodeComparison::compare_facts(const FactNode& a, const FactNode& b, const std::string& path) {
  ++node_;
  std::vector<std::string_view> decided;  // groups that have nothing in common
  for (const auto& [fact, other] : side_by_side(a.facts, b.facts)) {
    const Fact& known = fact != nullptr ? *fact : *other;
    if (std::find(decided.begin(), decided.end(), known.group) != decided.end()) continue;
    if (fact != nullptr && other != nullptr && fact->decides && !same(*fact, *other))
      decided.push_back(fact->group);
    compare_fact(fact, other, path);
  }
}

void NodeComparison::compare_fact(const Fact* a, const Fact* b, const std::string& path) {
  const Fact& known = a != nullptr ? *a : *b;
  if (a != nullptr && b != nullptr ? same(*a, *b) : known.says_nothing) return;
  if (!wanted(known.topic)) return;
  // A format that demands a name gives one to what has none.
  const bool alone = a == nullptr || b == nullptr;
  if (alone && known.topic == Topic::shape_name && options_.a.format != options_.b.format) return;
  if (cannot_say(known.topic)) return;
  if (b != nullptr && b->topic != known.topic && cannot_say(b->topic)) return;
  const std::string field = concat(path, path.empty() ? "" : " ", field_of(known));
  const std::optional<FactValue> in_a = a != nullptr ? std::optional(canonical(*a)) : std::nullopt;
  const std::optional<FactValue> in_b = b != nullptr ? std::optional(canonical(*b)) : std::nullopt;
  for (ValueDifference& value :
       describe_difference(in_a ? &*in_a : nullptr, in_b ? &*in_b : nullptr, tolerances_)) {
    ModelDifference difference = at(value.part.empty() ? field : concat(field, " ", value.part), known.topic);
    if (a != nullptr && a->place.valid()) difference.a = a->place;
    if (b != nullptr && b->place.valid()) difference.b = b->place;
    difference.old_text = std::move(value.old_text);
    difference.new_text = std::move(value.new_text);
    difference.old_values = std::move(value.old_values);
    difference.new_values = std::move(value.new_values);
    difference.unit = std::move(value.unit);
    differences.push_back(std::move(difference));
  }
}

bool NodeComparison::both_say(Topic topic) const {
  return who_cannot_say(options_.a.format, options_.b.format, topic).empty();
}

// Whether two parts without a name of their own are the same, as far as both formats can say what they say.
bool NodeComparison::may_be_the_same(const FactNode& a, const FactNode& b) const {
  if (a.word != b.word) return false;
  for (const auto& [fact, other] : side_by_side(a.facts, b.facts)) {
    const Fact& known = fact != nullptr ? *fact : *other;
    if (known.topic == Topic::shape_name || !both_say(known.topic)) continue;
    if (fact != nullptr && other != nullptr ? !same(*fact, *other) : !known.says_nothing) return false;
  }
  return true;
}

bool NodeComparison::equal(const FactNode& a, const FactNode& b) const {  // NOLINT(misc-no-recursion)
  if (a.word != b.word || a.parts.size() != b.parts.size()) return false;
  for (const auto& [fact, other] : side_by_side(a.facts, b.facts)) {
    const Fact& known = fact != nullptr ? *fact : *other;
    if (known.topic == Topic::shape_name) continue;
    if (fact != nullptr && other != nullptr ? !same(*fact, *other) : !known.says_nothing) return false;
  }
  for (std::size_t i = 0; i < a.parts.size(); ++i)
    if (a.parts[i].name != b.parts[i].name || !equal(a.parts[i], b.parts[i])) return false;
  return true;
}

std::vector<int> NodeComparison::match(const std::vector<FactNode>& a, const std::vector<FactNode>& b) const {
  std::vector<int> partner(a.size(), -1);
  std::vector<bool> taken(b.size(), false);
  const auto pair = [&](std::size_t i, std::size_t j) {
    partner[i] = static_cast<int>(j);
    taken[j] = true;
  };
  std::unordered_multimap<std::string, std::size_t> by_name;
  for (std::size_t j = 0; j < b.size(); ++j)
    if (!b[j].name.empty()) by_name.emplace(concat(b[j].word, " ", b[j].name), j);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::string key = concat(a[i].word, " ", a[i].name);
    if (!a[i].name.empty() && by_name.count(key) == 1 && !taken[by_name.find(key)->second])
      pair(i, by_name.find(key)->second);
  }
  const bool search = a.size() <= kMostSearched && b.size() <= kMostSearched;
  for (std::size_t i = 0; i < a.size() && search; ++i)
    for (std::size_t j = 0; j < b.size() && partner[i] < 0; ++j)
      if (!taken[j] && equal(a[i], b[j])) pair(i, j);
  for (std::size_t i = 0; i < a.size() && search; ++i)
    for (std::size_t j = 0; j < b.size() && partner[i] < 0; ++j)
      if (!taken[j] && may_be_the_same(a[i], b[j])) pair(i, j);
  std::unordered_map<std::string_view, std::size_t> next;  // by word: where the search of free ones goes on
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (partner[i] >= 0) continue;
    std::size_t& j = next[a[i].word];
    while (j < b.size() && (taken[j] || b[j].word != a[i].word)) ++j;
    if (j < b.size()) pair(i, j);
  }
  return partner;
}

// Parts that were matched in spite of their names. The name of a shape is a fact of its own.
void NodeComparison::compare_names(const FactNode& a, const FactNode& b, const std::string& path) {
  if (a.name == b.name || a.topic == Topic::visual || a.topic == Topic::collision) return;
  const FactValue before = a.name;
  const FactValue after = b.name;
  const Fact fact_a{{}, "name", a.topic, before, a.place};
  const Fact fact_b{{}, "name", b.topic, after, b.place};
  compare_fact(&fact_a, &fact_b, path);
}

void NodeComparison::compare_parts(const FactNode& a, const FactNode& b,  // NOLINT(misc-no-recursion)
                                   const std::string& path) {
  if (a.parts.empty() && b.parts.empty()) return;
  const std::vector<int> partner = match(a.parts, b.parts);
  const std::vector<std::size_t> numbers_a = numbers_among_equals(a.parts);
  const std::vector<std::size_t> numbers_b = numbers_among_equals(b.parts);
  std::vector<bool> matched(b.parts.size(), false);
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    const FactNode& part = a.parts[i];
    if (partner[i] < 0) {
      alone(part, true, part_path(path, part, numbers_a[i]));
      continue;
    }
    const FactNode& other = b.parts[static_cast<std::size_t>(partner[i])];
    matched[static_cast<std::size_t>(partner[i])] = true;
    if (equal(part, other) && part.name == other.name) continue;
    const std::string part_name = part_path(path, part, numbers_a[i]);
    compare_names(part, other, part_name);
    compare_facts(part, other, part_name);
    compare_parts(part, other, part_name);
  }
  for (std::size_t j = 0; j < b.parts.size(); ++j)
    if (!matched[j]) alone(b.parts[j], false, part_path(path, b.parts[j], numbers_b[j]));
}

}  // namespace romas::facts
