// <worldbody>: bodies, their inertia and their sites. Every link is a body, also behind a fixed joint.
#include <algorithm>
#include <cmath>

#include "backends/mjcf/mjcf_document.h"
#include "ir/analysis/mass/physical_inertia.h"
#include "ir/format/mjcf_words.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

bool is_diagonal_tensor(const InertiaTensor& tensor) {
  return tensor.ixy.value() == 0 && tensor.ixz.value() == 0 && tensor.iyz.value() == 0;
}

// Returns the number to add to all moments of a tensor so that MuJoCo, which allows no rounding error, does
// not find the largest above the sum of the others. 0 for nearly all tensors, and for those that no body has
// (RM1404). `computed`: MuJoCo gets the moments from the tensor, and rounds.
double missing_to_triangle(const Matrix3& tensor, bool computed) {
  constexpr double kRounding =
      1e-13;  // relative to the largest moment; some hundred times what Jacobi leaves
  const Vector3 moments = principal_moments(tensor);
  const double slack = moments[0] + moments[1] - moments[2];
  const double wanted = computed ? kRounding * moments[2] : 0;
  if (slack < -kTriangleTolerance * moments[2]) return 0;
  return slack < wanted ? kRounding * moments[2] - slack : 0;
}

class InertialWriter {
 public:
  InertialWriter(Document& document, const Link& link)
      : document_(document), link_(link), inertial_(*link.inertial) {}

  void write() {
    const XmlScope element(document_.xml, "inertial");
    const TransformExpr::XyzRpy pose = as_xyz_rpy(inertial_.origin);
    document_.xml.attribute("pos", number_list_text(pose.xyz.value_or(Number3{})));
    if (is_diagonal_tensor(inertial_.inertia))
      along_own_axes();
    else
      along_axes_of_link();
  }

 private:
  void along_own_axes() {
    const InertiaTensor& tensor = inertial_.inertia;
    if (const auto* quaternion = inertial_.origin.get_if<TransformExpr::XyzQuaternion>()) {
      const auto& [x, y, z, w] = quaternion->xyzw;
      document_.xml.attribute("quat", number_list_text(Number4{w, x, y, z}));
    } else if (const auto rpy = as_xyz_rpy(inertial_.origin).rpy) {
      document_.xml.attribute("euler", number_list_text(*rpy));
    }
    mass();
    const Number3 moments = {tensor.ixx, tensor.iyy, tensor.izz};
    const double missing = missing_to_triangle(tensor.matrix(), false);
    document_.xml.attribute("diaginertia",
                            number_list_text(missing == 0 ? moments : raised(moments, missing)));
  }

  // MJCF takes no orientation beside a full tensor: it is along the axes of the body.
  void along_axes_of_link() {
    mass();
    const InertiaTensor& own = inertial_.inertia;
    const Matrix3 R = inertial_.origin.evaluate().R;
    const double missing = missing_to_triangle(own.matrix(), true);
    Number3 moments = {own.ixx, own.iyy, own.izz};
    Number3 products = {own.ixy, own.ixz, own.iyz};
    if (R != Matrix3::Identity()) {
      const Matrix3 I = R * own.matrix() * R.transpose();
      moments = {Number(I(0, 0)), Number(I(1, 1)), Number(I(2, 2))};
      products = {Number(I(0, 1)), Number(I(0, 2)), Number(I(1, 2))};
    }
    if (missing != 0) moments = raised(moments, missing);
    document_.xml.attribute("fullinertia",
                            concat(number_list_text(moments), " ", number_list_text(products)));
  }

  void mass() { document_.xml.attribute("mass", number_text(inertial_.mass)); }

  Number3 raised(const Number3& moments, double missing) const {
    document_.rewritten(place_or_name(inertial_.inertia.range, link_),
                        concat("the moments of inertia of link '", link_.name, "' are ", missing,
                               " kg m² larger in MJCF: MuJoCo rejects a largest moment that exceeds the sum "
                               "of the others by a rounding error"));
    document_.context.changes.allow(EntityKind::link, link_.name, "inertial");
    Number3 all = moments;
    for (Number& moment : all) moment = Number(moment.value() + missing);
    return all;
  }

  Document& document_;
  const Link& link_;
  const Inertial& inertial_;
};

class BodyWriter {
 public:
  BodyWriter(Document& document, const Assets& assets) : document_(document), assets_(assets) {}

