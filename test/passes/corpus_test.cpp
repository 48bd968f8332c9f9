// The check passes on real robots: the defects that the corpus lists are found at their places, as often as
// listed, and no others of these kinds.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "ir/compare/compare.h"
#include "ir/model/verify.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"
#include "test/corpus.h"
#include "test/load_robot.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using Findings = std::map<std::string, std::size_t>;

// The column "findings" of a row of the corpus table: "zero-inertia x50, zero-mass x50".
Findings parse_findings(std::string_view text) {
  Findings findings;
  if (trim(text) == "-") return findings;
  for (const std::string_view piece : split(text, ',')) {
    const std::vector<Token> words = split_words(piece);
    const auto count = words.size() > 1 ? parse_integer(words[1].text.substr(1)) : 1;
    findings[std::string(words[0].text)] = static_cast<std::size_t>(count.value());
  }
  return findings;
}

// By robot, from the table of the folder urdf/.
std::map<std::string, Findings> listed_findings() {
  std::map<std::string, Findings> result;
  std::ifstream file(test::corpus_folder() / "CORPUS.md");
  std::string line;
  bool in_table = false;
  while (std::getline(file, line)) {
    if (line.starts_with("## ")) in_table = line == "## urdf/";
    if (!in_table || !line.starts_with("| ") || line.starts_with("| file") || line.starts_with("| ---"))
      continue;
    const auto cells = split(line, '|');
    result[std::string(trim(cells[1]))] = parse_findings(cells[8]);
  }
  return result;
}

std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

// Collision spheres of radius 0, where a link has several.
std::size_t contact_points(const Link& link) {
  const auto points =
      std::count_if(link.collisions.begin(), link.collisions.end(), [](const Collision& collision) {
        const auto* sphere = std::get_if<Sphere>(&collision.geometry.shape);
        return sphere != nullptr && sphere->radius == 0;
      });
  return points > 1 ? static_cast<std::size_t>(points) : 0;
}

// The reported findings, in the corpus's words. The corpus counts the numbers of a shape, we the shapes, and
// the links with points of contact. Mass 0 with a zero tensor is one finding to us, or none where it only
// marks a frame, and two to the corpus.
Findings reported_findings(const test::LoadedRobot& robot) {
  Findings findings;
  for (const Diagnostic& diagnostic : robot.diagnostics.sorted()) {
    switch (diagnostic.rule) {
      case Rule::inertia_zero:
        if (diagnostic.message.find("has mass 0 and") == std::string::npos) ++findings["zero-inertia"];
        break;
      case Rule::point_mass: ++findings["zero-inertia"]; break;
      case Rule::inertia_not_positive_definite: ++findings["inertia-not-positive-definite"]; break;
      case Rule::inertia_triangle: ++findings["inertia-triangle-inequality"]; break;
      case Rule::limit_missing: ++findings["limit-missing"]; break;
      case Rule::size_nonpositive: findings["zero-size"] += 1 + count_of(diagnostic.message, " and "); break;
      default: break;
    }
  }
  for (const Link& link : robot.result.models.front().links) {
    if (const std::size_t points = contact_points(link); points > 0) findings["zero-size"] += points;
    if (link.inertial && link.inertial->mass == 0) {
      ++findings["zero-mass"];
      if (link.inertial->inertia.matrix().isZero(0)) ++findings["zero-inertia"];
    }
  }
  return findings;
}

TEST(Corpus, theListedDefectsAreFound) {
  ROMAS_NEEDS_CORPUS();
  const auto listed = listed_findings();
  EXPECT_GE(listed.size(), 50U);
  for (const auto& [name, findings] : listed) {
    SCOPED_TRACE(name);
    const auto robot = test::load_robot(test::corpus_folder() / "urdf" / (name + ".urdf"), true, "pedantic");
    ASSERT_EQ(robot->result.models.size(), 1U);
    EXPECT_TRUE(verify_model(robot->model()).empty());
    Findings wanted = findings;
    // The frontend's findings, and two words for one rule.
    wanted.erase("material-without-name");
    wanted.erase("wrong-number-count");
    if (wanted.contains("limit-attribute-missing"))
      wanted["limit-missing"] += wanted["limit-attribute-missing"];
    wanted.erase("limit-attribute-missing");
    EXPECT_EQ(reported_findings(*robot), wanted);
  }
}

TEST(Corpus, goodRobotsHaveNoErrors) {
  ROMAS_NEEDS_CORPUS();
  for (const auto& path : test::corpus_files("urdf", ".urdf")) {
    SCOPED_TRACE(path.filename());
    const auto robot = test::load_robot(path, true);
    for (const Diagnostic& diagnostic : robot->diagnostics.sorted())
      EXPECT_NE(diagnostic.severity, Severity::error)
          << robot->sources.line_column(diagnostic.range.start()).line << ": " << diagnostic.message;
  }
}

TEST(Corpus, transformsKeepRealRobotsSound) {
  ROMAS_NEEDS_CORPUS();
  for (const auto& path : test::corpus_files("urdf", ".urdf")) {
    SCOPED_TRACE(path.filename());
    const auto robot = test::load_robot(path);
    Model& model = robot->model();
    const Model before = model;
    for (const PassInfo& pass : all_passes()) {
      if (pass.kind() != PassKind::transform) continue;
      test::run_pass(pass, model);
      for (const std::string& fault : verify_model(model)) ADD_FAILURE() << pass.name << ": " << fault;
    }
    // Lumping takes links and joints away, and gives their mass to others; everything else is as before.
    for (const ModelDifference& difference : compare_models(before, model).differences)
      if (aspect_of(difference.topic) == Aspect::kinematics && difference.topic != Topic::tree &&
          difference.effect != "it stays where it is")
        ADD_FAILURE() << message_of(difference);
  }
}

}  // namespace
}  // namespace romas
