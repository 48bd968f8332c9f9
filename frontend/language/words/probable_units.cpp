#include "frontend/language/words/probable_units.h"

#include <cmath>

#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

std::string with_probable_units(std::string_view digits, std::string_view si_units, double number) {
  const std::string_view probable = probable_unit(si_units, number);
  const auto with = [&](std::string_view unit) { return concat("'", digits, " ", unit, "'"); };
  if (si_units != "m" || std::abs(number) < 1) return with(probable);
  return probable == "mm" ? concat(with("mm"), ", ", with("cm"), " or ", with("m"))
                          : concat(with("m"), ", ", with("cm"), " or ", with("mm"));
}

}  // namespace romas::language
