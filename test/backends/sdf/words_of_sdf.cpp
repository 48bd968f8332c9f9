// Words of fixed lists, held against libsdformat: it knows each word that our lists have, and refuses another
// one; every format of images that ROS names is written such that it reads the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <sdf/sdf.hh>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "ir/format/sdf_words.h"
#include "support/text/text.h"

namespace romas {
namespace {

std::string complaint_about(const std::string& in_link) {
  ::sdf::Root root;
  const auto errors = root.LoadSdfString(
      concat("<sdf version='1.9'><model name='m'><link name='a'>", in_link, "</link></model></sdf>"));
  return errors.empty() ? std::string() : errors.front().Message();
}

std::string camera(const std::string& image, const std::string& further = {}) {
  return concat(
      "<sensor name='s' type='camera'><camera><horizontal_fov>1</horizontal_fov><image><width>3</width>"
      "<height>3</height>",
      image, "</image><clip><near>0.1</near><far>9</far></clip>", further, "</camera></sensor>");
}

// A list of words, and what a link has with one of them in place of @.
struct WordList {
  std::string_view words;
  std::string element;
};

std::vector<WordList> judged_lists() {
  using sdf::words_of_attribute;
  using sdf::words_of_text;
  const std::string force = "<sensor name='s' type='force_torque'><force_torque>";
  const std::string end = "</force_torque></sensor>";
  return {
      {words_of_attribute("sensor", "type"),
       "<sensor name='s' type='@'><camera><horizontal_fov>1</horizontal_fov><image><width>3</width><height>3"
       "</height></image><clip><near>0.1</near><far>9</far></clip></camera></sensor>"},
      {words_of_text("image", "format"), camera("<format>@</format>")},
      {words_of_text("noise", "type"), camera("", "<noise><type>@</type></noise>")},
      {words_of_text("force_torque", "frame"), force + "<frame>@</frame>" + end},
      {words_of_text("force_torque", "measure_direction"),
       force + "<measure_direction>@</measure_direction>" + end},
      {words_of_attribute("joint", "type"),
       "</link><link name='b'/><link name='c'/><joint name='j' "
       "type='@'><parent>a</parent><child>b</child><axis>"
       "<xyz>0 0 1</xyz></axis><axis2><xyz>1 0 "
       "0</xyz></axis2><gearbox_reference_body>c</gearbox_reference_body>"
       "</joint><link name='d'>"},
      {words_of_attribute("light", "type"), "<light name='l' type='@'/>"},
      {words_of_attribute("particle_emitter", "type"), "<particle_emitter name='p' type='@'/>"},
      {words_of_attribute("shader", "type"),
       "<visual name='v'><geometry><sphere><radius>1</radius></sphere></geometry><material><shader type='@'>"
       "<normal_map>n.png</normal_map></shader></material></visual>"},
  };
}

std::string with_word(std::string text, std::string_view word) {
  return text.replace(text.find('@'), 1, word);
}

TEST(WordsOfSdf, libsdformatKnowsOurs) {
  for (const WordList& list : judged_lists()) {
    ASSERT_FALSE(list.words.empty()) << list.element;
    for (const Token& word : split_words(list.words))
      if (word.text != "air_speed")  // of later versions
        EXPECT_EQ(complaint_about(with_word(list.element, word.text)), "")
            << word.text << " in " << list.element;
    EXPECT_NE(complaint_about(with_word(list.element, "nonsense")), "") << list.element;
  }
}

TEST(WordsOfSdf, everyFormatOfRosIsReadInSdf) {
  std::vector<std::string> formats = {"16UC3", "nonsense"};
  for (const ImageFormat& format : kImageFormats)
    for (const std::string_view name : {format.ros, format.sdf, format.other_sdf})
      if (!name.empty()) formats.emplace_back(name);
  std::size_t written = 0;
  for (const std::string& format : formats) {
    SourceManager sources;
    DiagnosticEngine diagnostics;
    std::vector<std::string> files_read;
    const FrontendOptions frontend_options;
    FrontendContext context{sources, diagnostics, frontend_options, files_read};
    const FileId file = sources.add_text(
        "c.urdf",
        concat("<robot name='r'><link name='a'/><sensor name='s' type='camera'><parent link='a'/><camera>"
               "<image width='9' height='9' hfov='1' format='",
               format, "' near='0.1' far='9'/></camera></sensor></robot>"));
    FrontendResult parsed = parse_urdf(file, context);
    ASSERT_EQ(parsed.models.size(), 1U);
    const TargetOptions options;
    TargetContext target{diagnostics, options};
    const std::string text = emit_sdf(parsed.models.front(), target);
    ::sdf::Root root;
    const auto errors = root.LoadSdfString(text);
    EXPECT_TRUE(errors.empty()) << format << ": " << (errors.empty() ? "" : errors.front().Message());
    const bool is_written = text.find("<format>") != std::string::npos;
    const auto findings = diagnostics.sorted();
    const bool is_lost = std::any_of(findings.begin(), findings.end(), [](const Diagnostic& finding) {
      return finding.rule == Rule::feature_dropped;
    });
    EXPECT_NE(is_written, is_lost) << format;
    written += is_written ? 1 : 0;
  }
  EXPECT_GT(written, 30U);
}

}  // namespace
}  // namespace romas
