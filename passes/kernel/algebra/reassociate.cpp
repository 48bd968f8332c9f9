#include "passes/kernel/algebra/reassociate.h"

#include <algorithm>
#include <map>
#include <queue>
#include <unordered_map>
#include <utility>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/algebra/term_groups.h"

namespace romas {

namespace {

using Kind = TermGroup::Kind;

// Two terms of a sum, the lower one first, and whether their signs differ; or two factors.
struct Pair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  bool differ = false;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

struct HashOfPair {
  std::size_t operator()(const Pair& pair) const {
    const std::uint64_t a = std::uint64_t{pair.a} << 33U;
    return a ^ (std::uint64_t{pair.b} << 1U) ^ (pair.differ ? 1U : 0U);
  }
};

// Finds what the sums of a kernel share, or its products.
class Sharing {
 public:
  Sharing(const Kernel& kernel, Kind kind) : groups_(kernel, kind) {}

  Kernel run() {
    for (std::size_t g = 0; g < groups_.size() && groups_.kind() == Kind::sum; ++g) factor(g);
    share_pairs();
    return groups_.rebuilt();
  }

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  // Pairs are not counted in longer sums: that would take time by the square of their length.
  static constexpr std::size_t kMostTerms = 64;

  // Takes the factors that most terms share out of a sum.
  void factor(std::size_t g) {
    for (;;) {
      std::map<std::uint32_t, int> count;
      for (const Stem& term : groups_[g].terms) {
        if (!groups_.is_own_product(term)) continue;
        const std::uint32_t a = groups_.operand(term.node, 0).node;
        const std::uint32_t b = groups_.operand(term.node, 1).node;
        ++count[a];
        if (a != b) ++count[b];
      }
      const auto most = std::max_element(count.begin(), count.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
      if (most == count.end() || most->second < 2) return;
      take_out(g, most->first);
    }
  }

  void take_out(std::size_t g, std::uint32_t factor) {
    TermGroup rest{TermGroup::Kind::sum, {}, false, true};
    std::vector<Stem> terms;
    std::size_t place = kNowhere;
    for (const Stem& term : groups_[g].terms) {
      const bool here = groups_.is_own_product(term) && (groups_.operand(term.node, 0).node == factor ||
                                                         groups_.operand(term.node, 1).node == factor);
      if (!here) {
        terms.push_back(term);
        continue;
      }
      if (place == kNowhere) {
        place = terms.size();
        terms.emplace_back();
      }
      const std::size_t k = groups_.operand(term.node, 0).node == factor ? 0 : 1;
      const Stem other = groups_.operand(term.node, 1 - k);
      rest.terms.push_back({other.node, (groups_.operand(term.node, k).minus != other.minus) != term.minus});
    }
    const std::uint32_t sum = groups_.make_group(std::move(rest));
    terms[place] = {
        groups_.make_group({TermGroup::Kind::product, {{factor, false}, {sum, false}}, false, true}), false};
    groups_[g].terms = std::move(terms);
    groups_[g].changed = true;
  }

  Pair pair(const Stem& x, const Stem& y) const {
    return {std::min(x.node, y.node), std::max(x.node, y.node), x.minus != y.minus};
  }

  // Counts the pairs of a term of a group with those before it.
  void count_pairs(std::uint32_t g, std::size_t term, std::vector<Pair>& counted) {
    const std::vector<Stem>& terms = groups_[g].terms;
    if (terms.size() > kMostTerms || groups_of_term_[terms[term].node] < 2) return;
    for (std::size_t other = 0; other < terms.size(); ++other) {
      if (other == term || terms[other].node == terms[term].node || groups_of_term_[terms[other].node] < 2)
        continue;
      const Pair found = pair(terms[term], terms[other]);
      std::vector<std::uint32_t>& groups = groups_of_pair_[found];
      if (!groups.empty() && groups.back() == g) continue;
      groups.push_back(g);
      counted.push_back(found);
    }
  }

  // Two terms at a time, those first that most groups have.
  void share_pairs() {
    groups_of_term_.assign(groups_.numbers(), 0);
    for (std::size_t g = 0; g < groups_.size(); ++g)
      if (groups_[g].kind == groups_.kind())
        for (const Stem& term : groups_[g].terms) ++groups_of_term_[term.node];
    std::vector<Pair> counted;
    for (std::uint32_t g = 0; g < groups_.size(); ++g)
      for (std::size_t t = 0; t < groups_[g].terms.size() && groups_[g].kind == groups_.kind(); ++t)
        count_pairs(g, t, counted);
    offer(counted);
    while (!offers_.empty()) {
      const auto [count, reversed] = offers_.top();
      offers_.pop();
      const Pair found = {~reversed.a, ~reversed.b, reversed.differ};
      std::vector<std::uint32_t>& groups = groups_of_pair_[found];
      groups.erase(std::remove_if(groups.begin(), groups.end(),
                                  [&](std::uint32_t g) { return !has(groups_[g], found); }),
                   groups.end());
      if (groups.size() < 2) continue;
      if (groups.size() < count)
        offers_.emplace(groups.size(), reversed);
      else
        share(found, std::vector<std::uint32_t>(groups));
    }
  }

  void offer(std::vector<Pair>& counted) {
    std::sort(counted.begin(), counted.end());
    counted.erase(std::unique(counted.begin(), counted.end()), counted.end());
    for (const Pair& found : counted)
      if (const std::size_t count = groups_of_pair_[found].size(); count >= 2)
        offers_.emplace(count, Pair{~found.a, ~found.b, found.differ});
    counted.clear();
  }

  // The place of a pair's terms in a group, the lower one first; kNowhere if they are not there.
  std::pair<std::size_t, std::size_t> places(const TermGroup& group, const Pair& wanted) const {
    for (std::size_t i = 0; i < group.terms.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (pair(group.terms[i], group.terms[k]) == wanted)
          return group.terms[i].node == wanted.a ? std::pair(i, k) : std::pair(k, i);
    return {kNowhere, kNowhere};
  }
  bool has(const TermGroup& group, const Pair& wanted) const {
    return places(group, wanted).first != kNowhere;
  }

  void share(const Pair& wanted, const std::vector<std::uint32_t>& groups) {
    const std::uint32_t part =
        groups_.make_group({groups_.kind(), {{wanted.a, false}, {wanted.b, wanted.differ}}, false, true});
    groups_of_term_.resize(groups_.numbers(), 0);
    groups_of_term_[part] = groups.size();
    std::vector<Pair> counted;
    for (const std::uint32_t g : groups) {
      TermGroup& group = groups_[g];
      const auto [a, b] = places(group, wanted);
      group.terms[std::min(a, b)] = {part, group.terms[a].minus};
      group.terms.erase(group.terms.begin() + static_cast<std::ptrdiff_t>(std::max(a, b)));
      group.changed = true;
      count_pairs(g, std::min(a, b), counted);
    }
    offer(counted);
  }

  TermGroups groups_;
  std::vector<std::size_t> groups_of_term_;  // by number: how many groups have it
  std::unordered_map<Pair, std::vector<std::uint32_t>, HashOfPair> groups_of_pair_;
  // By count; of equal counts the lowest numbers first, which is why they stand inverted.
  std::priority_queue<std::pair<std::size_t, Pair>> offers_;
};

// The same operations, of which fewer wait for each other.
Kernel sorted_by_depth(const Kernel& kernel, Kind kind) {
  TermGroups groups(kernel, kind);
  for (std::size_t g = 0; g < groups.size(); ++g) groups[g].changed = groups[g].terms.size() > 2;
  return groups.rebuilt();
}

// Beyond it these passes would take seconds, for next to nothing.
constexpr std::size_t kMostNodes = 200'000;

}  // namespace

Kernel reassociated(const Kernel& kernel) {
  if (kernel.nodes.size() > kMostNodes) return kernel;
  Kernel best = kernel;
  std::size_t count = count_operations(best).total();
  constexpr int kMostRounds = 4;
  constexpr std::size_t kWorthARound = 500;  // one operation of so many
  for (int round = 0; round < kMostRounds; ++round) {
    Kernel next = simplified(Sharing(Sharing(best, Kind::sum).run(), Kind::product).run());
    const std::size_t next_count = count_operations(next).total();
    if (next_count >= count) break;
    const bool goes_on = (count - next_count) * kWorthARound >= count;
    best = std::move(next);
    count = next_count;
    if (!goes_on) break;
  }
  return best;
}

Kernel balanced(const Kernel& kernel) {
  if (kernel.nodes.size() > kMostNodes) return kernel;
  Kernel result = sorted_by_depth(sorted_by_depth(kernel, Kind::product), Kind::sum);
  return count_operations(result).total() <= count_operations(kernel).total() ? std::move(result) : kernel;
}

}  // namespace romas
