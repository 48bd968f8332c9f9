#include "passes/kernel/lanes/column_match.h"

#include <algorithm>
#include <map>
#include <utility>

#include "passes/kernel/lanes/kernel_matrices.h"
#include "passes/kernel/lanes/lane_costs.h"

namespace romas {

namespace {

constexpr std::uint32_t kNobody = 0xffffffff;  // no line needs it
constexpr std::uint32_t kShared = 0xfffffffe;  // several lines need it

class ColumnMatch {
 public:
  ColumnMatch(const LaneMatch& match, const std::vector<KernelMatrix>& matrices,
              const std::vector<MatrixLines>& lines)
      : match_(match),
        kernel_(match.kernel()),
        element_(kernel_.nodes.size(), 0),
        cut_(kernel_.nodes.size(), false),
        owner_(kernel_.nodes.size(), kNobody),
        purposes_(kernel_.nodes.size(), 0) {
    for (std::size_t m = 0; m < matrices.size(); ++m)
      if (lines[m] != MatrixLines::none) mark_elements(matrices[m], lines[m], m + 1);
    find_owners();
    find_purposes();
    find_packs();
    order_operands();
  }

  const LaneMatch& result() const { return match_; }

 private:
  void mark_elements(const KernelMatrix& matrix, MatrixLines lines, std::uint64_t number) {
    for (std::size_t r = 0; r < matrix.rows; ++r)
      for (std::size_t c = 0; c < matrix.columns; ++c) {
        const std::uint32_t node = matrix.elements[r * matrix.columns + c];
        if (node == KernelMatrix::kNoNode || element_[node] != 0) continue;
        owner_[node] = line_of(matrix, lines, r, c);
        const bool columns = lines == MatrixLines::columns;
        const std::uint64_t place = columns ? r : 2 * std::min(r, c) + (r <= c ? 0U : 1U);
        element_[node] = mixed(mixed(number, columns ? 1 : 2), place);
        cut_[node] = matrix.on_the_way;
      }
  }

  std::uint32_t stem(Value value) const { return match_.stem(value).node; }
  template <class Visit>
  void each_operand(const Node& node, const Visit& visit) const {
    for (int k = 0; k < operand_count(node); ++k) visit(k, stem(node.operands[static_cast<std::size_t>(k)]));
  }

  // From the outputs back. An element on the way is of its own line alone.
  void find_owners() {
    for (auto i = static_cast<std::uint32_t>(kernel_.nodes.size()); i-- > 0;) {
      if (kernel_.nodes[i].op == Op::neg || match_.uses(i) == 0 || owner_[i] == kNobody) continue;
      each_operand(kernel_.nodes[i], [&](int, std::uint32_t of) {
        if (cut_[of]) return;
        owner_[of] = owner_[of] == kNobody || owner_[of] == owner_[i] ? owner_[i] : kShared;
      });
    }
  }

  // Returns a number for another operand of a use: that of its node or element, or one for how it is made if
  // it is of the same line.
  std::uint64_t kind(std::uint32_t i) const {
    if (owner_[i] >= kShared) return mixed(i, 3);
    if (cut_[i]) return element_[i];
    std::uint64_t shared = 0;
    each_operand(kernel_.nodes[i], [&](int, std::uint32_t of) {
      if (owner_[of] >= kShared) shared += mixed(of, 4);
    });
    return mixed(shared, number_of(kernel_.nodes[i].op));
  }

  static std::uint64_t number_of(Op op) { return static_cast<std::uint64_t>(op == Op::sub ? Op::add : op); }

  // By node: a number that tells what is made of it, the same for lines of which the same is made.
  void find_purposes() {
    for (auto i = static_cast<std::uint32_t>(kernel_.nodes.size()); i-- > 0;) {
      const Node& node = kernel_.nodes[i];
      if (node.op == Op::neg || match_.uses(i) == 0) continue;
      if (element_[i] != 0) purposes_[i] = cut_[i] ? element_[i] : purposes_[i] + element_[i];
      if (owner_[i] >= kShared) continue;
      each_operand(node, [&](int k, std::uint32_t of) {
        std::uint64_t others = 0;
        each_operand(node, [&](int o, std::uint32_t other) { others += o == k ? 0 : kind(other); });
        purposes_[of] += mixed(purposes_[i], mixed(others, number_of(node.op)));
      });
    }
  }

