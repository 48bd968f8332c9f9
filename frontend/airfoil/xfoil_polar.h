// Polars of airfoils, as Xfoil and XFLR5 write them (PACC): text, a table for each Reynolds number.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "ir/analysis/loads/airfoil.h"
#include "support/sources/source_manager.h"

namespace romas {

// Why a file is no polar, and where that is seen.
struct PolarProblem {
  std::string reason;  // a sentence fragment
  SourceRange range;
};

// The polars of a file, by rising Reynolds number: at least one, each with two angles of attack or more. A
// table begins with the line of its columns; alpha (degrees), CL, CD and CM are read, wherever they stand.
// Above it stands `Re = 0.200 e 6`. Rows are sorted by alpha, and of rows with one alpha the last one counts:
// Xfoil writes them in the order in which they were computed, and again where a sequence is repeated.
std::variant<std::vector<AirfoilPolar>, PolarProblem> read_xfoil_polars(FileId file,
                                                                        const SourceManager& sources);

}  // namespace romas