  // Depth-first, without recursion: a chain may be as long as the file.
  void write() {
    const XmlScope world(document_.xml, "worldbody");
    int open = 0;
    const int around = document_.world ? 1 : 0;
    std::vector<int> skipped(document_.model.links.size());  // links between joints, above each link
    for (const LinkId link : document_.tree.order()) {
      if (document_.tree.parent_joint(link)) {
        const LinkId above = document_.tree.parent_link(link);
        skipped[link.index()] = skipped[above.index()] + (document_.is_between(above) ? 1 : 0);
      }
      if (document_.is_between(link)) continue;
      const int level = document_.tree.depth(link) - around - skipped[link.index()];
      for (; open > std::max(level, 0); --open) document_.xml.end();
      if (document_.is_world(link)) {
        ground(link);
        continue;
      }
      begin(link);
      ++open;
    }
    for (; open > 0; --open) document_.xml.end();
  }

 private:
  void ground(LinkId link) {
    if (const auto& inertial = document_.model.link(link).inertial)
      document_.lost(inertial->range, "the ground has no inertia in MJCF: that of link 'world' is left out");
    contents(link);
  }

  void begin(LinkId link) {
    document_.xml.begin("body");
    document_.xml.attribute("name", document_.names.bodies[link.index()]);
    const std::vector<JointId> joints = joints_of(link);
    if (!joints.empty()) document_.pose(pose_of(joints));
    write_kept_attributes(document_,
                          {EntityKind::link, Slot::self, 0, static_cast<std::uint32_t>(link.index()), 0});
    if (document_.model.link(link).inertial) InertialWriter(document_, document_.model.link(link)).write();
    write_joints(joints);
    if (joints.empty() && document_.context.options.floating_base) {
      const XmlScope free(document_.xml, "freejoint");
      document_.xml.attribute("name", document_.names.joints.take("root"));
    }
    contents(link);
  }

  // The joint that carries the link, behind those that links between joints put before it.
  std::vector<JointId> joints_of(LinkId link) const {
    std::vector<JointId> joints;
    for (JointId joint = document_.tree.parent_joint(link); joint;
         joint = document_.tree.parent_joint(link)) {
      joints.insert(joints.begin(), joint);
      link = document_.tree.parent_link(link);
      if (!document_.is_between(link)) break;
    }
    return joints;
  }

  Vector3 offset_of(JointId joint) const { return document_.model.joint(joint).origin.evaluate().p; }

  // Returns the pose of the last joint's frame in the body above. The joints before it have parallel frames.
  TransformExpr pose_of(const std::vector<JointId>& joints) const {
    Vector3 p = Vector3::Zero();
    for (std::size_t i = 1; i < joints.size(); ++i) p += offset_of(joints[i]);
    const TransformExpr& first = document_.model.joint(joints.front()).origin;
    return p == Vector3::Zero() ? first
                                : TransformExpr::compose({first, plain_transform({Matrix3::Identity(), p})});
  }

  void write_joints(const std::vector<JointId>& joints) {
    std::vector<Vector3> places(joints.size(), Vector3::Zero());  // in the body
    for (std::size_t i = joints.size(); i-- > 1;) places[i - 1] = places[i] - offset_of(joints[i]);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      write_joint(document_, joints[i], places[i]);
      if (i + 1 < joints.size()) name_link_below(joints[i], joints.back());
    }
  }

  // A reader calls the link below a joint that is not the body's last BODY.JOINT.
  void name_link_below(JointId id, JointId last) {
    const Joint& joint = document_.model.joint(id);
    const std::string& name = document_.model.link(joint.child.id).name;
    const std::string& body = document_.names.bodies[document_.model.joint(last).child.id.index()];
    if (name != concat(body, ".", joint.name))
      document_.kept.emplace_back(concat(kLinkBelowText, joint.name), name);
  }

  void contents(LinkId link) {
    write_geoms(document_, assets_, link);
    const auto sites = document_.sites.find(static_cast<std::uint32_t>(link.index()));
    if (sites != document_.sites.end())
      for (const Site& site : sites->second) write_site(site);
    write_cameras(document_, link);
    write_kept_elements(document_, link);
  }

  void write_site(const Site& site) {
    const XmlScope element(document_.xml, "site");
    document_.xml.attribute("name", site.name);
    document_.pose(site.origin);
    if (site.size > 0) document_.number("size", site.size);
    if (site.frame) write_kept_attributes(document_, {EntityKind::frame, Slot::self, 0, *site.frame, 0});
  }

  Document& document_;
  const Assets& assets_;
};

}  // namespace

void write_bodies(Document& document, const Assets& assets) { BodyWriter(document, assets).write(); }

}  // namespace romas::mjcf
