#include "frontend/xml/mistakes/tag_balance.h"

#include <unordered_set>

namespace romas {

namespace {

// A start tag that is missing has the place of the tag in front of which it is missing.
constexpr std::uint32_t kAnyName = 0xFFFF'FFFF;

}  // namespace

TagBalance::TagBalance(BrokenXml& xml) : xml_(xml) {
  std::unordered_map<std::string_view, std::uint32_t> ids;
  names_.reserve(xml.tags.size());
  for (const XmlTag& tag : xml.tags)
    names_.push_back(ids.emplace(tag.name(xml.text), static_cast<std::uint32_t>(ids.size())).first->second);
}

bool TagBalance::matches(std::uint32_t start, std::uint32_t end) const {
  return xml_.tags[start].vague || xml_.tags[end].vague || names_[start] == names_[end];
}

template <class Visitor>
NestingFault TagBalance::walk(Visitor& visitor) const {
  NestingFault fault;
  std::vector<OpenTag>& open = fault.open;
  bool has_root = false;
  const auto fails = [&](NestingFault::Kind kind, std::size_t at) {
    fault.kind = kind;
    fault.tag = at;
  };
  for (std::uint32_t i = 0; i < xml_.tags.size(); ++i) {
    const XmlTag& tag = xml_.tags[i];
    for (std::uint8_t n = 0; n < tag.ends_before; ++n) {
      if (open.empty()) return fails(NestingFault::Kind::end_tag, i), fault;
      open.pop_back();
      if (open.empty()) has_root = true;
    }
    for (std::uint8_t n = 0; n < tag.starts_before; ++n) open.push_back({i, true, false});
    if (tag.kind == XmlTag::Kind::none) continue;
    if (tag.kind == XmlTag::Kind::end) {
      if (open.empty() || (!open.back().is_made && !matches(open.back().tag, i)))
        return fails(NestingFault::Kind::end_tag, i), fault;
      visitor.pair(open, i, fault.oddities);
      open.pop_back();
      if (open.empty()) {
        has_root = true;
        visitor.root(i);
      }
      continue;
    }
    if (open.empty() && has_root) return fails(NestingFault::Kind::second_root, i), fault;
    visitor.child(open, i, fault.oddities);
    if (tag.kind == XmlTag::Kind::open) {
      open.push_back({i, false, false});
    } else if (open.empty()) {
      has_root = true;
      visitor.root(i);
    }
  }
  const bool is_balanced = open.empty();
  fails(is_balanced ? NestingFault::Kind::none : NestingFault::Kind::text_end,
        xml_.tags.size() - (is_balanced ? 0 : 1));
  return fault;
}

NestingFault TagBalance::follow(NestingClues* clues) const {
  // Weighs how well the nesting fits the text, and gathers clues.
  struct Visitor {
    const TagBalance& balance;
    const std::vector<XmlTag>& tags;
    NestingClues* clues;
    std::unordered_set<std::uint64_t> kinds = {};
    struct Child {
      std::uint32_t name = kAnyName, indent = kAnyName;
    };
    std::vector<Child> last_children = {};  // by depth

    void child(std::vector<OpenTag>& open, std::uint32_t i, std::size_t& oddities) {
      if (open.empty()) return;
      OpenTag& parent = open.back();
      if (tags[i].after_text && tags[i].ends_before == 0) ++oddities;
      const std::uint32_t name = balance.names_[i];
      const std::uint64_t above = parent.is_made ? kAnyName : balance.names_[parent.tag];
      if (!tags[i].broken && kinds.insert(above << 32U | name).second) ++oddities;
      last_children.resize(open.size() + 1);
      Child& last = last_children.back();
      if (tags[i].first_on_line) {
        if (last.indent != kAnyName && last.indent != tags[i].indent) ++oddities;
        last.indent = tags[i].indent;
      }
      const bool is_turn = last.name != name;
      last.name = name;
      if (parent.is_made) return;
      const XmlTag& start = tags[parent.tag];
      const bool is_shallow =
          tags[i].first_on_line && tags[i].indent <= start.indent && tags[i].begin > start.begin;
      if (is_shallow) ++oddities;
      if (clues == nullptr) return;
      if (is_shallow && !parent.is_broken) clues->shallow.push_back({parent.tag, i});
      parent.is_broken |= is_shallow;
      if (is_turn) clues->turns.push_back({parent.tag, i});
      if (tags[i].bare && tags[i].kind == XmlTag::Kind::open && balance.names_[parent.tag] == name)
        clues->twins.push_back(i);
    }
    void pair(std::vector<OpenTag>& open, std::uint32_t i, std::size_t& oddities) {
      const OpenTag& start = open.back();
      if (start.is_made || !tags[i].first_on_line || tags[i].indent == tags[start.tag].indent) return;
      ++oddities;
      if (clues == nullptr) return;
      clues->skewed.push_back(i);
      if (!start.is_broken && tags[i].indent < tags[start.tag].indent)
        clues->shallow.push_back({start.tag, i});
    }
    void root(std::uint32_t i) {
      if (clues != nullptr) clues->roots.push_back(i);
    }
  } visitor{*this, xml_.tags, clues, {}};
  return walk(visitor);
}

NestingFault TagBalance::reach() const {
  struct Visitor {
    void child(std::vector<OpenTag>&, std::uint32_t, std::size_t&) {}
    void pair(std::vector<OpenTag>&, std::uint32_t, std::size_t&) {}
    void root(std::uint32_t) {}
  } visitor;
  return walk(visitor);
}

std::vector<std::uint32_t> TagBalance::partners() const {
  struct Visitor {
    std::vector<std::uint32_t> partners;
    void child(std::vector<OpenTag>&, std::uint32_t, std::size_t&) {}
    void pair(std::vector<OpenTag>& open, std::uint32_t i, std::size_t&) {
      if (open.back().is_made) return;
      partners[open.back().tag] = i;
      partners[i] = open.back().tag;
    }
    void root(std::uint32_t) {}
  } visitor{std::vector<std::uint32_t>(xml_.tags.size(), kAnyName)};
  walk(visitor);
  return visitor.partners;
}

}  // namespace romas
