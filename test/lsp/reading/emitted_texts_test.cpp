// Texts of a target are made once for each reading.
#include "lsp/reading/emitted_texts.h"

#include <gtest/gtest.h>

#include "driver/request/pipelines.h"
#include "lsp/reading/reading.h"

namespace romas::lsp {
namespace {

TEST(EmittedTexts, areMadeOnceForAReading) {
  ProjectRequest project;
  std::string error;
  ASSERT_TRUE(driver::make_pipelines(project.request, project.pipelines, error)) << error;
  const auto read = [&] {
    return std::make_shared<const Reading>(driver::Input("/no/such/arm.urdf"), project,
                                           std::make_shared<const SourceManager::Texts>());
  };
  EmittedTexts kept;
  int made = 0;
  const auto ask = [&](const std::shared_ptr<const Reading>& reading, const char* target) {
    return kept.of(reading, target, [&] {
      ++made;
      return std::make_shared<const std::vector<std::string>>(std::vector<std::string>{std::to_string(made)});
    });
  };
  auto one = read();
  const auto other = read();
  EXPECT_EQ(ask(one, "expanded")->front(), "1");
  EXPECT_EQ(ask(one, "expanded")->front(), "1");
  EXPECT_EQ(ask(one, "romas")->front(), "2");
  EXPECT_EQ(ask(other, "expanded")->front(), "3");
  EXPECT_EQ(ask(one, "romas")->front(), "2");
  // A text that was changed is another reading.
  one = read();
  EXPECT_EQ(ask(one, "expanded")->front(), "4");
  EXPECT_EQ(ask(other, "expanded")->front(), "3");
}

TEST(EmittedTexts, rememberThatThereAreNone) {
  EmittedTexts kept;
  ProjectRequest project;
  std::string error;
  ASSERT_TRUE(driver::make_pipelines(project.request, project.pipelines, error)) << error;
  const auto reading = std::make_shared<const Reading>(driver::Input("/no/such/arm.urdf"), project,
                                                       std::make_shared<const SourceManager::Texts>());
  int made = 0;
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(kept.of(reading, "romas",
                      [&] {
                        ++made;
                        return EmittedTexts::Texts();
                      }),
              nullptr);
  EXPECT_EQ(made, 1);
}

}  // namespace
}  // namespace romas::lsp
