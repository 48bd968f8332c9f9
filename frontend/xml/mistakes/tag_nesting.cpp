// Finds the mistakes of nesting: tries the changes that would balance the tags, and takes the best.
#include <algorithm>
#include <functional>
#include <tuple>

#include "frontend/xml/mistakes/start_tag.h"
#include "frontend/xml/mistakes/tag_balance.h"
#include "frontend/xml/mistakes/tag_reports.h"
#include "support/text/text.h"

namespace romas {

namespace {

using Kind = XmlTag::Kind;

// The cost of a change that is told. A text that looks like a tag costs less.
constexpr std::size_t kOneMistake = 2;

// A way to mend a fault: the tags as they are then, and how to tell it. A change of broken tags costs
// nothing, because they were told.
struct Change {
  std::vector<std::pair<std::size_t, XmlTag>> tags;
  std::size_t cost = kOneMistake;
  bool must_balance = false;
  std::function<void(TagReports&)> tell;
};

class TagNesting {
 public:
  explicit TagNesting(BrokenXml& xml) : xml_(xml), balance_(xml), reports_(xml, balance_) {}

  void balance() {
    while (xml_.mistakes.size() < kMaxXmlMistakes) {
      NestingClues clues;
      fault_ = balance_.follow(&clues);
      xml_.is_balanced = fault_.kind == NestingFault::Kind::none;
      if (xml_.is_balanced) return;
      best_.reset();
      propose(clues);
      if (!best_) return;
      for (const auto& [index, tag] : best_->tags) xml_.tags[index] = tag;
      if (best_->tell) best_->tell(reports_);
      if (best_->tags.empty()) return;  // nothing mends it
    }
  }

 private:
  static constexpr std::size_t kMostPlaces = 24;  // of one kind that are tried

  XmlTag& tag(std::size_t i) { return xml_.tags[i]; }

  // Tries a change, and keeps it if it is the best so far.
  void attempt(Change change) {
    if (steps_ > kMostSteps) return;
    const auto exchange = [&] {
      for (auto& [index, tag] : change.tags) std::swap(tag, xml_.tags[index]);
    };
    exchange();
    NestingFault left = balance_.reach();
    steps_ += left.tag;
    const bool is_balanced = left.kind == NestingFault::Kind::none;
    bool is_better = is_balanced || (left.tag > fault_.tag && !change.must_balance);
    auto score = std::make_tuple(xml_.tags.size() - left.tag, change.cost, std::size_t{0});
    is_better = is_better && (!best_ || score < best_score_);
    if (is_better) {  // so far, without the oddities
      constexpr std::size_t kSlower = 10;
      std::get<2>(score) = balance_.follow().oddities;
      steps_ += kSlower * left.tag;
      is_better = !best_ || score < best_score_;
    }
    exchange();
    if (!is_better) return;
    best_ = std::move(change);
    best_score_ = score;
  }
  void attempt(std::size_t i, XmlTag changed, std::size_t cost, std::function<void(TagReports&)> tell,
               bool must_balance = false) {
    attempt({{{i, changed}}, cost, must_balance, std::move(tell)});
  }

  void propose(const NestingClues& clues) {
    flip_broken_tags();
    take_lost_tags();
    turn_twins(clues);
    switch (fault_.kind) {
      case NestingFault::Kind::end_tag: mend_end_tag(clues); break;
      case NestingFault::Kind::second_root: mend_roots(clues); break;
      case NestingFault::Kind::text_end: mend_text_end(); break;
      case NestingFault::Kind::none: break;
    }
  }

  // Broken tags count as whatever balances.
  void flip_broken_tags() {
    std::size_t tried = 0;
    const auto flip = [&](std::size_t i) {
      for (const Kind kind : {Kind::none, Kind::open, Kind::end}) {
        XmlTag changed = tag(i);
        if (changed.kind == kind || (kind == Kind::end && !changed.vague)) continue;
        changed.kind = kind;
        attempt(i, changed, 0, {});
      }
      ++tried;
    };
    for (std::size_t i = std::min(fault_.tag + 1, xml_.tags.size()); i-- > 0 && tried < kMostPlaces;)
      if (tag(i).broken) flip(i);
  }

