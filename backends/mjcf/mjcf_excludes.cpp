// <contact>: pairs of links that do not collide, as Drake's dialect of URDF says them, and an SRDF beside the
// robot.
#include <unordered_set>

#include "backends/mjcf/mjcf_document.h"
#include "ir/format/collision_filters.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

class ExcludeWriter {
 public:
  explicit ExcludeWriter(Document& document) : document_(document), model_(document.model) {}

  void write() {
    of_model();
    if (const Semantics* semantics = document_.context.inputs.semantics) of_semantics(*semantics);
    if (pairs_.empty()) return;
    const XmlScope section(document_.xml, "contact");
    for (const auto& [a, b] : pairs_) {
      const XmlScope element(document_.xml, "exclude");
      document_.xml.attribute("body1", document_.names.bodies[a.index()]);
      document_.xml.attribute("body2", document_.names.bodies[b.index()]);
    }
  }

 private:
  // Those that MJCF said are written with what is kept.
  void of_model() {
    const ExcludedPairs said = excluded_pairs(model_);
    for (const ExcludedPair& pair : said.pairs) {
      if (is_kept(document_, model_.extensions[pair.extension]))
        known_.insert(key_of_pair(pair.a, pair.b));
      else
        add(pair.a, pair.b);
    }
    for (const std::uint32_t extension : said.in_part)
      if (!is_kept(document_, model_.extensions[extension]))
        document_.lost(
            model_.extensions[extension].range,
            "a collision filter names a link or group that the robot does not have, and is used without it");
    if (said.too_many) leave_rest_out();
  }

  // As MoveIt does: a pair that is switched off stays so, and one that is switched on counts for links that
  // are not checked by themselves.
  void of_semantics(const Semantics& semantics) {
    std::unordered_set<std::uint64_t> enabled;
    for (const CollisionPair& pair : semantics.collision_pairs) {
      const LinkId a = model_.find_link(pair.link1.text), b = model_.find_link(pair.link2.text);
      if (!a || !b) continue;  // told where the SRDF is checked
      if (pair.enabled)
        enabled.insert(key_of_pair(a, b));
      else
        add(a, b);
    }
    std::unordered_set<std::size_t> unchecked;
    for (const SemanticName& name : semantics.unchecked_links) {
      const LinkId link = model_.find_link(name.text);
      if (!link || !unchecked.insert(link.index()).second) continue;
      for (std::size_t i = 0; i < model_.links.size() && !is_full(); ++i)
        if (!enabled.contains(key_of_pair(link, LinkId(i)))) add(link, LinkId(i));
    }
    if (is_full()) leave_rest_out();
  }

  bool is_full() const { return pairs_.size() >= kMostExcludedPairs; }
  void leave_rest_out() const {
    document_.lost(model_.range, concat("more than ", kMostExcludedPairs,
                                        " pairs of links do not collide; the rest is left out"));
  }

  void add(LinkId a, LinkId b) {
    if (a == b || document_.is_between(a) || document_.is_between(b)) return;
    if (known_.insert(key_of_pair(a, b)).second) pairs_.emplace_back(a, b);
  }

  Document& document_;
  const Model& model_;
  std::unordered_set<std::uint64_t> known_;
  std::vector<std::pair<LinkId, LinkId>> pairs_;
};

}  // namespace

void write_excludes(Document& document) { ExcludeWriter(document).write(); }

}  // namespace romas::mjcf
