// Files with settings of romasc: baselines and project files. Faults in them are reported with their place.
// This is the only part of the driver that reads YAML (and JSON, which is YAML too).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/yaml/reader.h"
#include "support/sources/source_manager.h"

namespace romas::driver {

// Faults of a settings file and their places: a sentence on each line. It is caught in this box, where such a
// file is read.
struct SettingsFault {
  std::string message;
  std::uint32_t begin = 0;  // of its place in the file
};

// All functions throw SettingsFault, but for attempt().
class SettingsFile {
 public:
  // `what` is "baseline". Larger files than `most_bytes` and texts with more than `most_nodes` values are
  // refused.
  // `texts` replace the files of their names; null: none.
  SettingsFile(const std::string& path, std::string_view what, std::size_t most_bytes, std::size_t most_nodes,
               const SourceManager::Texts* texts = nullptr);

  const YamlNode& root() const { return root_; }
  // "arm/.romas.yaml:3:1"
  std::string place(SourceRange range) const;
  // "arm/.romas.yaml:3:1: MESSAGE"
  [[noreturn]] void fail(SourceRange range, std::string_view message) const;

  // Fails unless the value is a table with these keys and no others.
  void check_table(const YamlNode& value, std::string_view what,
                   std::span<const std::string_view> keys) const;
  void check_table(const YamlNode& value, std::string_view what,
                   std::initializer_list<std::string_view> keys) const {
    check_table(value, what, {keys.begin(), keys.size()});
  }
  const YamlNode& require(const YamlNode& table, std::string_view what, std::string_view key) const;
  const std::string& text(const YamlNode& value, std::string_view what) const;
  std::size_t whole_number(const YamlNode& value, std::string_view what) const;
  bool flag(const YamlNode& value, std::string_view what) const;
  // Does a part of the reading. A fault of it is kept, so that the rest is read and has its own; false then.
  template <class Work>
  bool attempt(Work&& work) {
    try {
      work();
      return true;
    } catch (SettingsFault& fault) {
      faults_.push_back(std::move(fault));
      return false;
    }
  }
  // Throws the faults that were kept, in the order of the text; nothing without one.
  void check_attempts();

 private:
  std::vector<SettingsFault> faults_;
  SourceManager sources_;
  YamlNode root_;
};

}  // namespace romas::driver
