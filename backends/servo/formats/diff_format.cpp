// --servo-format=diff: NAME_diff.txt, the registers that would change, of servos whose present state is
// known.
#include <algorithm>
#include <cmath>

#include "backends/servo/table/formats.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

// A register's place for people: "84", or "0x607d:1" where there are subindices.
std::string place_text(const ServoRegister& target) {
  if (!target.key.empty()) return target.key;
  return target.subindex == 0 ? concat(target.address) : concat(target.address, ":", target.subindex);
}

struct Present {
  const ServoRegister* target = nullptr;
  std::int64_t value = 0;
  double real = 0;
};

class DiffPrinter {
 public:
  explicit DiffPrinter(ServoFormatContext& context) : context_(context), dump_(*context.present) {}

  std::string run() {
    std::string servos;
    std::vector<bool> met(dump_.servos.size(), false);
    for (const ServoEntry& entry : context_.table.entries) {
      const auto found =
          std::find_if(dump_.servos.begin(), dump_.servos.end(), [&](const ServoDump::Servo& servo) {
            return servo.id == entry.plan.id && servo.bus == entry.plan.bus;
          });
      if (found == dump_.servos.end()) {
        ++missing_;
        servos += concat("\n", title(entry), ": not in the dump\n");
        continue;
      }
      met[static_cast<std::size_t>(found - dump_.servos.begin())] = true;
      servos += concat("\n", title(entry), "\n", compare(entry, *found));
    }
    std::string strangers;
    for (std::size_t i = 0; i < met.size(); ++i)
      if (!met[i])
        strangers +=
            concat("\nid ", dump_.servos[i].id, bus_text(dump_.servos[i].bus), ": in the dump, but robot '",
                   one_line(context_.model.name), "' has no such servo\n");
    return concat("# ", context_.banner, "\n# What would change in the servos of robot '",
                  one_line(context_.model.name), "': ", changes_, " to change, ", kept_, " as wanted, ",
                  others_, " of another servo, ", unsaid_, " not in the dump; ", missing_,
                  " servos not in the dump\n", servos, strangers);
  }

 private:
  static std::string bus_text(const std::string& bus) {
    return bus.empty() ? std::string() : concat(" on bus '", one_line(bus), "'");
  }
  std::string title(const ServoEntry& entry) const {
    return concat(joint_title(context_, entry), ": ", one_line(entry.plan.device->name), ", id ",
                  entry.plan.id, bus_text(entry.plan.bus));
  }

  void report(SourceRange range, std::string message) {
    context_.diagnostics.report(Rule::servo_register, range, std::move(message));
  }

  // The register that an entry of the dump refers to; null if the device has none there. An unknown name is
  // reported.
  const ServoRegister* find(const ServoDevice& device, const ServoDump::Register& held) {
    const ServoRegister* found = nullptr;
    for (const ServoRegister& candidate : device.registers) {
      if (!held.address) {
        if (candidate.name == held.name || (!candidate.key.empty() && candidate.key == held.name))
          return &candidate;
        continue;
      }
      if (!candidate.key.empty() || candidate.address != *held.address ||
          (held.subindex && candidate.subindex != *held.subindex))
        continue;
      if (found != nullptr) {
        report(held.name_range,
               concat("address ", *held.address, " of ", device.name, " holds both '", found->name, "' and '",
                      candidate.name, "'; write the register's name"));
        return nullptr;
      }
      found = &candidate;
    }
    if (found != nullptr || held.address) return found;
    report(held.name_range, concat(device.name, " has no register '", held.name, "'",
                                   did_you_mean(held.name, device.registers, &ServoRegister::name)));
    return nullptr;
  }

  // The number that the dump means: behind an address its bits, else the register's number, else its bits.
  std::optional<Present> read(const ServoDevice& device, const ServoDump::Register& held) {
    const ServoRegister* target = find(device, held);
    if (target == nullptr) return std::nullopt;
    if (target->encoding == ServoEncoding::real) return Present{target, 0, held.value};
    const auto wrong = [&] {
      report(held.value_range,
             concat("'", target->name, "' of ", device.name, " cannot hold ", short_number(held.value),
                    ": it has ", std::size_t{target->size}, target->size == 1 ? " byte" : " bytes",
                    target->encoding == ServoEncoding::not_negative ? " without a sign" : ""));
      return std::nullopt;
    };
    if (!held.whole) return wrong();
    const auto value = static_cast<std::int64_t>(held.value);
    const bool bits = value >= 0 && (target->size >= 8 || value >> (8U * target->size) == 0);
    // Behind an address stands what was read there; behind a name, what it means.
    if (held.address && bits) return Present{target, target->decode(static_cast<std::uint64_t>(value)), 0};
    if (target->decode(target->encode(value)) == value) return Present{target, value, 0};
    if (bits) return Present{target, target->decode(static_cast<std::uint64_t>(value)), 0};
    return wrong();
  }

