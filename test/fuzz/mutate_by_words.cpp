// How libFuzzer changes programs of the Romas language: half of the changes are made word by word, see
// program_mutator.h. Linked into every target that reads programs.
#include <algorithm>
#include <cstdint>

#include "test/fuzz/program_mutator.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::mt19937 random(seed);
  if (random() % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string changed = romas::fuzzing::mutate_program(text_of(data, size), {}, random, max_size);
  std::copy(changed.begin(), changed.end(), data);
  return changed.size();
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second, std::size_t second_size,
                                                 std::uint8_t* out, std::size_t max_size, unsigned seed) {
  std::mt19937 random(seed);
  const std::string changed = romas::fuzzing::mutate_program(text_of(first, first_size),
                                                             text_of(second, second_size), random, max_size);
  std::copy(changed.begin(), changed.end(), out);
  return changed.size();
}
