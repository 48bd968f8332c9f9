// Random expressions: most of them have a value, and some mix types that do not fit. One seed gives the same
// ones everywhere. Whole numbers stay small, because Python has larger ones.
#pragma once

#include <random>
#include <string>

#include "support/text/text.h"

namespace romas::xacro::test {

class RandomExpression {
 public:
  explicit RandomExpression(std::uint32_t seed) : engine_(seed) {}

  std::string any(int depth = 4) {
    switch (below(6)) {
      case 0: return list(depth);
      case 1: return text(depth);
      case 2: return truth(depth);
      case 3: return dict(depth);
      default: return number(depth);
    }
  }

 private:
  std::size_t below(std::size_t count) { return engine_() % count; }
  template <std::size_t count>
  std::string one_of(const char* const (&words)[count]) {
    return words[below(count)];
  }
  bool stray() { return below(25) == 0; }

  std::string leaf_number() {
    return one_of({"0",         "1",   "2",    "7",     "-3",    "10",   "0.5", "1.5",
                   "-2.25",     "1e3", "1e-7", "True",  "100",   ".1",   "3",   "1e16",
                   "12345.678", "0.0", "-0.0", "2.675", "1_000", "0x1f", "0b11"});
  }
  std::string number(int depth) {
    if (depth <= 0) return leaf_number();
    if (stray()) return any(depth - 1);
    switch (below(14)) {
      case 0: return concat("(", number(depth - 1), ")");
      case 1: return concat("-", number(depth - 1));
      case 2: return concat("len(", list(depth - 1), ")");
      case 3: return concat("round(", number(depth - 1), ", ", one_of({"0", "1", "2", "-1", "3"}), ")");
      case 4:
        return concat("(", number(depth - 1), " if ", truth(depth - 1), " else ", number(depth - 1), ")");
      case 5: return concat(one_of({"min", "max"}), "(", number(depth - 1), ", ", number(depth - 1), ")");
      case 6: return concat("python.sum([", number(depth - 1), ", ", number(depth - 1), "])");
      case 7:
        return concat(one_of({"python.abs", "float", "int", "fabs", "floor", "ceil"}), "(", number(depth - 1),
                      ")");
      case 8:
        return concat("(", number(depth - 1), ")", one_of({" // ", " % "}), "(", number(depth - 1), ")");
      case 9: return concat("(", number(depth - 1), ") ** ", one_of({"2", "0", "1", "-1", "0.5", "3"}));
      case 10: return concat(list(depth - 1), "[", one_of({"0", "-1", "1"}), "]");
      case 11: return concat(text(depth - 1), ".", one_of({"find", "count", "rfind"}), "(", text(0), ")");
      default:
        return concat(number(depth - 1), one_of({" + ", " - ", "*", " / ", " + ", " - "}), number(depth - 1));
    }
  }

  std::string leaf_text() {
    return one_of({"'a'", "\"it's\"", "''", "'left_link'", "'a,b,,c'", "' x  y '", "'Hello World'", "'1.5'",
                   "'é€'", "r'\\d'", "'tab\\tnew\\n'", "'q\"q'", "'42'", "'%s-%s'", "'{}+{!r}'"});
  }
  std::string text(int depth) {
    if (depth <= 0) return leaf_text();
    if (stray()) return any(depth - 1);
    switch (below(13)) {
      case 0: return concat(text(depth - 1), " + ", text(depth - 1));
      case 1: return concat("str(", any(depth - 1), ")");
      case 2:
        return concat("(", text(depth - 1), ")",
                      one_of({".strip()", ".title()", ".capitalize()", ".lstrip('a ')"}));
      case 3: return concat("(", text(depth - 1), ").replace(", text(0), ", ", text(0), ")");
      case 4:
        return concat("(", text(depth - 1), ")[", one_of({"1:", ":2", "::-1", "0:1", "-2:", "::2"}), "]");
      case 5: return concat("', '.join([str(i) for i in ", list(depth - 1), "])");
      case 6: return concat("'{:", spec(), "}'.format(", number(depth - 1), ")");
      case 7:
        return concat("'%",
                      one_of({"5d", "-6.2f", "+.3e", "s", "r", "08.3f", "g", "x", "05d", ".4g", "#x", " d"}),
                      "' % ", "(", number(depth - 1), ",)");
      case 8: return concat("python.repr(", any(depth - 1), ")");
      case 9:
        return concat("(", text(depth - 1), ").", one_of({"center", "ljust", "rjust", "zfill"}), "(",
                      one_of({"0", "5", "8", "11"}), ")");
      case 10: return concat("(", text(depth - 1), ") * ", one_of({"2", "0", "3"}));
      case 11:
        return concat("'{:", one_of({"", "<", ">", "^", "*^", "0"}), one_of({"3", "8", "12"}),
                      one_of({"", ".2", ".4"}), "}'.format(", text(depth - 1), ")");
      default: return leaf_text();
    }
  }
  std::string spec() {
    return concat(one_of({"", "<", ">", "^", "*>", "=", "é^"}), one_of({"", "+", " ", "-"}),
                  one_of({"", "#"}), one_of({"", "0"}), one_of({"", "6", "12"}), one_of({"", ",", "_"}),
                  one_of({"", ".0", ".2", ".5"}),
                  one_of({"", "d", "f", "e", "g", "G", "E", "%", "x", "b", "n"}));
  }

