#include "frontend/servo/device_files.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "frontend/servo/device_reader.h"
#include "support/bytes/embedded.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxDevices = 500;  // of a file
constexpr std::string_view kEnding = ".yaml";
// A file that adds devices to a known family has only the first two.
constexpr std::array<DeviceKey, 27> kFileKeys = {
    DeviceKey::family,    DeviceKey::devices,    DeviceKey::title,         DeviceKey::source,
    DeviceKey::protocol,  DeviceKey::byte_order, DeviceKey::parity,        DeviceKey::ids,
    DeviceKey::bauds,     DeviceKey::modes,      DeviceKey::flags,         DeviceKey::reversal,
    DeviceKey::torque,    DeviceKey::lock,       DeviceKey::homing,        DeviceKey::seam,
    DeviceKey::registers, DeviceKey::defaults,   DeviceKey::store,         DeviceKey::notes,
    DeviceKey::recovery,  DeviceKey::sync_read,  DeviceKey::packet_errors, DeviceKey::input_modes,
    DeviceKey::packets,   DeviceKey::watchdog,   DeviceKey::silence};

bool is_wanted(std::string_view family, std::span<const std::string> wanted) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), family) != wanted.end();
}

std::string_view family_of(const EmbeddedFile& file) {
  return file.path.substr(0, file.path.size() - kEnding.size());
}

// Opens the files that the given paths mean. The files of a folder are sorted by name.
class DeviceFileList {
 public:
  explicit DeviceFileList(FrontendContext& context) : context_(context) {}

  std::vector<FileId> open(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      if (is_folder(path)) {
        open_folder(path);
      } else {
        open_file(path);
      }
    }
    return std::move(files_);
  }

 private:
  void open_folder(const std::string& path) {
    const FolderListing listing = list_folder(path);
    std::vector<std::string> names;
    for (const FolderListing::Entry& entry : listing.entries) {
      const std::string extension = to_lower(fs::path(entry.name).extension().string());
      if ((extension == kEnding || extension == ".yml") && entry.kind == PathKind::file)
        names.push_back((fs::path(path) / entry.name).string());
    }
    if (listing.error)
      context_.diagnostics.report(
          Rule::unreadable_file, {},
          concat("cannot read the folder of device files '", path, "': ", listing.error.message()));
    for (const std::string& name : names) open_file(name);
  }

  void open_file(const std::string& path) {
    SourceManager::ReadError error;
    const FileId file = context_.sources.read_file(
        path, error, std::min<std::uint64_t>(context_.options.max_input, kDeviceFileLimits.bytes));
    if (file == 0) {
      context_.diagnostics.report(error.too_large ? Rule::input_limit : Rule::unreadable_file, {},
                                  concat("cannot read the device file '", path, "': ", error.reason));
      return;
    }
    context_.files_read.push_back(path);
    files_.push_back(file);
  }

  FrontendContext& context_;
  std::vector<FileId> files_;
};

// The family that a file describes. A file with devices only adds them to a known family.
ServoFamilyDraft* find_or_read_family(const YamlMap& map, const YamlNode& name_node, const std::string& name,
                                      bool only_devices, FileId file, ServoDeviceFiles& files,
                                      DeviceFileProblems& problems) {
  const auto known = std::find_if(files.families.begin(), files.families.end(),
                                  [&](const ServoFamilyDraft& f) { return f.family.name == name; });
  if (known != files.families.end()) {
    if (only_devices) return &*known;
    problems.report(
        name_node.range,
        concat(
            "family '", name,
            "' is already described; a file that adds devices to it may have only 'family' and 'devices'"));
    return nullptr;
  }
  if (only_devices) {
    std::vector<std::string_view> names = embedded_servo_families();
    for (const ServoFamilyDraft& family : files.families) names.push_back(family.family.name);
    const std::string hint = did_you_mean(name, names);
    problems.report(
        name_node.range,
        concat("there is no family '", name, "' to add devices to",
               hint.empty()
                   ? "; a file that describes one needs 'title', 'source', 'protocol' and 'registers'"
                   : hint));
    return nullptr;
  }
  auto draft = read_servo_family(map, name, problems);
  if (!draft) return nullptr;
  draft->file = file;
  return &files.families.emplace_back(std::move(*draft));
}

