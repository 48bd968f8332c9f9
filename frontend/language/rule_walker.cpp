#include "frontend/language/rule_walker.h"

#include <antlr4-runtime.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "RomasParser.h"
#include "support/stack.h"

namespace romas::language {

using antlr4::Token;
using antlr4::atn::ATN;
using antlr4::atn::ATNState;
using antlr4::atn::Transition;
using grammar::RomasParser;

namespace {

// Which ways may be taken from a state at a word: a bit for each transition. Made when a state is met first,
// and shared by all threads.
class Lookahead {
 public:
  using Ways = std::uint64_t;

  Lookahead()
      : parser_(nullptr), atn_(parser_.getATN()), rows_(std::make_unique<Row[]>(atn_.states.size())) {}

  const ATN& atn() const { return atn_; }
  std::size_t largest_type() const { return atn_.maxTokenType; }

  struct Row {
    std::once_flag made;
    std::vector<Ways> ways;  // that begin with a word of this type or may be taken without one; 0: the end
    const ATNState* meeting = nullptr;  // where the ways meet again
  };
  const Row& at(const ATNState& state) {
    Row& row = rows_[state.stateNumber];
    std::call_once(row.made, [&] { fill(state, row); });
    return row;
  }

 private:
  void fill(const ATNState& state, Row& row) const {
    row.meeting = meeting_point(state);
    row.ways.assign(atn_.maxTokenType + 1, 0);
    for (std::size_t i = 0; i < state.transitions.size(); ++i) {
      const Ways bit = Ways{1} << i;
      const antlr4::misc::IntervalSet first = first_words(*state.transitions[i]);
      const bool empty = first.contains(static_cast<ssize_t>(Token::EPSILON));
      for (std::size_t type = 0; type <= atn_.maxTokenType; ++type)
        if (empty || (type != 0 && first.contains(static_cast<ssize_t>(type)))) row.ways[type] |= bit;
    }
  }

  antlr4::misc::IntervalSet first_words(const Transition& way) const {
    if (way.isEpsilon() && way.getSerializationType() != Transition::RULE) return atn_.nextTokens(way.target);
    if (way.getSerializationType() != Transition::RULE) return way.label();
    antlr4::misc::IntervalSet first = atn_.nextTokens(way.target);
    if (first.contains(static_cast<ssize_t>(Token::EPSILON)))
      first.addAll(atn_.nextTokens(static_cast<const antlr4::atn::RuleTransition&>(way).followState));
    return first;
  }

  static const ATNState* meeting_point(const ATNState& state) {
    if (const auto* block = dynamic_cast<const antlr4::atn::BlockStartState*>(&state)) return block->endState;
    if (const auto* loop = dynamic_cast<const antlr4::atn::StarLoopEntryState*>(&state))
      return loop->loopBackState;
    if (state.transitions.size() > 1 &&
        dynamic_cast<const antlr4::atn::PlusLoopbackState*>(&state) != nullptr)
      return &state;
    return nullptr;
  }

  RomasParser parser_;  // for its tables
  const ATN& atn_;
  std::unique_ptr<Row[]> rows_;
};

Lookahead& lookahead() {
  static Lookahead table;
  return table;
}

class Walker {
 public:
  Walker(const std::vector<Lexeme>& words, ParseTree& tree)
      : table_(lookahead()), words_(words), tree_(tree) {}

  Walk run(std::size_t rule) {
    tree_.cut(0);
    const bool fits = walk_rule(rule);
    return {fits && at_ == words_.size(), std::max(reached_, at_)};
  }

 private:
  static constexpr std::size_t kStackReserve = 64 * 1024;  // bytes

  bool walk_rule(std::size_t rule) {
    if (stack_left() < kStackReserve) return false;
    const std::uint32_t node = tree_.open(static_cast<std::uint16_t>(rule), at_);
    if (!walk(table_.atn().ruleToStartState[rule], table_.atn().ruleToStopState[rule])) return false;
    tree_.close(node, at_);
    return true;
  }

  // From a state to another one of the same rule.
  bool walk(const ATNState* state, const ATNState* end) {
    while (state != end) {
      const auto& ways = state->transitions;
      if (ways.size() > 1) {
        state = choose(*state);
        if (state == nullptr) return false;
        continue;
      }
      if (ways.empty()) return false;
      state = step(*ways.front());
      if (state == nullptr) return false;
    }
    return true;
  }

  // Null if the word does not fit.
  const ATNState* step(const Transition& way) {
    if (way.getSerializationType() == Transition::RULE) {
      const auto& rule = static_cast<const antlr4::atn::RuleTransition&>(way);
      return walk_rule(rule.target->ruleIndex) ? rule.followState : nullptr;
    }
    if (way.isEpsilon()) return way.target;
    if (at_ == words_.size() ||
        !way.matches(words_[at_].type, Token::MIN_USER_TOKEN_TYPE, table_.largest_type()))
      return nullptr;
    tree_.add_word(at_++);
    return way.target;
  }

  // Takes the first way that fits up to where all ways meet again. The last that is possible needs no
  // attempt.
  const ATNState* choose(const ATNState& state) {
    const Lookahead::Row& row = table_.at(state);
    Lookahead::Ways ways = row.ways[at_ < words_.size() ? words_[at_].type : 0];
    const ATNState* meeting = row.meeting;
    for (std::size_t i = 0; ways != 0; ++i, ways >>= 1U) {
      if ((ways & 1U) == 0) continue;
      const Transition& way = *state.transitions[i];
      const bool last = ways == 1;
      if (last || meeting == nullptr || way.target == meeting) return step(way);
      const std::size_t size = tree_.size();
      const std::uint32_t at = at_;
      const ATNState* begin = step(way);
      if (begin != nullptr && walk(begin, meeting)) return meeting;
      reached_ = std::max(reached_, at_);
      tree_.cut(size);
      at_ = at;
    }
    return nullptr;
  }

  Lookahead& table_;
  const std::vector<Lexeme>& words_;
  ParseTree& tree_;
  std::uint32_t at_ = 0;
  std::uint32_t reached_ = 0;
};

}  // namespace

Walk walk_rule(std::size_t rule, const std::vector<Lexeme>& words, ParseTree& tree) {
  return Walker(words, tree).run(rule);
}

}  // namespace romas::language