  std::string truth(int depth) {
    if (depth <= 0) return one_of({"True", "False", "1 < 2", "'a' in 'abc'"});
    switch (below(7)) {
      case 0: return concat("not ", truth(depth - 1));
      case 1: return concat("(", truth(depth - 1), one_of({" and ", " or "}), any(depth - 1), ")");
      case 2: return concat("(", any(depth - 1), one_of({" == ", " != "}), any(depth - 1), ")");
      case 3: return concat("(", number(depth - 1), one_of({" in ", " not in "}), list(depth - 1), ")");
      case 4:
        return concat("python.isinstance(", any(depth - 1), ", ",
                      one_of({"int", "str", "list", "(float, dict)"}), ")");
      case 5: return concat(one_of({"python.any", "python.all"}), "(i for i in ", list(depth - 1), ")");
      default:
        return concat("(", number(depth - 1), one_of({" < ", " <= ", " > ", " >= "}), number(depth - 1),
                      one_of({" < ", " != ", " >= "}), number(depth - 1), ")");
    }
  }

  std::string list(int depth) {
    if (depth <= 0)
      return one_of({"[1, 2, 3]", "[]", "['a', 'b']", "(1, 2.5)", "[1, 'a', None]", "[0.1, 0.2, 0.3]"});
    if (stray()) return any(depth - 1);
    switch (below(11)) {
      case 0: return concat("[", any(depth - 1), ", ", any(depth - 1), "]");
      case 1: return concat("[i for i in ", list(depth - 1), " if ", truth(depth - 1), "]");
      case 2: return concat("[(i, j) for i in ", list(depth - 1), " for j in ", list(depth - 2), "]");
      case 3:
        return concat("list(", list(depth - 1), ")", one_of({" + ", " * 2 + "}), "list(", list(depth - 1),
                      ")");
      case 4:
        return concat("(", text(depth - 1), ").split(", one_of({"", "','", "' '", "None, 1", "'a', 1"}), ")");
      case 5:
        return concat("python.sorted([", number(depth - 1), ", ", number(depth - 1), ", ", number(depth - 1),
                      "])");
      case 6: return concat("list(python.zip(", list(depth - 1), ", ", list(depth - 1), "))");
      case 7: return concat("list(python.range(", one_of({"3", "1, 4", "5, 0, -2", "0"}), "))");
      case 8: return concat("list(map(str, ", list(depth - 1), "))");
      case 9: return concat("list(python.enumerate(", list(depth - 1), "))");
      default: return concat("(", list(depth - 1), ")[", one_of({"1:", "::-1", ":2", "-1:"}), "]");
    }
  }

  std::string dict(int depth) {
    if (depth <= 0) return one_of({"{}", "{'a': 1}", "dict(x=1, y=2.5)", "{1: 'one', 2.0: None}"});
    switch (below(4)) {
      case 0: return concat("{", text(depth - 2), ": ", any(depth - 1), ", 'k': ", any(depth - 1), "}");
      case 1: return concat("{str(i): i for i in ", list(depth - 1), "}");
      case 2: return concat("dict(a=", any(depth - 1), ", b=", any(depth - 2), ")");
      default: return concat("list((", dict(depth - 1), ").", one_of({"items", "keys", "values"}), "())");
    }
  }

  std::mt19937 engine_;
};

}  // namespace romas::xacro::test