  void find_packs() {
    using Key = std::array<std::uint64_t, 3>;
    std::map<Key, std::array<std::vector<std::uint32_t>, kMostLanes>> groups;
    for (std::uint32_t i = 0; i < kernel_.nodes.size(); ++i) {
      const Op op = kernel_.nodes[i].op;
      if (!goes_through_lanes(op) || match_.uses(i) == 0 || owner_[i] >= kShared) continue;
      const Key key = {number_of(op), purposes_[i], owner_[i] / kMostLanes};
      groups[key][owner_[i] % kMostLanes].push_back(i);
    }
    for (const auto& [key, by_lane] : groups)
      for (std::size_t rank = 0; add_pack(by_lane, rank); ++rank) continue;
  }

  // The values of one rank. False if there are fewer than two.
  bool add_pack(const std::array<std::vector<std::uint32_t>, kMostLanes>& by_lane, std::size_t rank) {
    LanePack values;
    values.lanes = kMostLanes;
    for (std::size_t lane = 0; lane < kMostLanes; ++lane) {
      values.present[lane] = rank < by_lane[lane].size();
      if (values.present[lane]) values.members[lane] = by_lane[lane][rank];
    }
    if (values.count_present() < 2) return false;
    for (std::size_t lane = 0; lane < kMostLanes; ++lane)
      if (!values.present[lane]) values.members[lane] = values.members[values.first_present()];
    match_.add(values);
    return true;
  }

  // As the first member of the pack has its operands.
  void order_operands() {
    const std::vector<LanePack> packs = match_.packs();
    for (const LanePack& values : packs) {
      const std::uint32_t first = values.members[values.first_present()];
      if (!match_.commutes(first)) continue;
      const std::array<Stem, 3> a = match_.operands(first);
      for (std::size_t lane = values.first_present() + 1; lane < values.lanes; ++lane) {
        if (!values.present[lane]) continue;
        const std::array<Stem, 3> b = match_.operands(values.members[lane]);
        if (alike(a[0], b[1]) + alike(a[1], b[0]) > alike(a[0], b[0]) + alike(a[1], b[1]))
          match_.swap_operands(values.members[lane]);
      }
    }
  }

  int alike(const Stem& a, const Stem& b) const {
    if (a.node == b.node) return 3;
    if (match_.pack_of(a.node) >= 0 && match_.pack_of(a.node) == match_.pack_of(b.node)) return 3;
    const Op op_a = kernel_.nodes[a.node].op;
    const Op op_b = kernel_.nodes[b.node].op;
    if (op_a == Op::constant && op_b == Op::constant) return 2;
    return op_a == op_b && (owner_[a.node] < kShared) == (owner_[b.node] < kShared) ? 1 : 0;
  }

  LaneMatch match_;
  const Kernel& kernel_;
  std::vector<std::uint64_t> element_;  // by node: the number of the element that it is, 0 if it is none
  std::vector<bool> cut_;               // by node: whether what is made of it does not count
  std::vector<std::uint32_t> owner_;    // by node: a line, kShared or kNobody
  std::vector<std::uint64_t> purposes_;
};

}  // namespace

void add_column_packs(LaneMatch& match, const LimbLanes& limbs) {
  const auto n = limbs.velocities.size();
  // Lines are chosen by trying; very long kernels would take seconds.
  constexpr std::size_t kMostNodes = 100'000;
  if (n < 3 || match.kernel().nodes.size() > kMostNodes) return;
  const std::vector<KernelMatrix> matrices = find_matrices(match.kernel(), n);
  if (matrices.empty()) return;
  const auto matched = [&](const std::vector<MatrixLines>& lines) {
    LaneMatch result = ColumnMatch(match, matrices, lines).result();
    dissolve_packs_that_cost(result);
    return result;
  };
  std::vector<MatrixLines> lines;
  for (const KernelMatrix& matrix : matrices)
    lines.push_back(matrix.rows == matrix.columns ? MatrixLines::branches : MatrixLines::columns);
  LaneMatch best = matched(lines);
  double fewest = expected_instructions(best);
  for (std::size_t m = 0; m < matrices.size(); ++m)
    for (const MatrixLines other : {MatrixLines::none, MatrixLines::columns, MatrixLines::branches}) {
      const MatrixLines before = lines[m];
      if (other == before || (other == MatrixLines::branches && matrices[m].rows != matrices[m].columns))
        continue;
      lines[m] = other;
      LaneMatch found = matched(lines);
      const double count = expected_instructions(found);
      if (count >= fewest) {
        lines[m] = before;
        continue;
      }
      fewest = count;
      best = std::move(found);
    }
  match = std::move(best);
}

}  // namespace romas
