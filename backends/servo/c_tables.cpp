// --servo-format=c: NAME_servos.h and NAME_servos.c, C99 without floating point, without memory from the
// heap.
#include <algorithm>
#include <cmath>
#include <set>

#include "backends/servo/c_kinematics.h"
#include "backends/servo/fixed_point.h"
#include "backends/servo/formats.h"
#include "backends/servo/integer_tables.h"
#include "support/escape.h"
#include "support/text.h"

namespace romas {

namespace {

std::string upper_case(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return upper;
}

std::string pad(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string int32_literal(std::int64_t value) {
  // -2147483648 would be the negation of a number that int32_t does not have.
  return value == INT32_MIN ? "(-2147483647 - 1)" : concat(value);
}

// 64-bit constants; the smallest one cannot come up.
std::string int64_literal(std::int64_t value) { return concat("INT64_C(", value, ")"); }

std::string unit_of(const Joint& joint) { return joint.type == JointType::prismatic ? "m" : "rad"; }

class CPrinter {
 public:
  explicit CPrinter(ServoFormatContext& context)
      : context_(context),
        table_(context.table),
        name_(context.table.name),
        macro_(upper_case(name_)),
        kinematics_(make_c_kinematics(context)),
        writes_(table_writes(table_)) {
    std::size_t most = std::max(table_.entries.size(), table_.joints.size());
    for (const ServoEntry& entry : table_.entries) {
      places_ += entry.places.size();
      most = std::max(most, entry.places.size());
    }
    for (const ScaleRows& kind : scale_rows(table_))
      for (const IntegerScale* row : kind.rows) {
        terms_ += row->terms.size();
        most = std::max(most, row->terms.size());
      }
    if (most < UINT8_MAX) return;
    index_ = "uint16_t";
    no_map_ = UINT16_MAX;
  }

  // What there is too much of for the tables; empty: everything fits.
  std::string_view too_large() const {
    if (table_.entries.size() >= UINT16_MAX) return "servos";
    if (table_.joints.size() >= UINT16_MAX) return "joints";
    if (table_.buses.size() > UINT8_MAX) return "buses";
    if (terms_ > UINT16_MAX) return "terms of conversions";
    if (places_ > UINT16_MAX) return "places of maps";
    if (writes_.size() > UINT16_MAX) return "writes";
    return {};
  }

  std::vector<ProjectFile> run() {
    name_macros();
    return {{name_ + "_servos.h", header()}, {name_ + "_servos.c", source()}};
  }

 private:
  // Names that differ in capitals alone, or by what is put behind one of them (`arm` and `arm_id`), need
  // different macros.
  void name_macros() {
    std::set<std::string> taken(kinematics_.macros.begin(), kinematics_.macros.end());
    for (const char* own :
         {"SERVO_COUNT", "JOINT_COUNT", "WRITE_COUNT", "SERVOS_H", "FLASH", "IN_FLASH", "LOAD", "ASSERT"})
      taken.insert(concat(macro_, "_", own));
    const auto add = [&](std::vector<std::string>& to, const std::string& base,
                         std::initializer_list<std::string_view> endings) {
      std::string name = base;
      const auto meets = [&](std::string_view ending) { return taken.contains(concat(name, ending)); };
      for (int k = 2; std::any_of(endings.begin(), endings.end(), meets); ++k) name = concat(base, "_", k);
      for (const std::string_view ending : endings) taken.insert(concat(name, ending));
      to.push_back(name);
    };
    for (const ServoEntry& entry : table_.entries)
      add(macros_, concat(macro_, "_", upper_case(entry.identifier)),
          {"", "_ID", "_LOWER", "_UPPER", "_HOME"});
    for (const std::string& identifier : table_.joint_identifiers)
      add(joint_macros_, concat(macro_, "_Q_", upper_case(identifier)), {""});
  }

  const Joint& joint_of(const ServoEntry& entry) const { return context_.model.joints[entry.plan.joint]; }

  // ---- the header

  std::string overview() const {
    std::string text;
    const auto row = [&](const std::vector<std::string>& cells) {
      constexpr std::array<std::size_t, 8> kWidths = {22, 16, 5, 10, 22, 12, 24, 0};
      text += " * ";
      std::string line;
      for (std::size_t i = 0; i < cells.size(); ++i)
        line += pad(cells[i], kWidths[i]) + (i + 1 < cells.size() ? " " : "");
      text += line + "\n";
    };
    row({"joint", "servo", "id", "zero", "direction", "gear", "limits (counts)", "rounding error"});
    for (const ServoEntry& entry : table_.entries) {
      const Joint& joint = joint_of(entry);
      const ServoConversion& conversion = entry.plan.conversion;
      const double gear = servo_gear(conversion, joint.type == JointType::prismatic);
      row({c_comment(joint.name), c_comment(entry.plan.device->name), concat(entry.plan.id),
           short_number(conversion.zero), std::string(direction_words(entry)),
           concat(conversion.linear() ? "" : "<= ", short_number(gear),
                  joint.type == JointType::prismatic ? " /m" : ""),
           concat(entry.plan.counts.low, " .. ", entry.plan.counts.high,
                  entry.fractional ? " /65536 turn" : ""),
           concat(short_number(rounding_error(entry)), " ", unit_of(joint))});
    }
    return text;
  }

  std::string header() {
    const std::string guard = concat(macro_, "_SERVOS_H");
    std::string h =
        concat("/* ", c_comment(context_.banner), "\n * Servos of robot '", c_comment(context_.model.name),
               "': tables and conversions in whole numbers (C99).\n"
               " *\n * Positions of joints are Q16.16 rad (m for prismatic joints), velocities the same per "
               "second, currents Q16.16 A, efforts\n"
               " * Q16.16 N m (N). Every conversion is rounded to the nearest whole number, halves away from "
               "zero, and kept within 32 bits.\n"
               " * Limits are rounded inward: no count within them leaves the joint's limits.\n *\n");
    h += overview();
    h += kinematics_.overview;
    h += concat(" */\n#ifndef ", guard, "\n#define ", guard,
                "\n\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    h += concat("#define ", macro_, "_SERVO_COUNT ", table_.entries.size(), "U\n");
    h += concat("#define ", macro_, "_JOINT_COUNT ", table_.joints.size(), "U\n\n");
    h += "/* Joints, in the order of all arrays of positions, velocities and efforts. */\n";
    for (std::size_t i = 0; i < joint_macros_.size(); ++i)
      h += concat("#define ", joint_macros_[i], " ", i, "U\n");
    h += "\n/* Servos, in the order of all arrays of counts: index, id, limits and the count of all joints "
         "at 0. */\n";
    for (std::size_t i = 0; i < macros_.size(); ++i) {
      const ServoEntry& entry = table_.entries[i];
      h += concat("#define ", macros_[i], " ", i, "U\n#define ", macros_[i], "_ID ", entry.plan.id,
                  "U\n#define ", macros_[i], "_LOWER ", int32_literal(bound(entry.plan.counts.low)),
                  "\n#define ", macros_[i], "_UPPER ", int32_literal(bound(entry.plan.counts.high)),
                  "\n#define ", macros_[i], "_HOME ", int32_literal(entry.home), "\n");
    }
    h += concat(
        "\n/* A servo, and where its registers lie (size 0: it has none). */\ntypedef struct {\n"
        "  int32_t lower;                /* counts, within the joint's limits */\n  int32_t upper;\n"
        "  int32_t home;                 /* all joints at 0 */\n  uint16_t goal_position;       /* addresses "
        "*/\n"
        "  uint16_t present_position;\n  uint8_t goal_position_size;   /* bytes */\n  uint8_t "
        "present_position_size;\n"
        "  uint16_t id;\n  uint8_t bus;\n} ",
        name_, "_servo_t;\n\n");
    h += concat(
        "/* A register to be written before the first move, in this order. */\ntypedef struct {\n  uint32_t "
        "value;               /* as the "
        "register's bytes hold it */\n  uint16_t address;\n  uint8_t subindex;             /* CiA 402 */\n  "
        "uint8_t size;                 /* bytes "
        "*/\n  ",
        index_, " servo;\n} ", name_, "_write_t;\n\n#define ", macro_, "_WRITE_COUNT ", writes_.size(),
        "U\n\n");
    h += concat("/* On AVR, with ", macro_,
                "_IN_FLASH defined, the tables stay in flash memory; these copy a row out of them. */\nvoid ",
                name_, "_get_servo(", index_, " servo, ", name_, "_servo_t *out);\nvoid ", name_,
                "_get_write(uint16_t index, ", name_, "_write_t *out);\n\n");
    h += concat("/* Joints to counts and back. `q` and `v` have ", macro_, "_JOINT_COUNT elements, `counts` ",
                macro_, "_SERVO_COUNT. */\n");
    h += concat("int32_t ", name_, "_count(", index_,
                " servo, const int32_t *q);                  /* not limited */\n");
    h += concat("int32_t ", name_, "_limited(", index_,
                " servo, int32_t count);                   /* the nearest count within the limits */\n");
    h += concat("int32_t ", name_, "_goal(", index_,
                " servo, const int32_t *q);                   /* both */\n");
    h += concat("int32_t ", name_, "_joint(", index_,
                " joint, const int32_t *counts);             /* 0 where no servo tells */\n");
    h += concat("int32_t ", name_, "_velocity_count(", index_,
                " servo, const int32_t *v);         /* 0 where the servo has no unit of velocity */\n");
    h += concat("int32_t ", name_, "_joint_velocity(", index_, " joint, const int32_t *counts);\n");
    h += concat("int32_t ", name_, "_current_count(", index_,
                " servo, int32_t current);           /* 0 where it has no unit of current */\n");
    h += concat("int32_t ", name_, "_effort_count(", index_,
                " servo, int32_t effort);             /* by the nominal torque constant: a guess */\n");
    h += kinematics_.declarations;
    h += "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
    return h;
  }

  static std::int64_t bound(std::int64_t count) {
    return std::clamp<std::int64_t>(count, INT32_MIN, INT32_MAX);
  }

  // ---- the source

  std::string scales() const {
    std::string terms, tables;
    std::size_t count = 0;
    for (const ScaleRows& kind : scale_rows(table_)) {
      tables += concat("static const ", name_, "_scale_t ", name_, "_scale_", kind.name, "[",
                       kind.rows.size(), "] ", macro_, "_FLASH = {\n");
      for (const IntegerScale* row : kind.rows) {
        tables += concat("  {", int64_literal(row->offset), ", ", count, "U, ", row->terms.size(), "U, ",
                         row->shift, "U},\n");
        for (const IntegerScale::Term& term : row->terms)
          terms += concat("  {", int32_literal(term.factor), ", ", term.index, "U},\n");
        count += row->terms.size();
      }
      tables += "};\n\n";
    }
    if (count == 0) terms = "  {0, 0U},\n";
    return concat(
        "/* result = (sum of factor * x[index] + offset) / 2^shift */\ntypedef struct {\n  int32_t factor;\n "
        " ",
        index_, " index;\n} ", name_,
        "_term_t;\n\ntypedef struct {\n  int64_t offset;\n  uint16_t first;   /* of the terms */\n  ", index_,
        " count;\n  uint8_t shift;\n} ", name_, "_scale_t;\n\nstatic const ", name_, "_term_t ", name_,
        "_terms[", std::max<std::size_t>(count, 1), "] ", macro_, "_FLASH = {\n", terms, "};\n\n", tables);
  }

  bool has_maps() const {
    return std::any_of(table_.entries.begin(), table_.entries.end(),
                       [](const ServoEntry& entry) { return !entry.places.empty(); });
  }

  std::string maps() const {
    if (!has_maps()) return {};
    std::string rows, index;
    std::size_t count = 0;
    for (const ServoEntry& entry : table_.entries) {
      for (const ServoEntry::Place& at : entry.places)
        rows += concat("  {", int32_literal(at.joint), ", ", int32_literal(at.count), "},\n");
      const std::size_t joint = entry.places.empty() ? 0 : mapped_joint(table_, entry);
      index += concat("  {", count, "U, ", entry.places.size(), "U, ", joint, "U},\n");
      count += entry.places.size();
    }
    std::string by_joint;
    for (const int entry : table_.mapped_by)
      by_joint += concat(by_joint.empty() ? "" : ", ", entry < 0 ? no_map_ : entry, "U");
    return concat(
        "/* Linkages: places between which the servo's count is a straight line over the joint's value. "
        "*/\ntypedef struct {\n  int32_t joint;\n  "
        "int32_t count;\n} ",
        name_, "_place_t;\n\ntypedef struct {\n  uint16_t first;\n  ", index_, " count;\n  ", index_,
        " joint;\n} ", name_, "_map_t;\n\nstatic const ", name_, "_place_t ", name_, "_places[", count, "] ",
        macro_, "_FLASH = {\n", rows, "};\n\nstatic const ", name_, "_map_t ", name_, "_maps[",
        table_.entries.size(), "] ", macro_, "_FLASH = {\n", index,
        "};\n\n/* By joint: the servo whose map tells its position. */\nstatic const ", index_, " ", name_,
        "_mapped_by[", table_.joints.size(), "] ", macro_, "_FLASH = {", by_joint, "};\n\n");
  }

  std::string servo_rows() const {
    std::string rows;
    for (const ServoEntry& entry : table_.entries) {
      const auto address = [&](std::string_view name, bool size) {
        const ServoRegister* r = entry.plan.device->find(name);
        return r == nullptr ? std::size_t{0} : size ? std::size_t{r->size} : std::size_t{r->address};
      };
      rows += concat("  {", int32_literal(bound(entry.plan.counts.low)), ", ",
                     int32_literal(bound(entry.plan.counts.high)), ", ", int32_literal(entry.home), ", ",
                     address("goal_position", false), "U, ", address("present_position", false), "U, ",
                     address("goal_position", true), "U, ", address("present_position", true), "U, ",
                     entry.plan.id, "U, ", entry.bus, "U}, /* ", c_comment(joint_of(entry).name), " */\n");
    }
    std::string write_rows;
    for (const TableWrite& write : writes_) {
      const ServoSetting& setting = write.step.setting;
      write_rows +=
          concat("  {", setting.target->encode(setting.value), "U, ", setting.target->address, "U, ",
                 setting.target->subindex, "U, ", setting.target->size, "U, ", write.servo, "U}, /* ",
                 c_comment(table_.entries[write.servo].identifier), ": ", c_comment(setting.target->name),
                 " = ", setting.value, ", ", c_comment(write.step.reason), " */\n");
    }
    const std::size_t count = writes_.size();
    return concat("static const ", name_, "_servo_t ", name_, "_servos[", table_.entries.size(), "] ", macro_,
                  "_FLASH = {\n", rows, "};\n\nstatic const ", name_, "_write_t ", name_, "_writes[",
                  std::max<std::size_t>(count, 1), "] ", macro_, "_FLASH = {\n",
                  count == 0 ? std::string("  {0U, 0U, 0U, 0U, 0U},\n") : write_rows, "};\n\n");
  }

  std::string assertions() const {
    std::string text =
        concat("/* A negative size of an array stops the compiler. */\n#define ", macro_,
               "_ASSERT(name, condition) typedef char ", name_, "_assert_##name[(condition) ? 1 : -1]\n");
    const auto check = [&](std::string_view what, const std::string& condition) {
      text += concat(macro_, "_ASSERT(", what, ", ", condition, ");\n");
    };
    check("servos",
          concat("(sizeof(", name_, "_servos) / sizeof(", name_, "_servos[0])) == ", macro_, "_SERVO_COUNT"));
    check("positions", concat("(sizeof(", name_, "_scale_position) / sizeof(", name_,
                              "_scale_position[0])) == ", macro_, "_SERVO_COUNT"));
    check("joints", concat("(sizeof(", name_, "_scale_joint_position) / sizeof(", name_,
                           "_scale_joint_position[0])) == ", macro_, "_JOINT_COUNT"));
    check("wide", "sizeof(int64_t) == 8");
    for (std::size_t i = 0; i < macros_.size(); ++i)
      if (!table_.entries[i].plan.counts.empty())
        check(concat("limits_", table_.entries[i].identifier),
              concat("(", macros_[i], "_LOWER) <= (", macros_[i], "_UPPER)"));
    return text + "\n";
  }

  std::string functions() const {
    const std::string n = name_;
    std::string c;
    c += concat(
        "/* value / 2^bits to the nearest whole number, halves away from zero. */\nstatic int64_t ", n,
        "_shift(int64_t value, uint8_t bits)\n{\n"
        "  const uint64_t half = (bits > 0U) ? ((uint64_t)1U << (bits - 1U)) : 0U;\n"
        "  const uint64_t magnitude = ((value < 0) ? (0U - (uint64_t)value) : (uint64_t)value) + half;\n"
        "  const int64_t result = (int64_t)(magnitude >> bits);\n  return (value < 0) ? -result : "
        "result;\n}\n\n");
    c += concat("static int32_t ", n,
                "_narrow(int64_t value)\n{\n  int64_t kept = value;\n  if (kept > INT32_MAX) {\n    kept = "
                "INT32_MAX;\n  }\n"
                "  if (kept < INT32_MIN) {\n    kept = INT32_MIN;\n  }\n  return (int32_t)kept;\n}\n\n");
    c += concat("static int32_t ", n, "_apply(const ", n, "_scale_t *table, ", index_,
                " row, const int32_t *x)\n{\n  ", n, "_scale_t scale;\n  ", n,
                "_term_t term;\n  int64_t sum;\n  ", index_, " i;\n  ", macro_,
                "_LOAD(scale, table[row]);\n  sum = scale.offset;\n"
                "  for (i = 0U; i < scale.count; i++) {\n    ",
                macro_, "_LOAD(term, ", n,
                "_terms[scale.first + i]);\n"
                "    sum += (int64_t)term.factor * (int64_t)x[term.index];\n  }\n  return ",
                n, "_narrow(", n, "_shift(sum, scale.shift));\n}\n\n");
    if (has_maps()) c += map_functions();
    c += concat("void ", n, "_get_servo(", index_, " servo, ", n, "_servo_t *out)\n{\n  ", macro_,
                "_LOAD(*out, ", n, "_servos[servo]);\n}\n\n");
    c += concat("void ", n, "_get_write(uint16_t index, ", n, "_write_t *out)\n{\n  ", macro_, "_LOAD(*out, ",
                n, "_writes[index]);\n}\n\n");
    c += concat("int32_t ", n, "_count(", index_, " servo, const int32_t *q)\n{\n");
    if (has_maps())
      c += concat("  ", n, "_map_t map;\n  ", macro_, "_LOAD(map, ", n,
                  "_maps[servo]);\n  if (map.count > 0U) {\n    return ", n,
                  "_from_map(&map, q[map.joint]);\n  }\n");
    c += concat("  return ", n, "_apply(", n, "_scale_position, servo, q);\n}\n\n");
    c += concat("int32_t ", n, "_limited(", index_, " servo, int32_t count)\n{\n  ", n,
                "_servo_t row;\n  int32_t kept = count;\n  ", macro_, "_LOAD(row, ", n,
                "_servos[servo]);\n  if (kept > row.upper) {\n    kept = row.upper;\n  }\n  if (kept < "
                "row.lower) {\n    kept = row.lower;\n  }\n  "
                "return kept;\n}\n\n");
    c += concat("int32_t ", n, "_goal(", index_, " servo, const int32_t *q)\n{\n  return ", n,
                "_limited(servo, ", n, "_count(servo, q));\n}\n\n");
    c += concat("int32_t ", n, "_joint(", index_, " joint, const int32_t *counts)\n{\n");
    if (has_maps())
      c += concat("  ", n, "_map_t map;\n  ", index_, " servo;\n  ", macro_, "_LOAD(servo, ", n,
                  "_mapped_by[joint]);\n  if (servo != ", no_map_, "U) {\n    ", macro_, "_LOAD(map, ", n,
                  "_maps[servo]);\n    return ", n, "_to_map(&map, counts[servo]);\n  }\n");
    c += concat("  return ", n, "_apply(", n, "_scale_joint_position, joint, counts);\n}\n\n");
    c += concat("int32_t ", n, "_velocity_count(", index_, " servo, const int32_t *v)\n{\n  return ", n,
                "_apply(", n, "_scale_velocity, servo, v);\n}\n\n");
    c += concat("int32_t ", n, "_joint_velocity(", index_, " joint, const int32_t *counts)\n{\n  return ", n,
                "_apply(", n, "_scale_joint_velocity, joint, counts);\n}\n\n");
    c += concat("int32_t ", n, "_current_count(", index_, " servo, int32_t current)\n{\n  return ", n,
                "_apply(", n, "_scale_current, servo, &current);\n}\n\n");
    c += concat("int32_t ", n, "_effort_count(", index_, " servo, int32_t effort)\n{\n  return ", n,
                "_apply(", n, "_scale_effort, servo, &effort);\n}\n");
    return c;
  }

  std::string map_functions() const {
    const std::string n = name_;
    return concat(
        "/* a * b / c to the nearest whole number, halves away from zero. */\nstatic int64_t ", n,
        "_ratio(int64_t a, int64_t b, int64_t c)\n{\n"
        "  const int64_t product = a * b;\n  const uint64_t divisor = (uint64_t)((c < 0) ? -c : c);\n"
        "  const uint64_t magnitude = (uint64_t)((product < 0) ? -product : product);\n"
        "  const int64_t result = (int64_t)((magnitude + (divisor / 2U)) / divisor);\n  return ((product < "
        "0) != (c < 0)) ? -result : result;\n}\n\n"
        "/* The straight line between the two places around the joint's value; beyond the ends it stops "
        "there. */\nstatic int32_t ",
        n, "_from_map(const ", n, "_map_t *map, int32_t q)\n{\n  ", n, "_place_t a;\n  ", n,
        "_place_t b;\n  ", index_, " i = 1U;\n  ", macro_, "_LOAD(a, ", n,
        "_places[map->first]);\n  if (q <= a.joint) {\n"
        "    return a.count;\n  }\n  for (;;) {\n    ",
        macro_, "_LOAD(b, ", n,
        "_places[map->first + i]);\n    if ((q <= b.joint) || ((i + 1U) >= map->count)) {\n      break;\n    "
        "}\n"
        "    a = b;\n    i++;\n  }\n  if (q >= b.joint) {\n    return b.count;\n  }\n"
        "  return (int32_t)(a.count + ",
        n,
        "_ratio((int64_t)q - a.joint, (int64_t)b.count - a.count, (int64_t)b.joint - a.joint));\n}\n\n"
        "static int32_t ",
        n, "_to_map(const ", n, "_map_t *map, int32_t count)\n{\n  ", n, "_place_t a;\n  ", n,
        "_place_t b;\n  ", n, "_place_t end;\n  uint8_t falling;\n  ", index_, " i = 1U;\n  ", macro_,
        "_LOAD(a, ", n, "_places[map->first]);\n  ", macro_, "_LOAD(end, ", n,
        "_places[map->first + map->count - 1U]);\n  falling = (uint8_t)(end.count < a.count);\n"
        "  if ((falling != 0U) ? (count >= a.count) : (count <= a.count)) {\n    return a.joint;\n  }\n"
        "  for (;;) {\n    ",
        macro_, "_LOAD(b, ", n,
        "_places[map->first + i]);\n"
        "    if (((falling != 0U) ? (count >= b.count) : (count <= b.count)) || ((i + 1U) >= map->count)) "
        "{\n      break;\n    }\n    a = b;\n    "
        "i++;\n  }\n"
        "  if ((falling != 0U) ? (count <= end.count) : (count >= end.count)) {\n    return end.joint;\n  }\n"
        "  return (int32_t)(a.joint + ",
        n,
        "_ratio((int64_t)count - a.count, (int64_t)b.joint - a.joint, (int64_t)b.count - a.count));\n}\n\n");
  }

  std::string source() const {
    std::string c =
        concat("/* ", c_comment(context_.banner), " */\n#include \"", name_,
               "_servos.h\"\n\n#if defined(__AVR__) && defined(", macro_,
               "_IN_FLASH)\n#include <avr/pgmspace.h>\n#define ", macro_, "_FLASH PROGMEM\n#define ", macro_,
               "_LOAD(to, from) ((void)memcpy_P(&(to), &(from), sizeof(to)))\n#else\n#define ", macro_,
               "_FLASH\n#define ", macro_, "_LOAD(to, from) ((to) = (from))\n#endif\n\n");
    c += servo_rows() + scales() + maps() + assertions() + functions();
    if (!kinematics_.definitions.empty()) c += "\n" + print_fixed_helpers(name_) + kinematics_.definitions;
    return c;
  }

  ServoFormatContext& context_;
  const ServoTable& table_;
  const std::string& name_;
  std::string macro_;
  CKinematics kinematics_;
  std::vector<TableWrite> writes_;
  std::size_t terms_ = 0, places_ = 0;
  // Servos, joints, the terms of one conversion and the places of one map are counted in this type. Its
  // largest number means "no servo".
  std::string_view index_ = "uint8_t";
  int no_map_ = UINT8_MAX;
  std::vector<std::string> macros_, joint_macros_;
};

}  // namespace

std::vector<ProjectFile> print_servo_c(ServoFormatContext& context) {
  report_unsaid_writes(context, "c");
  CPrinter printer(context);
  if (const std::string_view part = printer.too_large(); !part.empty()) {
    context.diagnostics.report(
        Rule::servo_incomplete, context.model.name_range,
        concat("robot '", context.model.name, "' has more ", part, " than tables in C hold"));
    return {};
  }
  return printer.run();
}

}  // namespace romas
