// Limits of the evaluation of a program.
#pragma once

#include "support/findings/diagnostic.h"

namespace romas::language {

// Limits of an expansion, with which every program terminates. All work for one input file shares one budget.
class Budget {
 public:
  static constexpr std::size_t kMostSteps = 4'000'000;  // steps: expressions, statements, elements, texts
  static constexpr std::size_t kEntityCost = 20;  // steps for each link, joint, frame, part or other entity
  static constexpr int kMostDepth = 600;          // expressions and calls within each other
  static constexpr int kMostInstances = 64;       // modules used within each other
  static constexpr std::size_t kLongestText = 65'536;    // bytes of a text
  static constexpr std::size_t kLongestList = 100'000;   // elements of a list
  static constexpr std::size_t kMostNames = 100'000;     // names of one scope, each of half a kilobyte
  static constexpr std::size_t kMostPoseParts = 10'000;  // poses that a pose is made of
  static constexpr std::size_t kMostPoseDepth = 100;     // products and inverses of poses within each other
  static constexpr std::size_t kBytesPerStep = 16;       // bytes of a text that is made, for one step

  explicit Budget(DiagnosticEngine& diagnostics) : diagnostics_(diagnostics) {}

  // Spends steps. Returns false when none are left, which was reported at the place where it happened.
  bool spend(std::size_t steps, SourceRange where);
  // Spends the steps of a text that was made.
  bool spend_bytes(std::size_t bytes, SourceRange where) { return spend(1 + bytes / kBytesPerStep, where); }
  // Returns false if the stack has no room for deeper recursion.
  bool deep_enough(SourceRange where);
  bool exhausted() const { return exhausted_; }
  void exhaust(SourceRange where, std::string message);

  int depth = 0;  // of evaluation

 private:
  DiagnosticEngine& diagnostics_;
  std::size_t steps_ = 0;
  bool exhausted_ = false;
};

}  // namespace romas::language
