// Protects models of any size: four times the elements take four times the allocations and four times the
// memory, beyond the usual limit of elements too. Each request for memory in this program is counted.
#include <gtest/gtest.h>

#include <malloc.h>

#include <cstdlib>
#include <new>

#include "frontend/frontend.h"
#include "support/text/text.h"

namespace {

std::size_t allocations = 0, live = 0, peak = 0;

void* counted(std::size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  ++allocations;
  live += ::malloc_usable_size(memory);
  peak = std::max(peak, live);
  return memory;
}
void release(void* memory) noexcept {
  if (memory != nullptr) live -= std::min(live, ::malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }

namespace romas {
namespace {

// A chain of links with a visual each, and a frame and a joint between each two: twelve elements a link.
std::string chain(int links) {
  std::string text = "<sdf version='1.9'><model name='m'>";
  for (int i = 0; i < links; ++i) {
    text +=
        concat("<link name='l", i, "'><pose relative_to='", i == 0 ? "__model__" : concat("l", i - 1),
               "'>0 0 1 0 0 0</pose><inertial><mass>1</mass></inertial><visual name='v'><geometry><sphere>"
               "<radius>1</radius></sphere></geometry></visual></link>");
    if (i > 0)
      text += concat("<joint name='j", i, "' type='fixed'><parent>l", i - 1, "</parent><child>l", i,
                     "</child></joint><frame name='f", i, "' attached_to='l", i, "'/>");
  }
  return text + "</model></sdf>";
}

struct Cost {
  std::size_t allocations = 0, memory = 0;
};

Cost cost_of(int links) {
  const std::string text = chain(links);
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions options;
  options.max_elements = 10'000'000;
  std::vector<std::string> files_read;
  FrontendContext context{sources, diagnostics, options, files_read};
  const FileId file = sources.add_text("a.sdf", text);
  const std::size_t allocations_before = allocations, live_before = live;
  peak = live;
  const FrontendResult result = parse_sdf(file, context);
  EXPECT_EQ(diagnostics.error_count(), 0U);
  EXPECT_EQ(result.models.size(), 1U);
  EXPECT_EQ(result.models.at(0).links.size(), static_cast<std::size_t>(links));
  return {allocations - allocations_before, peak - live_before};
}

TEST(SdfLargeModels, takeWorkAndMemoryInProportion) {
  cost_of(100);  // what is made once
  const Cost small = cost_of(5'000), large = cost_of(20'000);
  EXPECT_LT(large.allocations, small.allocations * 4 + small.allocations / 4);
  EXPECT_LT(large.memory, small.memory * 4 + small.memory / 2);
  std::cout << "20000 links: " << large.allocations << " allocations, " << large.memory / 1'000'000
            << " MB for " << chain(20'000).size() / 1'000'000 << " MB of text\n";
}

TEST(SdfLargeModels, areRefusedBeyondTheLimit) {
  const auto errors = [](std::size_t limit) {
    SourceManager sources;
    DiagnosticEngine diagnostics;
    FrontendOptions options;
    options.max_elements = limit;
    std::vector<std::string> files_read;
    FrontendContext context{sources, diagnostics, options, files_read};
    parse_sdf(sources.add_text("a.sdf", chain(100)), context);
    return diagnostics.reported(Rule::input_limit);
  };
  EXPECT_EQ(errors(200), 1U);
  EXPECT_EQ(errors(2'000), 0U);
}

}  // namespace
}  // namespace romas
