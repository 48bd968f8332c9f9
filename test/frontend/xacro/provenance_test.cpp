// Protects the places of what is expanded: every element was written where it says, with the value that it
// has there, on robots of our own and on real ones.
#include <gtest/gtest.h>

#include <filesystem>

#include "test/corpus.h"
#include "test/frontend/xacro/expansion.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using test::XacroExpansion;

class Places {
 public:
  explicit Places(const XacroExpansion& expansion) : sources_(expansion.sources) {}

  void check(const XmlElement& element) {
    ++elements;
    const std::string_view text = sources_.text(element.range);
    EXPECT_TRUE(text.starts_with(concat("<", element.name)) || text.starts_with("<xacro:element"))
        << text.substr(0, 80);
    EXPECT_TRUE(text.ends_with(">")) << text.substr(0, 80);
    EXPECT_EQ(sources_.text(element.name_range),
              text.starts_with("<xacro:element") ? "xacro:element" : element.name);
    for (const XmlAttribute& attribute : element.attributes) check(attribute);
    if (element.text.literal) {
      EXPECT_EQ(sources_.text(element.text.range), element.text.text);
    }
    check_chain(element.range.file);
    for (const XmlElement& child : element.children) check(child);
  }

  std::size_t elements = 0, literals = 0, origins = 0, steps = 0;

 private:
  void check(const XmlAttribute& attribute) {
    const std::string_view written = sources_.text(attribute.value.range);
    if (attribute.value.literal) {
      ++literals;
      EXPECT_EQ(written, attribute.value.text);
    }
    for (const ValueOrigin* origin : sources_.expansions().origins(attribute.value.range)) {
      ++origins;
      EXPECT_FALSE(attribute.value.literal);
      EXPECT_FALSE(sources_.text(origin->from).empty());
      // A value that was written literally is the value of the attribute, but for how numbers are printed.
      const std::string_view from = sources_.text(origin->from);
      const auto number = parse_double(trim(from));
      if (number && parse_double(attribute.value.text)) {
        EXPECT_EQ(*number, parse_double(attribute.value.text));
      }
    }
  }

  // Chains end, and lead through calls, includes and insertions.
  void check_chain(FileId file) {
    std::size_t length = 0;
    const Expansions& expansions = sources_.expansions();
    for (const SourceStep* step = expansions.step(file); step != nullptr;
         step = expansions.step(step->place.file)) {
      ASSERT_LT(++length, 1001U);
      ++steps;
      const std::string_view place = sources_.text(step->place);
      EXPECT_TRUE(place.starts_with("<xacro:")) << place;
      if (step->kind == SourceStep::Kind::macro_call) {
        EXPECT_TRUE(sources_.text(step->definition).starts_with("<xacro:macro"))
            << sources_.text(step->definition);
      }
    }
  }

  const SourceManager& sources_;
};

TEST(XacroProvenance, ownRobot) {
  const XacroExpansion expansion(test::source_path("test/frontend/xacro/Inputs/arm.urdf.xacro"),
                                 FrontendOptions());
  ASSERT_TRUE(expansion.document);
  Places places(expansion);
  places.check(expansion.document->root);
  EXPECT_GT(places.elements, 15U);
  EXPECT_GT(places.literals, 20U);
  EXPECT_GT(places.origins, 4U);
  EXPECT_GT(places.steps, 15U);
}

TEST(XacroProvenance, realRobots) {
  ROMAS_NEEDS_CORPUS();
  std::size_t robots = 0;
  std::size_t origins = 0;
  FrontendOptions options;
  options.package_paths = {(test::corpus_folder() / "xacro2/share").string()};
  for (const auto& entry : fs::recursive_directory_iterator(test::corpus_folder() / "xacro2/share")) {
    if (!entry.path().string().ends_with(".urdf.xacro")) continue;
    const XacroExpansion expansion(entry.path().string(), options);
    if (!expansion.document || expansion.diagnostics.has_errors()) continue;
    SCOPED_TRACE(entry.path());
    Places places(expansion);
    places.check(expansion.document->root);
    origins += places.origins;
    ++robots;
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(robots, 20U);
  EXPECT_GT(origins, 100U);
}

}  // namespace
}  // namespace romas
