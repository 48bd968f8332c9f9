// Protects --verify-output: the output of a target differs only as the target declares, and every other
// difference is found.
#include "ir/compare/declared_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "support/text/text.h"
#include "test/load_robot.h"
#include "test/random_robot.h"

namespace romas {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

// A model, what a target makes of it, and that read back.
struct Translation {
  Translation(const Model& model, std::string_view target, std::string_view sdf_version = {})
      : original(model) {
    options.b.format = target;
    TargetOptions target_options;
    if (!sdf_version.empty()) target_options.words[TargetOption::sdf_version] = {std::string(sdf_version)};
    DiagnosticEngine aside;
    TargetContext context{aside, target_options};
    text = find_target(target)->emit(model, context).front().text;
    changes = std::move(context.changes);
    FrontendContext reading{sources, diagnostics, frontend_options, files_read};
    FrontendResult result = find_frontend(target)->parse(sources.add_text("<output>", text), reading);
    EXPECT_FALSE(diagnostics.has_errors()) << text;
    EXPECT_EQ(result.models.size(), 1U);
    if (!result.models.empty()) output = std::move(result.models.front());
  }

  std::vector<std::string> differences(const Model& read) const {
    std::vector<std::string> messages;
    for (const ModelDifference& difference : changes.undeclared_differences(original, read, options))
      messages.push_back(message_of(difference));
    return messages;
  }

  const Model& original;
  CompareOptions options;
  std::string text;
  DeclaredChanges changes;
  Model output;
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions frontend_options;
  std::vector<std::string> files_read;
};

struct Target {
  std::string_view name, version;
};
constexpr Target kTargets[] = {{"urdf", ""}, {"sdf", "1.9"}, {"sdf", "1.11"}, {"romas", ""}};

Model random_robot(std::uint64_t seed) {
  test::RandomRobotOptions options;
  options.links = 12;
  test::RandomRobot robot(seed, options);
  return robot.model();
}

TEST(DeclaredChanges, whatATargetDeclaresIsAllThatItChanges) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Model model = random_robot(seed);
    for (const Target& target : kTargets) {
      SCOPED_TRACE(concat("seed ", seed, " as ", target.name, " ", target.version));
      const Translation translation(model, target.name, target.version);
      EXPECT_THAT(translation.differences(translation.output), IsEmpty()) << translation.text;
    }
  }
}

TEST(DeclaredChanges, theCorpusIsTranslatedAsDeclared) {
  ROMAS_NEEDS_CORPUS();
  test::for_each_corpus_robot([](const Model& model) {
    for (const Target& target : kTargets) {
      SCOPED_TRACE(concat(model.name, " as ", target.name, " ", target.version));
      const Translation translation(model, target.name, target.version);
      EXPECT_THAT(translation.differences(translation.output), IsEmpty());
    }
  });
}

// Every defect that an output could have, in the model that is read from it. Returns false where the model
// has no place for it.
using Defect = bool (*)(Model&, std::size_t);

bool has_mass(const Model& model, std::size_t link) {
  return link < model.links.size() && model.links[link].inertial;
}
bool turns_or_slides(const Joint& joint) {
  return joint.type == JointType::revolute || joint.type == JointType::continuous ||
         joint.type == JointType::prismatic;
}

constexpr std::pair<std::string_view, Defect> kDefects[] = {
    {"a mass",
     [](Model& model, std::size_t i) {
       return has_mass(model, i) &&
              (model.links[i].inertial->mass = model.links[i].inertial->mass.value() * 1.001, true);
     }},
    {"a tensor",
     [](Model& model, std::size_t i) {
       return has_mass(model, i) &&
              (model.links[i].inertial->inertia.iyy = model.links[i].inertial->inertia.iyy.value() + 1e-3,
               true);
     }},
    {"an inertial",
     [](Model& model, std::size_t i) {
       return has_mass(model, i) && (model.links[i].inertial.reset(), true);
     }},
    {"an origin",
     [](Model& model, std::size_t i) {
       if (i >= model.joints.size()) return false;
       model.joints[i].origin =
           TransformExpr::compose({test::ModelMaker::at(0, 1e-4, 0), model.joints[i].origin});
       return true;
     }},
    {"a turned origin",
     [](Model& model, std::size_t i) {
       if (i >= model.joints.size()) return false;
       model.joints[i].origin =
           TransformExpr::compose({model.joints[i].origin, test::ModelMaker::at(0, 0, 0, 1e-4, 0, 0)});
       return true;
     }},
    {"an axis",
     [](Model& model, std::size_t i) {
       if (i >= model.joints.size() || !turns_or_slides(model.joints[i])) return false;
       const Vector3 axis = model.joints[i].axis_or_default();
       model.joints[i].axis = JointAxis{{-axis.x(), -axis.y(), -axis.z()}, {}, {}};
       return true;
     }},
    {"a type",
     [](Model& model, std::size_t i) {
       if (i >= model.joints.size() || !turns_or_slides(model.joints[i])) return false;
       model.joints[i].type =
           model.joints[i].type == JointType::prismatic ? JointType::continuous : JointType::prismatic;
       return true;
     }},
    {"a limit of effort",
     [](Model& model, std::size_t i) {
       if (i >= model.joints.size() || !model.joints[i].limit || !model.joints[i].limit->effort) return false;
       model.joints[i].limit->effort = model.joints[i].limit->effort->value() + 1;
       return true;
     }},
    {"a parent",
     [](Model& model, std::size_t i) {
       if (i >= model.joints.size() || model.joints[i].parent.name == model.links.front().name ||
           model.joints[i].child.name == model.links.front().name)
         return false;
       model.joints[i].parent.name = model.links.front().name;
       return true;
     }},
    {"a link's name",
     [](Model& model, std::size_t i) {
       return i < model.links.size() && (model.links[i].name += "_", true);
     }},
    {"a joint",
     [](Model& model, std::size_t i) {
       return i < model.joints.size() &&
              (model.joints.erase(model.joints.begin() + static_cast<std::ptrdiff_t>(i)), true);
     }},
};

TEST(DeclaredChanges, whatWasNotDeclaredIsFound) {
  int tried = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Model model = random_robot(seed);
    for (const Target& target : kTargets) {
      const Translation translation(model, target.name, target.version);
      for (const auto& [what, defect] : kDefects) {
        for (std::size_t i = 0; i < model.links.size(); ++i) {
          // A planar joint becomes three others in SDF: they are declared as a whole, and what moves there is
          // not compared.
          if (target.name == "sdf" && i < translation.output.joints.size()) {
            const std::string& name = translation.output.joints[i].name;
            const JointId known = model.find_joint(name);
            if (!known || model.joint(known).type == JointType::planar) continue;
          }
          Model broken = translation.output;
          if (!defect(broken, i)) continue;
          broken.rebuild_index();
          ++tried;
          EXPECT_THAT(translation.differences(broken), Not(IsEmpty()))
              << what << " " << i << ", seed " << seed << " as " << target.name << target.version;
        }
      }
    }
  }
  EXPECT_GT(tried, 2000);
}

}  // namespace
}  // namespace romas