  // Text that looks like a tag becomes one.
  void take_lost_tags() {
    std::size_t tried = 0;
    for (std::size_t i = fault_.tag; i-- > 0 && tried < kMostPlaces;) {
      if (!tag(i).lost || tag(i).kind != Kind::none) continue;
      XmlTag changed = tag(i);
      changed.kind = xml_.text[changed.begin] == '/' ? Kind::end : Kind::open;
      attempt(i, changed, 1, [i](TagReports& reports) { reports.lost_tag(i); });
      ++tried;
    }
  }

  // <a>…<a>: the second is meant as an end tag.
  void turn_twins(const NestingClues& clues) {
    std::size_t tried = 0;
    for (auto twin = clues.twins.rbegin(); twin != clues.twins.rend() && tried < kMostPlaces;
         ++twin, ++tried) {
      XmlTag changed = tag(*twin);
      changed.kind = Kind::end;
      attempt(*twin, changed, kOneMistake, [i = *twin](TagReports& reports) { reports.twin(i); });
    }
  }

  void mend_end_tag(const NestingClues& clues) {
    const std::size_t end = fault_.tag;
    const std::vector<OpenTag>& open = fault_.open;
    const auto outer = std::find_if(open.rbegin(), open.rend(), [&](const OpenTag& element) {
      return element.is_made || balance_.matches(element.tag, static_cast<std::uint32_t>(end));
    });
    if (outer != open.rend()) add_end_tags(clues, static_cast<std::size_t>(outer - open.rbegin()));
    if (!open.empty() && !open.back().is_made) {
      XmlTag changed = tag(end);
      changed.vague = true;
      attempt(
          end, changed, kOneMistake,
          [start = open.back().tag, end](TagReports& reports) { reports.different_names(start, end); },
          outer != open.rend());
    }
    if (open.empty()) add_root(end, clues);
    remove_end_tag(end, outer != open.rend());
    if (outer == open.rend()) {
      XmlTag changed = tag(end);
      changed.kind = Kind::open;
      attempt(end, changed, kOneMistake, [end](TagReports& reports) { reports.start_as_end(end); });
    }
    // The end tag that closes nothing may be an earlier one of that name.
    std::size_t tried = 0;
    for (auto skewed = clues.skewed.rbegin(); skewed != clues.skewed.rend() && tried < kMostPlaces; ++skewed)
      if (balance_.name_id(*skewed) == balance_.name_id(end)) {
        remove_end_tag(*skewed, true);
        ++tried;
      }
  }

  // The start tag of the root is missing, unless the end tag closes the root a second time.
  void add_root(std::size_t end, const NestingClues& clues) {
    if (!clues.roots.empty() && balance_.name_id(clues.roots.front()) == balance_.name_id(end)) return;
    const auto first =
        std::ranges::find_if(xml_.tags, [](const XmlTag& tag) { return tag.kind != Kind::none; });
    if (first->name(xml_.text) == tag(end).name(xml_.text)) return;
    XmlTag changed = tag(0);
    ++changed.starts_before;
    attempt(
        0, changed, kOneMistake - 1, [end](TagReports& reports) { reports.missing_root(end); }, true);
  }

  void remove_end_tag(std::size_t end, bool must_balance) {
    XmlTag changed = tag(end);
    changed.kind = Kind::none;
    attempt(
        end, changed, kOneMistake, [end](TagReports& reports) { reports.stray_end_tag(end); }, must_balance);
  }

