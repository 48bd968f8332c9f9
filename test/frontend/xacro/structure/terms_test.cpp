// Terms of the language: as plain numbers and as quantities, and the holes of fragments.
#include <gtest/gtest.h>

#include "frontend/xacro/structure/fragment.h"
#include "frontend/xacro/structure/term.h"

namespace romas::xacro {
namespace {

using Kind = Term::Kind;

const int kLong = 1, kSide = 2, kMass = 3;  // what tells names apart

Term named(std::string text, const void* key) { return {Kind::name, std::move(text), key, {}}; }
Term of(Kind kind, std::string text, std::vector<Term> args) {
  return {kind, std::move(text), nullptr, std::move(args)};
}

TEST(Terms, BracketsFollowTheLanguage) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  const Term sum =
      of(Kind::sum, "-", {number_term("1"), of(Kind::sum, "+", {number_term("2"), number_term("3")})});
  EXPECT_EQ(printer.plain(sum), "1 - (2 + 3)");
  EXPECT_EQ(printer.plain(of(Kind::power, "2", {of(Kind::negative, {}, {named("x", &kLong)})})), "(-x)^2");
  EXPECT_EQ(printer.plain(of(Kind::power, {}, {named("x", &kLong), named("n", &kSide)})), "x^n");
  EXPECT_EQ(printer.plain(of(Kind::power, {}, {number_term("2"), number_term("-0.5")})), "2^(-0.5)");
  EXPECT_EQ(printer.plain(of(Kind::power, {}, {sum, sum})), "(1 - (2 + 3))^(1 - (2 + 3))");
  EXPECT_EQ(printer.plain(of(Kind::product, "/", {sum, number_term("-4")})), "(1 - (2 + 3)) / -4");
  EXPECT_EQ(printer.plain(of(Kind::turned, "sin", {named("x", &kLong)})), "sin((x) rad)");
  EXPECT_EQ(printer.quantity(of(Kind::radians, {}, {number_term("30")}), "rad"), "30 deg");
}

TEST(Terms, DegreesStayDegrees) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  const Term x = of(Kind::radians, {}, {named("x", &kLong)});
  const Term right = of(Kind::radians, {}, {number_term("90")});
  const auto rad = [&](Term term) { return printer.quantity(term, "rad"); };
  EXPECT_EQ(rad(of(Kind::negative, {}, {x})), "-(x) deg");
  EXPECT_EQ(rad(of(Kind::sum, "+", {right, of(Kind::negative, {}, {x})})), "90 deg + -(x) deg");
  EXPECT_EQ(rad(of(Kind::product, "*", {number_term("2"), of(Kind::sum, "-", {right, x})})),
            "2 * (90 deg - (x) deg)");
  EXPECT_EQ(rad(of(Kind::product, "/", {x, number_term("2")})), "(x) deg / 2");
  // An angle over an angle is a number, and a number plus an angle are radians of both.
  EXPECT_EQ(rad(of(Kind::product, "/", {x, right})), "(radians((x) deg) / radians((90) deg)) rad");
  EXPECT_EQ(rad(of(Kind::sum, "+", {number_term("1"), right})), "(1 + radians((90) deg)) rad");
}

TEST(Terms, UsesDecideWhatANameMeasures) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  const Term half = of(Kind::product, "/", {named("long", &kLong), number_term("2")});
  EXPECT_EQ(printer.quantity(half, "m"), "(long / 2) m");
  EXPECT_EQ(printer.quantity(of(Kind::product, "*", {named("side", &kSide), number_term("0.1")}), "m"),
            "(side * 0.1) m");
  EXPECT_TRUE(dimensions.decide());
  EXPECT_EQ(dimensions.units(&kLong), "m");
  EXPECT_EQ(dimensions.units(&kSide), "");  // a factor says nothing
  EXPECT_EQ(printer.quantity(half, "m"), "long / 2");
  EXPECT_EQ(printer.plain(half), "long / (1 m) / 2");
  EXPECT_FALSE(dimensions.decide());  // nothing is new
}

// Files of data lie in the folder that is said, and packages where they are found.
class SomePlaces : public Places {
 public:
  std::string folder_of(FileId file) const override { return file == 0 ? "" : "../urdf/"; }
  std::string package(const std::string& name) const override { return "somewhere/" + name; }
};

TEST(Terms, DataIsReadAndItsMembersArePlainNumbers) {
  Dimensions dimensions;
  const SomePlaces places;
  TermPrinter printer(dimensions, {}, &places);
  const Term own = of(Kind::load, "3", {text_term("a.yaml")});
  EXPECT_EQ(printer.plain(own), "load(\"../urdf/a.yaml\")");
  const Term of_package =
      of(Kind::load, "", {joined_term({of(Kind::find, "arm", {}), text_term("/"), named("kind", &kSide)})});
  EXPECT_EQ(printer.plain(of_package), "load(\"somewhere/arm/{kind}\")");
  EXPECT_EQ(printer.plain(of(Kind::load, "", {named("file", &kSide)})), "load(file)");
  const Term member = of(Kind::member, "mass", {of(Kind::member, "part 1", {named("data", &kLong)})});
  EXPECT_EQ(printer.plain(member), "data[\"part 1\"].mass");
  EXPECT_EQ(printer.quantity(member, "kg"), "(data[\"part 1\"].mass) kg");
  EXPECT_THROW(printer.plain(of(Kind::find, "arm", {})), NotKept);  // no value by itself
}

