#include "support/names/romanize.h"

#include <gtest/gtest.h>

#include "support/names/c_names.h"

namespace romas {
namespace {

// The examples of the Revised Romanization of Korean (notice 2000-8 of the Ministry of Culture and Tourism),
// of sections 2 and 3, but those with sounds that are added (Hangnyeoul, allyak, Sinmunno) and verbs.
TEST(Romanize, hangulAsTheStandardHasIt) {
  constexpr std::pair<const char*, const char*> kNames[] = {{"구미", "gumi"},
                                                            {"영동", "yeongdong"},
                                                            {"백암", "baegam"},
                                                            {"옥천", "okcheon"},
                                                            {"합덕", "hapdeok"},
                                                            {"호법", "hobeop"},
                                                            {"월곶", "wolgot"},
                                                            {"벚꽃", "beotkkot"},
                                                            {"한밭", "hanbat"},
                                                            {"구리", "guri"},
                                                            {"설악", "seorak"},
                                                            {"칠곡", "chilgok"},
                                                            {"임실", "imsil"},
                                                            {"울릉", "ulleung"},
                                                            {"대관령", "daegwallyeong"},
                                                            {"백마", "baengma"},
                                                            {"종로", "jongno"},
                                                            {"왕십리", "wangsimni"},
                                                            {"별내", "byeollae"},
                                                            {"신라", "silla"},
                                                            {"해돋이", "haedoji"},
                                                            {"같이", "gachi"},
                                                            {"좋고", "joko"},
                                                            {"놓다", "nota"},
                                                            {"낳지", "nachi"},
                                                            {"묵호", "mukho"},
                                                            {"집현전", "jiphyeonjeon"},
                                                            {"압구정", "apgujeong"},
                                                            {"낙동강", "nakdonggang"},
                                                            {"죽변", "jukbyeon"},
                                                            {"낙성대", "nakseongdae"},
                                                            {"합정", "hapjeong"},
                                                            {"팔당", "paldang"},
                                                            {"샛별", "saetbyeol"},
                                                            {"울산", "ulsan"},
                                                            {"광희문", "gwanghuimun"},
                                                            {"부산", "busan"},
                                                            {"세종", "sejong"},
                                                            {"속리산", "songnisan"},
                                                            {"독립문", "dongnimmun"},
                                                            {"독도", "dokdo"},
                                                            {"극락전", "geungnakjeon"},
                                                            {"다보탑", "dabotap"},
                                                            {"로봇이름", "robosireum"},
                                                            {"압록강", "amnokgang"},
                                                            {"닭", "dak"},
                                                            {"값", "gap"},
                                                            {"없이", "eopsi"}};
  for (const auto& [hangul, latin] : kNames) EXPECT_EQ(romanized(hangul), latin) << hangul;
  EXPECT_EQ(romanized("로봇 팔_2"), "robot pal_2");
  EXPECT_EQ(romanized("\u1105\u1169\u1107\u1169\u11BA"), "robot");  // 로봇 in single letters
  EXPECT_EQ(romanized("\u1105"), "\u1105");
}

TEST(Romanize, otherScripts) {
  EXPECT_EQ(romanized("Робот Щука объект"), "Robot Shchuka obieekt");
  EXPECT_EQ(romanized("Київ ґанок, робот Њујорк"), "Kiiv ganok, robot Njujork");
  EXPECT_EQ(romanized("Βραχίονας ρομπότ"), "Vrachionas rompot");
  EXPECT_EQ(romanized("Bras dépliè, Größe, Łódź, façade"), "Bras deplie, Groesse, Lodz, facade");
  EXPECT_EQ(romanized("e\u0301"), "e");
  EXPECT_EQ(romanized("Rô bốt, tay máy gắp ƠƯ, ẞ"), "Ro bot, tay may gap OU, SS");
  EXPECT_EQ(romanized("\u00FCber \u00C5se"), "ueber Aase");
  EXPECT_EQ(romanized("u\u0308ber A\u030Ase"), "ueber Aase");
  EXPECT_EQ(romanized("\u0439\u0451 \u0438\u0306\u0435\u0308"), "ie ie");
  EXPECT_EQ(romanized("Ａｒｍ＿２"), "Arm_2");
  EXPECT_EQ(romanized("机器人 arm"), "机器人 arm");
  EXPECT_EQ(romanized("\xff\xc0"), "\xff\xc0");
}

TEST(Romanize, namesOfProgramsStayApart) {
  EXPECT_EQ(make_namespace("로봇이름"), "robosireum");
  EXPECT_EQ(make_identifier("팔"), "pal");
  EXPECT_FALSE(has_other_letters("로봇 – «ρομπότ» 2°"));
  for (const char* name : {"机器人", "ロボット", "روبوت", "หุ่นยนต์"}) EXPECT_TRUE(has_other_letters(name));
  EXPECT_FALSE(has_other_letters("Rô bốt Ａｒｍ"));
  EXPECT_TRUE(has_other_letters("ь"));  // the soft sign has no sound
  EXPECT_TRUE(make_namespace("ь").starts_with("robot_"));
  const std::string chinese = make_namespace("机器人"), other = make_namespace("机械臂");
  EXPECT_TRUE(chinese.starts_with("robot_")) << chinese;
  EXPECT_NE(chinese, other);
  EXPECT_NE(make_namespace("机器人 arm"), make_namespace("机械 arm"));
  EXPECT_TRUE(make_namespace("机器人 arm").starts_with("arm_"));
  EXPECT_EQ(make_namespace(""), "unnamed");
  EXPECT_EQ(make_namespace("two-link arm"), "two_link_arm");
  for (const char* name : {"机器人", "로봇", "机器人 arm", "1机"})
    EXPECT_TRUE(is_cpp_identifier(make_namespace(name)));
  EXPECT_LE(make_namespace(std::string(300, 'a') + "机").size(), 101U);
}

}  // namespace
}  // namespace romas
