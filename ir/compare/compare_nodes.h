// Comparing the facts of two entities that were matched. Internal to ir/compare.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ir/compare/compare.h"
#include "ir/compare/fact_values.h"

namespace romas::facts {

class NodeComparison {
 public:
  NodeComparison(const CompareOptions& options, Tolerances tolerances)
      : options_(options), tolerances_(tolerances) {}

  // Appends what differs between two entities of this kind, or that one is there alone (the other null).
  void compare(EntityKind kind, const FactNode* a, const FactNode* b);
  // The same value, as far as this comparison is concerned.
  bool same(const Fact& a, const Fact& b) const;
  const Tolerances& tolerances() const { return tolerances_; }

  std::vector<ModelDifference> differences;
  std::vector<NotCompared> not_compared() const;

 private:
  // The value; of foreign elements the canonical form of their text.
  FactValue canonical(const Fact& fact) const;
  void compare_facts(const FactNode& a, const FactNode& b, const std::string& path);
  void compare_names(const FactNode& a, const FactNode& b, const std::string& path);
  void compare_parts(const FactNode& a, const FactNode& b, const std::string& path);
  void compare_fact(const Fact* a, const Fact* b, const std::string& path);
  void alone(const FactNode& node, bool in_a, const std::string& path);
  bool equal(const FactNode& a, const FactNode& b) const;
  bool may_be_the_same(const FactNode& a, const FactNode& b) const;
  bool both_say(Topic topic) const;
  bool wanted(Topic topic) const;
  // True if one of the formats cannot say it; counts it.
  bool cannot_say(Topic topic);
  // For every part of `a` its match in `b`, or -1.
  std::vector<int> match(const std::vector<FactNode>& a, const std::vector<FactNode>& b) const;
  ModelDifference at(const std::string& field, Topic topic) const;

  const CompareOptions& options_;
  const Tolerances tolerances_;
  EntityKind kind_ = EntityKind::robot;  // of the entity at hand
  const FactNode* entity_a_ = nullptr;
  const FactNode* entity_b_ = nullptr;
  std::size_t node_ = 0;  // number of the entity or part at hand: each counts once for a topic
  std::map<std::pair<Topic, std::string>, std::pair<std::size_t, std::size_t>> uncompared_;
};

}  // namespace romas::facts
