#include "tools/studio/workspace/job.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "support/text/text.h"

namespace romas::studio {
namespace {

using Command = Job::Command;

Command shell(std::string script) { return {"sh", "-c", std::move(script)}; }

// Lets a job go on, woken by its descriptor alone, until it ends.
void finish(Job& job) {
  while (job.state() == JobState::running) {
    pollfd wait{job.descriptor(), POLLIN, 0};
    ASSERT_EQ(::poll(&wait, 1, 60'000), 1) << "nothing more is heard of the job";
    job.proceed();
  }
}

std::string output(const Job& job) {
  std::string all;
  for (const std::string& line : job.lines()) all += line + "|";
  return all;
}

TEST(Job, RunsCommandsInOrderAndKeepsWhatTheyWrite) {
  Job job({shell("echo one; echo two >&2"), shell("printf three"), shell("cat; echo four")});
  finish(job);
  EXPECT_EQ(job.state(), JobState::done);
  EXPECT_EQ(output(job), "one|two|three|four|");
  EXPECT_FALSE(job.proceed());
}

TEST(Job, StopsAtTheFirstFailure) {
  const auto mark = std::filesystem::temp_directory_path() / "romas-job-test";
  std::filesystem::remove(mark);
  Job job({shell("echo no; exit 3"), {"touch", mark.string()}});
  finish(job);
  EXPECT_EQ(job.state(), JobState::failed);
  EXPECT_EQ(job.exit_status(), 3);
  EXPECT_EQ(output(job), "no|");
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST(Job, SaysThatAProgramCannotBeStarted) {
  const Job job({{"romas-no-such-program"}});
  EXPECT_EQ(job.state(), JobState::failed);
  EXPECT_EQ(job.exit_status(), 127);
}

TEST(Job, CancellingEndsWhatTheCommandStarted) {
  Job job({shell("sleep 1000 & echo $!; wait"), shell("echo never")});
  while (job.lines().empty()) job.proceed();
  const pid_t grandchild = static_cast<pid_t>(parse_integer(job.lines().front()).value_or(0));
  ASSERT_GT(grandchild, 0);
  job.cancel();
  finish(job);
  EXPECT_EQ(job.state(), JobState::cancelled);
  EXPECT_EQ(job.lines().size(), 1);
  // Whoever inherits it may take a moment to bury it.
  const auto runs = [&] {
    std::string words;
    return static_cast<bool>(std::getline(std::ifstream(concat("/proc/", grandchild, "/cmdline")), words));
  };
  for (int i = 0; i < 100 && runs(); ++i) ::poll(nullptr, 0, 10);
  EXPECT_FALSE(runs());
}

TEST(Job, ASecondCancelEndsWhatDoesNotListen) {
  Job job({shell("trap '' TERM; echo ready; while :; do sleep 0.01; done")});
  while (job.lines().empty()) job.proceed();
  job.cancel();
  EXPECT_EQ(job.state(), JobState::running);
  job.cancel();
  finish(job);
  EXPECT_EQ(job.state(), JobState::cancelled);
}

TEST(Job, WhatStaysBehindInTheBackgroundIsNotWaitedFor) {
  Job job({shell("sleep 1000 & echo $!")});
  finish(job);
  EXPECT_EQ(job.state(), JobState::done);
  ::kill(static_cast<pid_t>(parse_integer(job.lines().front()).value_or(0)), SIGKILL);
}

TEST(Job, KeepsTheEndOfVeryMuch) {
  Job job({shell(
      "i=0; while [ $i -lt 200 ]; do printf '%01000d\\n' $i; printf '%09000d\\n' $i; i=$((i+1)); done")});
  finish(job);
  EXPECT_EQ(job.state(), JobState::done);
  std::size_t bytes = 0;
  for (const std::string& line : job.lines()) {
    bytes += line.size();
    EXPECT_LE(line.size(), 4096U);
  }
  EXPECT_LE(bytes, std::size_t{1} << 20);
  EXPECT_EQ(job.first_line() + job.lines().size(), 200U * 4);  // a long line becomes three
  EXPECT_TRUE(job.lines().back().ends_with("199"));
}

TEST(Job, EndsWithItsOwner) {
  pid_t child = 0;
  {
    Job job({shell("echo $$; exec sleep 1000")});
    while (job.lines().empty()) job.proceed();
    child = static_cast<pid_t>(parse_integer(job.lines().front()).value_or(0));
    ASSERT_EQ(::kill(child, 0), 0);
  }
  EXPECT_NE(::kill(child, 0), 0);
}

}  // namespace
}  // namespace romas::studio
