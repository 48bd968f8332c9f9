// The statements of broken and half-typed texts.
#include "frontend/language/typing/outline.h"

#include <gtest/gtest.h>

#include "frontend/language/typing/definitions.h"
#include "support/text/text.h"

namespace romas::language {
namespace {

// The first word of each statement, those in its braces behind it in parentheses.
std::string shape(std::string_view text) {
  const Outline outline = outline_of(text);
  const auto inside = [&](auto& self, std::uint32_t parent) -> std::string {
    std::string out;
    for (std::uint32_t i = 0; i < outline.pieces.size(); ++i) {
      const Outline::Piece& piece = outline.pieces[i];
      if (piece.parent != parent) continue;
      const std::string body = piece.has_body ? concat("(", self(self, i), ")") : std::string();
      out += concat(out.empty() ? "" : " ", outline.word(piece.first), body, piece.is_closed ? "" : "?");
    }
    return out;
  };
  return inside(inside, Outline::kNone);
}

TEST(Outline, ofWholeTexts) {
  EXPECT_EQ(shape("import \"a\"; robot r { link a { mass 1 kg; } link b; } let x = 1;"),
            "import robot(link(mass) link) let");
  EXPECT_EQ(shape("robot r { if a { link b; } else if c { } else { link d; } }"),
            "robot(if(link) else() else(link))");
  EXPECT_EQ(shape("robot r { link a { visual box (1, 1, 1) m material { } at identity; } }"),
            "robot(link(visual))");
  EXPECT_EQ(shape(""), "");
  EXPECT_EQ(shape(";;;"), "");
}

TEST(Outline, assumesWhatIsMissingAtLinesThatBeginStatements) {
  EXPECT_EQ(shape("robot r {\n  link a {\n    mass 1 kg\n    com (0, 0, 0) m;\n"),
            "robot(link(mass? com)?)?");
  EXPECT_EQ(shape("robot r {\n  link a {\n    mass 1 kg;\n  joint j : fixed a -> b;\n}"),
            "robot(link(mass)? joint)");
  EXPECT_EQ(shape("robot r {\n  link a;\nmodule m() {\n}\n"), "robot(link)? module()");
  EXPECT_EQ(shape("let a = 1 m\nlet b = 2 m;"), "let? let");
  EXPECT_EQ(shape("let a =\nlet b = 2 m;"), "let");  // a value goes on
  EXPECT_EQ(shape("}}} robot r { ( [ } link"), "robot((?) link?");
}

TEST(Definitions, ofATextWithTheirScopes) {
  const Outline outline = outline_of(
      "import \"legs/leg.romas\"; param n : int = 2; fn f(a: length, b = g(1, 2)) -> mass = a;\n"
      "module leg_of(side: [real]) { let (x, y) = (1, 2); for (i, l) in z { link \"l_{i}\"; } use "
      "leg.part(1) as "
      "one; }\n"
      "robot r { joint j : revolute a -> b { let k = 1; } transmission t { joint j; } "
      "use leg_of([1]) as w { link patched { } } with rim { link given; } with hub { let h = 2; } "
      "test \"it stands\" { at j = 0 rad; let n = 2; } }");
  std::string all;
  for (const Definition& definition : definitions_in(outline)) {
    all += concat(describe(definition.kind), " ", definition.name);
    for (const FormalText& formal : definition.formals) all += concat(" <", formal.text(), ">");
    if (!definition.type.empty()) all += concat(" : ", definition.type);
    all += "\n";
  }
  EXPECT_EQ(all,
            "file leg\nparameter of the file n : int\n"
            "function f <a: length> <b = g(1, 2)> : mass\nparameter a : length\nparameter b\n"
            "module leg_of <side: [real]>\nparameter side : [real]\nvalue x\nvalue y\n"
            "variable of a loop i\nvariable of a loop l\nlink l_{i}\ninstance one\n"
            "robot r\njoint j : revolute\nvalue k\nentity t\ninstance w\nlink given\nvalue h\ntest it "
            "stands\nvalue n\n");
}

}  // namespace
}  // namespace romas::language