TEST(Terms, AMeasuredValueIsAQuantityAlready) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  const Term most = of(Kind::measured, "rad", {of(Kind::member, "most", {named("data", &kLong)})});
  EXPECT_EQ(printer.quantity(most, "rad"), "data.most");
  EXPECT_EQ(printer.plain(most), "radians(data.most)");
  EXPECT_EQ(printer.quantity(most, "rad/s"), "(radians(data.most)) rad/s");
  const Term wide = of(Kind::measured, "m", {named("wide", &kSide)});
  EXPECT_EQ(printer.plain(of(Kind::product, "*", {wide, number_term("2")})), "wide / (1 m) * 2");
}

TEST(Terms, UsesThatDoNotAgreeLeaveAPlainNumber) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  EXPECT_EQ(printer.quantity(named("long", &kLong), "m"), "(long) m");
  EXPECT_EQ(printer.quantity(named("long", &kLong), "kg"), "(long) kg");
  ASSERT_EQ(dimensions.conflicts().size(), 1U);
  EXPECT_EQ(dimensions.conflicts()[0].second, "kg and m");
  EXPECT_FALSE(dimensions.decide());
  EXPECT_EQ(dimensions.units(&kLong), "");
}

TEST(Terms, FormulasOfQuantitiesNeedNoUnits) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  printer.quantity(named("mass", &kMass), "kg");
  printer.quantity(named("long", &kLong), "m");
  dimensions.decide();
  const Term squares =
      of(Kind::sum, "+",
         {of(Kind::power, "2", {named("long", &kLong)}), of(Kind::power, "2", {number_term("0.2")})});
  const Term inertia =
      of(Kind::product, "*", {of(Kind::product, "/", {named("mass", &kMass), number_term("12")}), squares});
  EXPECT_EQ(printer.quantity(inertia, "kg*m^2"), "mass / 12 * (long^2 + (0.2 m)^2)");
  // No quantity: every name is made a number.
  EXPECT_EQ(printer.quantity(inertia, "N"), "(mass / (1 kg) / 12 * ((long / (1 m))^2 + 0.2^2)) N");
}

TEST(Terms, ProductsSayWhatTheirOnlyUnknownFactorMeasures) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  const int kRadius = 4, kShare = 5;
  const Term radius = named("radius", &kRadius), mass = named("mass", &kMass);
  const Term disc =
      of(Kind::product, "*",
         {of(Kind::product, "*", {of(Kind::product, "*", {number_term("0.5"), mass}), radius}), radius});
  printer.quantity(mass, "kg");
  printer.quantity(disc, "kg*m^2");
  printer.quantity(of(Kind::product, "*", {number_term("0.1"), named("share", &kShare)}), "kg");
  dimensions.decide();
  EXPECT_EQ(dimensions.units(&kRadius), "");  // what the mass measures was not known
  printer.quantity(mass, "kg");
  printer.quantity(disc, "kg*m^2");
  dimensions.decide();
  EXPECT_EQ(dimensions.units(&kMass), "kg");
  EXPECT_EQ(dimensions.units(&kRadius), "m");
  EXPECT_EQ(dimensions.units(&kShare), "");
  EXPECT_EQ(printer.quantity(disc, "kg*m^2"), "0.5 * mass * radius * radius");
  EXPECT_TRUE(dimensions.conflicts().empty());
}

TEST(Fragments, NumbersInTextsKeepTheirDigits) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  Fragment fragment;
  const std::string rate = fragment.number(named("rate", &kLong), {"100.0", "50.0"});
  const std::string count = fragment.number(named("count", &kSide), {"3", "0.25"});
  const std::string fixed = fragment.number(number_term("0"), {"0.0", "0.0"});
  EXPECT_EQ(
      fragment.filled("raw r#\"<a b=\"" + rate + "\" c=\"" + count + "\" d=\"" + fixed + "\"/>\"#", printer),
      R"(raw "<a b=\"{rate:.1f}\" c=\"{count}\" d=\"0.0\"/>")");
  EXPECT_EQ(fragment.filled("mass " + rate + " kg; " + count + fixed, printer).substr(0, 15),
            "mass (rate) kg;");
  Fragment other;
  const std::string mixed = other.number(named("rate", &kLong), {"100.0", "0.25"});
  EXPECT_THROW(other.filled("raw r#\"" + mixed + "\"#", printer), NotKept);
}

TEST(Fragments, ValuesTakeThePlacesOfTheirHoles) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  Fragment fragment;
  const std::string x = fragment.number(named("x", &kLong)), y = fragment.number(number_term("2"));
  const std::string name = fragment.text(named("prefix", &kSide));
  const std::string printed = "link \"" + name + "_a\" {\n  visual box (" + x + ", " + y +
                              ", 1) m;\n  mass " + x + " kg;\n  parameter n \"" + y + "\";\n}\n";
  EXPECT_EQ(fragment.filled(printed, printer),
            "link \"{prefix}_a\" {\n  visual box (x, 2, 1) m;\n  mass (x) kg;\n  parameter n \"{2}\";\n}\n");
}

TEST(Fragments, AValueWithoutAPlaceIsTold) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  Fragment fragment;
  fragment.number(named("x", &kLong));
  EXPECT_THROW(fragment.filled("link a;\n", printer), NotKept);
}

TEST(Fragments, RawTextsWithValuesAreTexts) {
  Dimensions dimensions;
  TermPrinter printer(dimensions);
  Fragment fragment;
  const std::string hole = fragment.text(named("p", &kSide));
  EXPECT_EQ(fragment.filled("raw r#\"<a b=\"" + hole + "\"/>\"#", printer), R"(raw "<a b=\"{p}\"/>")");
  EXPECT_EQ(Fragment().filled("raw r#\"<a b=\"1\"/>\"#", printer), "raw r#\"<a b=\"1\"/>\"#");
}

}  // namespace
}  // namespace romas::xacro
