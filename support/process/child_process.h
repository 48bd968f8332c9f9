// Programs that this process starts.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace romas {

// In place of a descriptor: what a program says is dropped.
inline constexpr int kNowhere = -1;

// Starts the program words[0], found as a shell finds it, with these arguments and no shell between. Its
// output and messages go to a descriptor or to kNowhere. It reads nothing, has the signal handling that a
// shell gives, and is in a process group of its own, whose id is the one returned: nobody in that group may
// read from the terminal. Nothing if it cannot be started. The caller waits for it.
std::optional<pid_t> start_child(std::vector<std::string> words, int output);

// Starts a program that goes on by itself: nobody hears it, and its end is of no interest. False if it cannot
// be started.
bool start_unattended(std::vector<std::string> words);

// The result of waitpid() as a shell reports it: the exit status, or 128 plus the signal.
int exit_status_of(int wait_status);

}  // namespace romas
