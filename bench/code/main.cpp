// Times the contestants on one robot: main URDF TABLE TIP PLUGIN... Writes JSON to standard output. Every
// quantity is timed in rounds; in a round each contestant runs through all configurations, so that what
// disturbs the machine disturbs all of them.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>
#include <random>
#include <stdexcept>

#include "contestant.h"
#include "table.h"

namespace bench {
namespace {

constexpr int kRounds = 15;
const char* const kNames[] = {
    "FK, all links", "FK, tip",          "Jacobian of the tip", "RNEA",
    "CRBA",          "forward dynamics", "RNEA derivatives",    "forward dynamics derivatives",
    "inverse of M",  "Coriolis matrix",  "regressor",           "rate of the Jacobian of the tip"};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.size() % 2 == 1 ? values[values.size() / 2]
                                : (values[values.size() / 2 - 1] + values[values.size() / 2]) / 2;
}

Case read_case(char** argv) {
  Case robot = describe_generated();
  robot.urdf = argv[1], robot.tip = argv[3];
  std::ifstream in(argv[2]);
  robot.rows.resize(robot.links.size());
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const LinkRow row = read_row(in);
    const int at = robot.link(row.name);
    if (!in || at < 0) throw std::runtime_error("the table and the header have different links");
    robot.rows[static_cast<std::size_t>(at)] = row;
  }
  std::mt19937_64 random(1);
  const auto draw = [&](std::vector<double>& values, double bound) {
    std::uniform_real_distribution<double> uniform(-bound, bound);
    values.resize(static_cast<std::size_t>(robot.count) * robot.joints.size());
    for (double& x : values) x = uniform(random);
  };
  draw(robot.q, 3), draw(robot.v, 2), draw(robot.a, 5), draw(robot.tau, 20);
  return robot;
}

double seconds_of(Contestant& contestant, Quantity quantity, int loops) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < loops; ++i) contestant.run(quantity);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The largest difference over all configurations, relative to the largest value.
double difference(const Case& robot, Contestant& ours, Contestant& other, Quantity quantity) {
  std::vector<double> mine(robot.size(quantity)), theirs(robot.size(quantity));
  double largest = 0, worst = 0;
  int compared = 0;
  for (int i = 0; i < robot.count; ++i) {
    ours.result(quantity, i, mine.data());
    other.result(quantity, i, theirs.data());
    for (std::size_t k = 0; k < mine.size(); ++k) {
      if (std::isnan(theirs[k])) continue;
      ++compared;
      largest = std::max(largest, std::abs(mine[k]));
      worst = std::max(worst, std::abs(mine[k] - theirs[k]));
    }
  }
  return compared == 0 ? std::numeric_limits<double>::infinity() : worst / largest;
}

struct Entry {
  Contestant* contestant;
  int loops = 1;
  std::vector<double> ns;
};

void measure(const Case& robot, std::vector<std::unique_ptr<Contestant>>& contestants, Quantity quantity) {
  std::vector<Entry> entries;
  for (auto& contestant : contestants)
    if (contestant->has(quantity)) entries.push_back({contestant.get(), 1, {}});
  for (Entry& entry : entries) {
    seconds_of(*entry.contestant, quantity, 1);
    entry.loops = std::max(1, static_cast<int>(1e-3 / seconds_of(*entry.contestant, quantity, 1)));
  }
  for (int round = 0; round < kRounds; ++round)
    for (Entry& entry : entries)
      entry.ns.push_back(seconds_of(*entry.contestant, quantity, entry.loops) * 1e9 / entry.loops /
                         robot.count);
  std::cout << " {\"quantity\": \"" << kNames[quantity] << "\", \"times\": {";
  for (Entry& entry : entries) {
    std::vector<double> ratios;
    for (std::size_t round = 0; round < kRounds; ++round)
      ratios.push_back(entries[0].ns[round] / entry.ns[round]);
    std::cout << (&entry == entries.data() ? "" : ",") << "\n  \"" << entry.contestant->name()
              << "\": {\"ns\": " << median(entry.ns) << ", \"ours_over_it\": " << median(ratios)
              << ", \"difference\": ";
    const double worst = difference(robot, *entries[0].contestant, *entry.contestant, quantity);
    if (std::isfinite(worst))
      std::cout << worst << "}";
    else
      std::cout << "null}";
  }
  std::cout << "}}";
}

// A plugin keeps its templates to itself: two compilers' instances of one library must not be mixed by the
// linker.
void enter_plugin(const char* path, const Case& robot,
                  std::vector<std::unique_ptr<Contestant>>& contestants) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* function = library == nullptr ? nullptr : dlsym(library, "bench_contestants");
  if (function == nullptr) throw std::runtime_error(dlerror());
  reinterpret_cast<PluginFunction>(function)(robot, contestants);
}

int run(int argc, char** argv) {
  const Case robot = read_case(argv);
  std::vector<std::unique_ptr<Contestant>> contestants;
  const auto enter = [&](std::unique_ptr<Contestant> contestant) {
    if (contestant != nullptr) contestants.push_back(std::move(contestant));
  };
  enter(make_generated(robot));
  enter(make_batch4(robot));
  enter(make_batch8(robot));
  enter(make_reference(robot));
#ifdef BENCH_KDL
  enter(make_kdl(robot));
#endif
#ifdef BENCH_DART
  enter(make_dart(robot));
#endif
#ifdef BENCH_MUJOCO
  enter(make_mujoco(robot));
#endif
  for (int i = 4; i < argc; ++i) enter_plugin(argv[i], robot, contestants);
  std::cout << "[\n";
  for (int i = 0; i < kQuantities; ++i) {
    measure(robot, contestants, static_cast<Quantity>(i));
    std::cout << (i + 1 < kQuantities ? ",\n" : "\n]\n");
  }
  return 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  try {
    return bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
