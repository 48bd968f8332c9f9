// Names in robots of which no document is open, for who searches again.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lsp/protocol/feature_types.h"
#include "lsp/reading/reading.h"

namespace romas::lsp {

class ClosedSymbols {
 public:
  using Symbols = std::vector<SymbolInformation>;

  // The names of a robot, by its label, as its files on the disk say them now. read(): its reading, where
  // they changed or were not read; symbols(): the names in a reading. The reading is not kept.
  template <class Read, class Of>
  const Symbols& of(const std::string& label, const Read& read, const Of& symbols) {
    const auto known = kept_.find(label);
    if (known != kept_.end() && is_as_it_was(known->second.stamps)) return known->second.symbols;
    const std::shared_ptr<const Reading> reading = read();
    Kept& kept = kept_[label];
    kept.stamps = reading->stamps();
    return kept.symbols = symbols(*reading);
  }
  // Projects are read in another way from now on.
  void forget() { kept_.clear(); }

 private:
  struct Kept {
    std::optional<FileStamps> stamps;
    Symbols symbols;
  };
  static bool is_as_it_was(const std::optional<FileStamps>& stamps);

  std::map<std::string, Kept> kept_;  // by label
};

}  // namespace romas::lsp