  std::string line(std::string_view what, const ServoRegister& target, const std::string& values,
                   const std::string& meaning) const {
    const std::string name = concat(target.label.empty() ? target.name : target.label, " (", target.name,
                                    ", ", place_text(target), ")");
    return trimmed(concat("  ", padded(std::string(what), 9), target.persistent ? "EEPROM  " : "RAM     ",
                          padded(one_line(name), 52), "  ", padded(values, 16), "  ", one_line(meaning))) +
           "\n";
  }
  static std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }

  static std::string wanted_text(const ServoSetting& setting) {
    return setting.target->encoding == ServoEncoding::real ? short_number(setting.real)
                                                           : concat(setting.value);
  }
  static std::string present_text(const Present& present) {
    return present.target->encoding == ServoEncoding::real ? short_number(present.real)
                                                           : concat(present.value);
  }
  static bool same(const ServoSetting& setting, const Present& present) {
    return setting.target->encoding == ServoEncoding::real ? same_real(setting.real, present.real)
                                                           : setting.value == present.value;
  }
  // Drives keep single precision.
  static bool same_real(double a, double b) {
    return static_cast<float>(a) == static_cast<float>(b) || (std::isnan(a) && std::isnan(b));
  }

  std::string compare(const ServoEntry& entry, const ServoDump::Servo& servo) {
    const PlannedServo& plan = entry.plan;
    std::vector<Present> present;
    std::vector<std::string> unknown;
    for (const ServoDump::Register& held : servo.registers) {
      const auto read = this->read(*plan.device, held);
      if (!read) {
        if (held.address)
          unknown.push_back(
              concat(*held.address, held.subindex ? concat(":", *held.subindex) : std::string()));
        continue;
      }
      const auto twice = std::find_if(present.begin(), present.end(),
                                      [&](const Present& other) { return other.target == read->target; });
      if (twice == present.end())
        present.push_back(*read);
      else if (twice->value != read->value || !same_real(twice->real, read->real))
        report(held.value_range, concat("'", read->target->name, "' of servo ", servo.id,
                                        " occurs twice with different values"));
    }
    std::string text;
    for (const ServoSetting& setting : plan.identity) text += compare(setting, present, true);
    for (const ServoSetting& setting : plan.persistent) text += compare(setting, present, false);
    for (const ServoSetting& setting : plan.running) text += compare(setting, present, false);
    if (!unknown.empty())
      text += concat("  addresses that ", one_line(plan.device->name),
                     " is not known to have: ", join(unknown, ", "), "\n");
    return text;
  }

  // `identity`: the value is only checked, not written; a different one means a different servo.
  std::string compare(const ServoSetting& setting, const std::vector<Present>& present, bool identity) {
    const auto found = std::find_if(present.begin(), present.end(),
                                    [&](const Present& value) { return value.target == setting.target; });
    if (found == present.end()) {
      ++unsaid_;
      return line("unknown", *setting.target, concat("? -> ", wanted_text(setting)), setting.meaning);
    }
    if (same(setting, *found)) {
      ++kept_;
      return line("keep", *setting.target, wanted_text(setting), setting.meaning);
    }
    // Six digits may hide the difference of two real numbers.
    const bool alike = present_text(*found) == wanted_text(setting);
    const std::string values =
        alike ? concat(found->real, identity ? " != " : " -> ", setting.real)
              : concat(present_text(*found), identity ? " != " : " -> ", wanted_text(setting));
    if (identity) {
      ++others_;
      return line("OTHER", *setting.target, values,
                  concat("another servo than is expected: ", setting.meaning));
    }
    ++changes_;
    return line("change", *setting.target, values, setting.meaning);
  }

  ServoFormatContext& context_;
  const ServoDump& dump_;
  std::size_t changes_ = 0, kept_ = 0, others_ = 0, unsaid_ = 0, missing_ = 0;
};

}  // namespace

std::vector<OutputFile> print_servo_diff(ServoFormatContext& context) {
  if (context.present == nullptr) return {};  // the command line was refused
  std::string text = DiffPrinter(context).run();
  return {{context.table.name + "_diff.txt", std::move(text)}};
}

}  // namespace romas
