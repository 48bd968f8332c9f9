// Stop points, at which work ends that is no longer wanted.
//
// The caller of long work can say how to find out that it is no longer wanted (Stoppable). The work passes
// stop points: between passes, at the elements of a text, after some steps of an evaluation. Like a
// FileRecord it is a state of the thread and no parameter, because work that was not handed it could not be
// stopped. Without a Stoppable, as in romasc, a stop point costs a call that does nothing.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>

namespace romas {

// Thrown at a stop point to abandon the work. Only the creator of the Stoppable catches it; all others just
// release what they hold.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

// During its lifetime, work of this thread ends at a stop point if the answer is true. If there are several,
// each is asked.
class Stoppable {
 public:
  // Asked very often, and never again after it has said yes.
  using IsUnwanted = std::function<bool()>;

  explicit Stoppable(IsUnwanted is_unwanted);
  ~Stoppable();
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

 private:
  friend void stop_point();
  bool stops();

  IsUnwanted is_unwanted_;
  bool unwanted_ = false;
  Stoppable* outer_;
};

// During its lifetime there are no stop points in this thread: what is made is kept for later work, and would
// be begun again and again.
class Unstoppable {
 public:
  Unstoppable();
  ~Unstoppable();
  Unstoppable(const Unstoppable&) = delete;
  Unstoppable& operator=(const Unstoppable&) = delete;

 private:
  Stoppable* outer_;
};

// Throws Stopped if the work of this thread is unwanted.
void stop_point();

// The stop point of work that counts small steps: one in some thousand of them is one.
inline void stop_point_between(std::size_t before, std::size_t after) {
  constexpr unsigned kSteps = 12;  // two to this
  if (before >> kSteps != after >> kSteps) stop_point();
}

}  // namespace romas
