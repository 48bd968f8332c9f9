#include "ir/collision/pairs.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::size_t kTried = 64;   // postures before the search by boxes
constexpr std::size_t kClimbed = 4;  // of them, the nearest, from which they approach each other
constexpr std::size_t kRounds = 24;  // of steps along each variable

// The k-th number of the van der Corput sequence of a base, in [0, 1).
double scattered(std::size_t k, std::size_t base) {
  double result = 0, digit = 1;
  for (; k > 0; k /= base) {
    digit /= static_cast<double>(base);
    result += digit * static_cast<double>(k % base);
  }
  return result;
}

class PairExaminer {
 public:
  PairExaminer(const Collider& a, const Collider& b, const PairChain& chain, const PairSearch& search,
               LinkPair& pair)
      : a_(a), b_(b), chain_(chain), search_(search), pair_(pair) {}

  void run() {
    pair_.distance = std::numeric_limits<double>::infinity();
    if (chain_.variables().empty()) {
      decide_fixed();
      return;
    }
    if (try_postures()) return;
    search_boxes();
  }

 private:
  Separation at(const std::vector<double>& values, double enough) {
    const std::size_t left = search_.steps - std::min(search_.steps, pair_.work);
    last_ = separation(a_, b_, chain_.pose(values), {enough, std::max<std::size_t>(left, 1)}, &pair_.work,
                       &last_);
    return last_;
  }
  void keep_witness(const std::vector<double>& values) {
    pair_.witness.clear();
    for (std::size_t k = 0; k < values.size(); ++k)
      pair_.witness.push_back({chain_.variables()[k].joint, values[k]});
  }

  // Nothing moves one of them against the other.
  void decide_fixed() {
    const Separation found = at({}, std::numeric_limits<double>::infinity());
    if (found.touches()) {
      pair_.relation = PairRelation::always;
    } else if (found.lower > kMargin) {
      pair_.relation = PairRelation::never;
      pair_.distance = found.lower;
    } else {
      pair_.distance = found.upper;
      pair_.because = "they are too near to tell";
    }
  }

  // The drawn posture, the middle, and scattered ones. True: they are enough.
  bool try_postures() {
    constexpr std::size_t kPrimes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    const auto& variables = chain_.variables();
    std::size_t touching = 0, tried = 0;
    std::vector<std::pair<double, std::vector<double>>> nearest;
    for (std::size_t k = 0; k < kTried + 2; ++k) {
      std::vector<double> values;
      for (std::size_t v = 0; v < variables.size(); ++v) {
        const double low = variables[v].lower, high = variables[v].upper;
        values.push_back(k == 0   ? std::clamp(0.0, low, high)
                         : k == 1 ? (low + high) / 2
                                  : low + (high - low) * scattered(k - 1, kPrimes[v % std::size(kPrimes)]));
      }
      const Separation found = at(values, std::numeric_limits<double>::infinity());
      ++tried;
      pair_.distance = std::min(pair_.distance, std::max(found.upper, 0.0));
      if (found.touches() && touching++ == 0) keep_witness(values);
      if (touching > 0 && touching < tried) {
        pair_.relation = PairRelation::sometimes;
        return true;
      }
      if (pair_.work >= search_.steps) break;
      nearest.emplace_back(found.upper, std::move(values));
    }
    std::sort(nearest.begin(), nearest.end());
    if (touching > 0) {
      pair_.relation = PairRelation::usually;
      return true;
    }
    for (std::size_t k = 0; k < std::min(kClimbed, nearest.size()); ++k)
      if (approach(nearest[k].second, nearest[k].first)) return true;
    return false;
  }

  // Moves one variable after the other to where they are nearer, with steps that are halved where none helps.
  // True: they touch.
  bool approach(std::vector<double> values, double distance) {
    const auto& variables = chain_.variables();
    std::vector<double> steps;
    for (const CollisionVariable& variable : variables)
      steps.push_back((variable.upper - variable.lower) / 8);
    for (std::size_t round = 0; round < kRounds; ++round) {
      bool moved = false;
      for (std::size_t v = 0; v < variables.size(); ++v)
        for (const double side : {-1.0, 1.0}) {
          std::vector<double> there = values;
          there[v] = std::clamp(values[v] + side * steps[v], variables[v].lower, variables[v].upper);
          if (there[v] == values[v] || pair_.work >= search_.steps) continue;
          const Separation found = at(there, distance);
          if (found.upper >= distance) continue;
          values = std::move(there);
          distance = found.upper;
          moved = true;
          if (found.touches()) {
            pair_.relation = PairRelation::sometimes;
            keep_witness(values);
            return true;
          }
        }
      if (!moved)
        for (double& step : steps) step /= 2;
    }
    pair_.distance = std::min(pair_.distance, distance);
    return false;
  }