  // The innermost `count` open elements lack their end tags.
  void add_end_tags(const NestingClues& clues, std::size_t count) {
    if (count == 0) return;
    const std::uint32_t element = fault_.open.back().tag;
    const NestingClues::Place before_end{element, static_cast<std::uint32_t>(fault_.tag)};
    if (fault_.open.back().is_made) return add_end_tag(before_end, count);
    const auto try_all = [&](const std::vector<NestingClues::Place>& places) {
      std::size_t tried = 0;
      for (const NestingClues::Place& place : places) {
        const bool is_same = place.element == element;
        if (place.tag == element + 1 ||
            (!is_same && balance_.name_id(place.element) != balance_.name_id(element)))
          continue;
        add_end_tag(place, count);
        if (++tried == kMostPlaces) break;
      }
    };
    const bool is_leaf = reports_.is_leaf(element);
    if (is_leaf) add_end_tag({element, element + 1}, count);
    try_all(clues.shallow);
    add_end_tag(before_end, count);
    try_all(clues.turns);
    if (!is_leaf) add_end_tag({element, element + 1}, count);
  }

  // The end tag of an element is missing in front of a tag, and perhaps those of elements around it.
  void add_end_tag(NestingClues::Place place, std::size_t count) {
    Change change;
    XmlTag changed = tag(place.tag);
    if (changed.ends_before == 0xFF) return;
    ++changed.ends_before;
    change.tags.emplace_back(place.tag, changed);
    change.cost = count * kOneMistake;
    if (count > 1) {
      XmlTag last = place.tag == fault_.tag ? changed : tag(fault_.tag);
      last.ends_before = static_cast<std::uint8_t>(std::min<std::size_t>(last.ends_before + count - 1, 0xFF));
      if (place.tag == fault_.tag) change.tags.clear();
      change.tags.emplace_back(fault_.tag, last);
    }
    const std::size_t end = fault_.tag;
    std::vector<std::uint32_t> others;
    for (std::size_t i = 1; i < count; ++i) others.push_back(fault_.open[fault_.open.size() - 1 - i].tag);
    change.tell = [place, others, end](TagReports& reports) {
      reports.missing_end_tag(place.element, place.tag);
      for (const std::uint32_t other : others) reports.missing_end_tag(other, end);
    };
    attempt(std::move(change));
  }

  void mend_roots(const NestingClues& clues) {
    const std::size_t second = fault_.tag;
    for (const std::uint32_t root : clues.roots) {
      XmlTag changed = tag(root);
      changed.kind = changed.kind == Kind::end ? Kind::none : Kind::open;
      attempt(
          root, changed, kOneMistake, [root](TagReports& reports) { reports.early_root_end(root); }, true);
    }
    std::size_t last = xml_.tags.size() - 1;
    while (last > 0 && tag(last).kind != Kind::end) --last;
    add_root(last, clues);
    if (!best_)
      best_ = Change{{}, kOneMistake, false, [second](TagReports& reports) { reports.second_root(second); }};
  }

  void mend_text_end() {
    const std::size_t end = fault_.tag;
    XmlTag changed = tag(end);
    changed.ends_before =
        static_cast<std::uint8_t>(std::min<std::size_t>(changed.ends_before + fault_.open.size(), 0xFF));
    attempt(end, changed, kOneMistake,
            [open = fault_.open.back().tag](TagReports& reports) { reports.text_end(open); });
  }

  static constexpr std::size_t kMostSteps = 30'000'000;

  BrokenXml& xml_;
  TagBalance balance_;
  TagReports reports_;
  NestingFault fault_;
  std::optional<Change> best_;
  std::tuple<std::size_t, std::size_t, std::size_t> best_score_;
  std::size_t steps_ = 0;  // tags that were followed so far
};

}  // namespace

void balance_tags(BrokenXml& xml) {
  if (!xml.is_complete) return;
  TagNesting(xml).balance();
  TagReports(xml, TagBalance(xml)).finish_fixes();
}

}  // namespace romas