// Adds a device. It replaces a device of the same family and name from an earlier file. Any other name in
// use, aliases included, is an error.
void add_device(ServoDevice device, FileId file, ServoDeviceFiles& files, DeviceFileProblems& problems) {
  std::vector<std::string> names = device.aliases;
  names.push_back(device.name);
  for (std::string& name : names) name = to_lower(name);
  for (ServoDeviceEntry& entry : files.devices) {
    if (entry.device.family != device.family) continue;
    if (entry.file != file && to_lower(entry.device.name) == names.back()) {
      entry = {std::move(device), file};
      return;
    }
    std::vector<std::string> others = entry.device.aliases;
    others.push_back(entry.device.name);
    for (const std::string& other : others)
      if (std::find(names.begin(), names.end(), to_lower(other)) != names.end()) {
        problems.report(device.range, concat("device '", device.name, "' has the name '", other, "', which '",
                                             entry.device.name, "' already has"));
        return;
      }
  }
  files.devices.push_back({std::move(device), file});
}

void add_family_name(std::string_view name, ServoDeviceFiles& files) {
  if (std::find(files.family_names.begin(), files.family_names.end(), name) == files.family_names.end())
    files.family_names.emplace_back(name);
}

}  // namespace

namespace {

void read_device_tree(const YamlNode& root, FileId file, std::span<const std::string> wanted,
                      ServoDeviceFiles& files, DeviceFileProblems& problems) {
  const SourceRange start{file, root.range.begin, root.range.begin};
  const YamlMap map(root, "the device file", start, kFileKeys, problems);
  const YamlNode* name_node = map.require(DeviceKey::family);
  const auto name =
      name_node == nullptr ? std::nullopt : read_name(*name_node, map.what(DeviceKey::family), problems);
  if (!name) return;
  if (!is_wanted(*name, wanted)) {
    add_family_name(*name, files);
    return;
  }
  const YamlNode* devices = map.find(DeviceKey::devices);
  const bool only_devices = std::none_of(kFileKeys.begin() + 2, kFileKeys.end(),
                                         [&](DeviceKey key) { return map.find(key) != nullptr; });
  if (only_devices) devices = map.require(DeviceKey::devices);
  ServoFamilyDraft* family = find_or_read_family(map, *name_node, *name, only_devices, file, files, problems);
  if (family == nullptr) return;
  add_family_name(*name, files);
  if (devices == nullptr) return;
  if (devices->kind != YamlNode::Kind::mapping) {
    problems.report(devices->range, "'devices' is not a map from names to devices");
    return;
  }
  if (devices->entries.size() > kMaxDevices) {
    problems.report(devices->entries[kMaxDevices].key.range,
                    concat("the file has more than ", kMaxDevices, " devices"));
    return;
  }
  const auto index = static_cast<std::size_t>(std::find_if(files.families.begin(), files.families.end(),
                                                           [&](const auto& f) { return &f == family; }) -
                                              files.families.begin());
  for (const auto& [key, value] : devices->entries) {
    auto device = read_servo_device(key, value, *family, problems);
    if (!device) continue;
    device->family = index;
    add_device(std::move(*device), file, files, problems);
  }
}

}  // namespace

void read_device_file(FileId file, const SourceManager& sources, std::span<const std::string> wanted,
                      ServoDeviceFiles& files, DeviceFileProblems& problems) {
  const auto root = read_yaml(file, sources, problems.engine(), Rule::servo_device, kDeviceFileLimits);
  if (!root) return;
  if (root->kind == YamlNode::Kind::null) return problems.report({file, 0, 0}, "the device file is empty");
  read_device_tree(*root, file, wanted, files, problems);
}

std::vector<std::string_view> embedded_servo_families() {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : embedded_servo_devices()) names.push_back(family_of(file));
  return names;
}

ServoDeviceLibrary read_servo_devices(const std::vector<std::string>& paths, FrontendContext& context,
                                      std::span<const std::string> wanted) {
  ServoDeviceFiles files;
  DeviceFileProblems problems(context.diagnostics);
  for (const std::string_view name : embedded_servo_families()) add_family_name(name, files);
  for (const EmbeddedFile& file : embedded_servo_devices())
    if (is_wanted(family_of(file), wanted))
      read_device_file(
          context.sources.add_text(concat("<servo devices>/", file.path), std::string(file.text)),
          context.sources, wanted, files, problems);
  for (const FileId file : DeviceFileList(context).open(paths))
    read_device_file(file, context.sources, wanted, files, problems);
  ServoDeviceLibrary library;
  library.family_names = std::move(files.family_names);
  for (ServoFamilyDraft& draft : files.families) library.families.push_back(std::move(draft.family));
  for (ServoDeviceEntry& entry : files.devices) library.devices.push_back(std::move(entry.device));
  return library;
}

}  // namespace romas
