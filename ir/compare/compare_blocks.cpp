#include "ir/compare/compare_blocks.h"

#include <algorithm>
#include <cmath>

#include "support/text.h"

namespace romas {

namespace {

ModelDifference difference(const std::string& name, std::string message, SourceRange a, SourceRange b) {
  ModelDifference difference;
  difference.topic = Topic::module;
  difference.entity = EntityKind::block;
  difference.name = name;
  difference.field = std::move(message);
  difference.a = a;
  difference.b = b;
  return difference;
}

class BlockComparison {
 public:
  BlockComparison(const Block& a, const Block& b, double tolerance) : a_(a), b_(b), tolerance_(tolerance) {}

  std::vector<ModelDifference> run() {
    expect(a_.id == b_.id && a_.name == b_.name && a_.tag == b_.tag, "identity");
    expect(a_.base() == b_.base() && a_.tool() == b_.tool(), "role as base or tool");
    expect(a_.shape.has_value() == b_.shape.has_value() &&
               (!a_.shape || same_pose(a_.shape->pose, b_.shape->pose)),
           "shape");
    expect(a_.diffuse.has_value() == b_.diffuse.has_value() &&
               a_.normal.has_value() == b_.normal.has_value() &&
               a_.thumbnail.has_value() == b_.thumbnail.has_value(),
           "list of pictures");
    expect(same_contacts(), "list of contacts");
    expect(same(a_.mass, b_.mass), "mass");
    expect(a_.com.has_value() == b_.com.has_value() && (!a_.com || same_vector(*a_.com, *b_.com)),
           "centre of mass");
    expect(a_.inertia.has_value() == b_.inertia.has_value() && (!a_.inertia || same_tensor()),
           "inertia tensor");
    return std::move(differences_);
  }

 private:
  void expect(bool same, std::string_view what) {
    if (!same)
      differences_.push_back(difference(a_.id, concat("the ", what, " differs"), a_.range, b_.range));
  }

  bool close(double x, double y) const {
    return x == y || std::abs(x - y) <= tolerance_ * std::max(std::abs(x), std::abs(y));
  }
  bool same(const std::optional<Number>& x, const std::optional<Number>& y) const {
    return x.has_value() == y.has_value() && (!x || close(x->value(), y->value()));
  }
  bool same_vector(const Number3& x, const Number3& y) const {
    return close(x[0].value(), y[0].value()) && close(x[1].value(), y[1].value()) &&
           close(x[2].value(), y[2].value());
  }
  bool same_tensor() const {
    const Matrix3 x = a_.inertia->matrix();
    const Matrix3 y = b_.inertia->matrix();
    return (x - y).cwiseAbs().maxCoeff() <=
           tolerance_ * std::max(x.cwiseAbs().maxCoeff(), y.cwiseAbs().maxCoeff());
  }
  bool same_pose(const TransformExpr& x, const TransformExpr& y) const {
    const RigidTransform X = x.evaluate();
    const RigidTransform Y = y.evaluate();
    return (X.R - Y.R).cwiseAbs().maxCoeff() <= tolerance_ &&
           (X.p - Y.p).norm() <= tolerance_ * std::max(X.p.norm(), 1e-3);
  }
  bool same_contacts() const {
    return std::equal(a_.contacts.begin(), a_.contacts.end(), b_.contacts.begin(), b_.contacts.end(),
                      [&](const Contact& x, const Contact& y) {
                        return x.type == y.type && x.rot_axis == y.rot_axis && x.zero_axis == y.zero_axis &&
                               same_pose(x.pose, y.pose);
                      });
  }

  const Block& a_;
  const Block& b_;
  const double tolerance_;
  std::vector<ModelDifference> differences_;
};

}  // namespace

std::vector<ModelDifference> compare_blocks(const std::vector<Block>& a, const std::vector<Block>& b,
                                            double tolerance) {
  if (a.size() != b.size())
    return {difference({}, concat("there are ", a.size(), " in the first and ", b.size(), " in the second"),
                       {}, {})};
  std::vector<ModelDifference> differences;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (ModelDifference& difference : BlockComparison(a[i], b[i], tolerance).run())
      differences.push_back(std::move(difference));
  return differences;
}

}  // namespace romas