  struct PostureBox {
    double bound;  // of the distance in it
    std::vector<double> centre, half, shares;
    std::size_t number;  // in the order in which boxes were made
    bool operator<(const PostureBox& other) const {
      return bound != other.bound ? bound > other.bound : number > other.number;
    }
  };

  void search_boxes() {
    std::priority_queue<PostureBox> queue;
    std::size_t boxes = 0;
    double clearance = std::numeric_limits<double>::infinity();  // of what is proved
    double open = 1;                                             // share of the postures that is not
    // False: they touch in the middle of it.
    const auto add = [&](std::vector<double> centre, std::vector<double> half, double share_of_all) {
      PostureBox box{0, std::move(centre), std::move(half), {}, boxes++};
      const double moves = chain_.motion(a_, b_, box.centre, box.half, box.shares);
      const Separation found = at(box.centre, moves + 2 * kMargin);
      if (found.touches()) {
        keep_witness(box.centre);
        return false;
      }
      pair_.distance = std::min(pair_.distance, found.upper);
      box.bound = found.lower - moves;
      if (box.bound > kMargin) {
        clearance = std::min(clearance, box.bound);
        open -= share_of_all;
      } else {
        queue.push(std::move(box));
      }
      return true;
    };
    std::vector<double> centre, half;
    for (const CollisionVariable& variable : chain_.variables()) {
      centre.push_back((variable.lower + variable.upper) / 2);
      half.push_back((variable.upper - variable.lower) / 2);
    }
    std::vector<double> whole = half;
    bool apart = add(centre, half, 1);
    while (apart && !queue.empty() && boxes < search_.boxes && pair_.work < search_.steps) {
      const PostureBox box = queue.top();
      queue.pop();
      const auto widest = std::max_element(box.shares.begin(), box.shares.end()) - box.shares.begin();
      const auto at = static_cast<std::size_t>(widest);
      std::vector<double> halved = box.half;
      halved[at] /= 2;
      double share = 1;
      for (std::size_t k = 0; k < halved.size(); ++k)
        if (whole[k] > 0) share *= halved[k] / whole[k];
      for (const double side : {-1.0, 1.0}) {
        std::vector<double> middle = box.centre;
        middle[at] += side * halved[at];
        apart = apart && add(std::move(middle), halved, share);
      }
    }
    if (!apart) {
      pair_.relation = PairRelation::sometimes;
    } else if (queue.empty()) {
      pair_.relation = PairRelation::never;
      pair_.distance = clearance;
    } else {
      pair_.proved = std::clamp(1 - open, 0.0, 1.0);
      pair_.because = "the search ended before all postures were proved";
    }
  }

  static constexpr double kMargin = 1e-9;  // m: above the rounding of poses
  const Collider &a_, &b_;
  const PairChain& chain_;
  const PairSearch& search_;
  LinkPair& pair_;
  Separation last_;
};

// Whether joints and links without shapes alone are between them.
bool are_adjacent(const KinematicTree& tree, const LinkColliders& colliders, LinkId a, LinkId b) {
  const auto above = [&](LinkId link) {
    do link = tree.parent_link(link);
    while (link && colliders.of_link[link.index()].empty());
    return link;
  };
  return above(a) == b || above(b) == a;
}

}  // namespace

std::vector<LinkPair> examine_pairs(const Model& model, const KinematicTree& tree,
                                    const LinkColliders& colliders, const PairSearch& search) {
  std::vector<LinkId> links;
  for (const LinkId link : tree.order())
    if (!colliders.of_link[link.index()].empty()) links.push_back(link);
  std::sort(links.begin(), links.end(), [](LinkId a, LinkId b) { return a.index() < b.index(); });
  const std::vector<bool> followed = followed_joints(model);
  std::vector<LinkPair> pairs;
  for (std::size_t i = 0; i < links.size(); ++i)
    for (std::size_t k = i + 1; k < links.size(); ++k) {
      LinkPair pair;
      pair.a = links[i];
      pair.b = links[k];
      if (are_adjacent(tree, colliders, pair.a, pair.b)) {
        pair.relation = PairRelation::adjacent;
      } else if (const auto chain = PairChain::between(model, tree, followed, pair.a, pair.b, pair.because)) {
        PairExaminer(colliders.of_link[pair.a.index()], colliders.of_link[pair.b.index()], *chain, search,
                     pair)
            .run();
      }
      pairs.push_back(std::move(pair));
    }
  return pairs;
}

}  // namespace romas
