/* The driver of the rig with its supervisor, over models of servos: faults of lines, servos, goals and times while it moves. Each is told
 * once, with its code, servo and cycle; no goal leaves the limits, and none comes after a fault. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rig_driver.h"
#include "servo_model.h"

#define PERIOD 10000U

static rig_driver_t driver;
static rig_line_t line = {NULL, line_write, line_read, line_now, 0U};
static int32_t q[RIG_JOINT_COUNT], goals[RIG_SERVO_COUNT];
static int problems = 0;
static unsigned phase, seen[5][5], runs = 0;
static uint8_t state;
static uint32_t next;

static const struct {
  const char *joint, *family, *device;
  unsigned bus, id;
} bench[] = {
  {"shoulder", "dynamixel", "XM430-W350", 0, 11}, {"elbow", "dynamixel", "XL430-W250", 0, 12}, {"wheel", "dynamixel", "XM430-W350", 0, 13},
  {"roll", "dynamixel", "XM430-W350", 1, 1},      {"pitch", "dynamixel", "XM430-W350", 1, 2},  {"slide", "feetech", "STS3215", 2, 1},
  {"twist", "feetech", "STS3215", 2, 2},          {"small", "scs", "SCS15", 2, 3},             {"left", "ax", "AX-12A", 3, 4},
  {"right", "ax", "AX-12A", 3, 5},                {"grip", "lx16a", "LX-16A", 4, 3},           {"thumb", "lx16a", "LX-16A", 4, 4},
};
#define SERVOS ((uint8_t)(sizeof(bench) / sizeof(bench[0])))
#define IS_WHEEL(servo) ((servo) == RIG_WHEEL || (servo) == RIG_THUMB)

static void check(int good, const char *what, const char *detail, long number)
{
  if (good) return;
  problems++;
  if (problems < 30) printf("%s: %s (%ld)\n", what, detail, number);
}

/* ---- what has to hold after every call */

static void look(const char *what)
{
  uint8_t i;
  const uint8_t now = driver.supervisor.state;
  if (state == RIG_STATE_READY && now == RIG_STATE_STOPPING) { /* in one call */
    seen[state][RIG_STATE_RUNNING]++;
    state = RIG_STATE_RUNNING;
  }
  seen[state][now] += now != state;
  state = now;
  for (i = 0U; i < SERVOS; i++) {
    const model_t *model = model_of(bench[i].joint);
    rig_servo_t row;
    if (driver.running[i] == 0U || IS_WHEEL(i)) continue;
    rig_get_servo(i, &row);
    check(signed_value(model, "goal_position") >= row.lower && signed_value(model, "goal_position") <= row.upper, what, "a goal beyond the limits", i);
  }
}

static void set_up(const char *what)
{
  uint8_t i;
  unsigned k;
  model_count = 0;
  spoil = NULL;
  clear_lines();
  for (i = 0U; i < SERVOS; i++) {
    rig_servo_t row;
    add_model(bench[i].joint, bench[i].family, bench[i].device, bench[i].bus, bench[i].id);
    rig_get_servo(i, &row);
    model_of(bench[i].joint)->position = IS_WHEEL(i) ? 300 : row.lower + (row.upper - row.lower) / 2;
  }
  check(rig_start(&driver, &line) == 1U, what, "it does not start", 0);
  state = RIG_STATE_READY;
  look(what);
  for (k = 0U; k < RIG_JOINT_COUNT; k++) q[k] = rig_joint((uint8_t)k, driver.position);
  phase = 0;
  next = clock_us + PERIOD;
  runs++;
}

/* To and fro, half as fast as the limits allow, with ramps. */
static void move_on(void)
{
  const unsigned t = phase % 40U, ramp = t < 10U ? t : t > 30U ? 40U - t : 10U;
  const int32_t step = (phase % 80U >= 40U ? -327 : 327) * (int32_t)ramp / 10;
  uint8_t i;
  for (i = 0U; i < RIG_JOINT_COUNT; i++) q[i] += i == RIG_Q_SLIDE ? step / 80 : step;
  for (i = 0U; i < RIG_SERVO_COUNT; i++) goals[i] = rig_goal(i, q);
  goals[RIG_WHEEL] = 20;
  goals[RIG_THUMB] = -100;
  phase++;
}

/* A cycle; `between` happens between its goals and its reading. */
static void cycle(const char *what, void (*between)(void))
{
  const uint8_t before = state;
  unsigned sent;
  if ((int32_t)(next - clock_us) > 0) clock_us = next;
  next = clock_us + PERIOD;
  sent = exchanges;
  (void)rig_write_goals(&driver, goals);
  check(before != RIG_STATE_FAULT || exchanges == sent, what, "something leaves after a fault", (long)exchanges);
  look(what);
  if (between != NULL) between();
  (void)rig_read_states(&driver);
  look(what);
}

static void run(const char *what, unsigned cycles)
{
  while (cycles-- > 0U) {
    move_on();
    cycle(what, NULL);
  }
  check(state == RIG_STATE_RUNNING, what, "it does not run", driver.supervisor.fault.code);
}

/* Goals that have to be ignored come for another second. Nothing changes that a servo holds, but for torque that goes off. */
static void rests(const char *what, uint8_t wanted)
{
  const rig_fault_t first = driver.supervisor.fault;
  const char *end = wanted == RIG_STATE_HOLDING ? "; at rest, and held" : "; no goal leaves any more";
  char text[RIG_FAULT_LINE_SIZE];
  long held_goals[SERVOS];
  unsigned k;
  uint8_t i;
  for (k = 0U; k < 60U && driver.supervisor.state == RIG_STATE_STOPPING; k++) {
    const uint32_t begun = clock_us;
    move_on();
    cycle(what, NULL);
    check(clock_us - begun < 3U * PERIOD || state != RIG_STATE_STOPPING, what, "the stop waits for somebody", (long)(clock_us - begun));
  }
  for (k = 0U; k < 100U; k++) {
    for (i = 0U; i < SERVOS; i++) held_goals[i] = signed_value(model_of(bench[i].joint), IS_WHEEL(i) ? "goal_velocity" : "goal_position");
    move_on();
    cycle(what, NULL);
    for (i = 0U; i < SERVOS; i++)
      check(held_goals[i] == signed_value(model_of(bench[i].joint), IS_WHEEL(i) ? "goal_velocity" : "goal_position"), what, "a goal came after the stop", i);
  }
  check(state == wanted, what, "it ends in another state", state);
  check((rig_fault_line(&driver.supervisor, text, sizeof(text)) == 0U) == (first.code == RIG_FAULT_NONE), what, "a line without a fault", 0);
  check(first.code == RIG_FAULT_NONE || strstr(text, end) != NULL, what, "the line does not say how it ends", state);
  check(memcmp(&first, &driver.supervisor.fault, sizeof(first)) == 0, what, "the fault is told anew", driver.supervisor.fault.code);
  check(signed_value(model_of("wheel"), "goal_velocity") == 0 || driver.running[RIG_WHEEL] == 0U, what, "the wheel turns", 0);
  if (wanted == RIG_STATE_FAULT && driver.status[RIG_WHEEL] != RIG_STATUS_NO_ANSWER)
    check(held(model_of("wheel"), "torque_enable") == 0U, what, "the wheel has torque", driver.status[RIG_WHEEL]);
}

/* The line of a fault is printed at its code's first one, fits, and is cut where there is less room. */
static void read_line(const char *what)
{
  static uint16_t printed;
  const uint16_t code = (uint16_t)(1U << driver.supervisor.fault.code);
  char whole[RIG_FAULT_LINE_SIZE], cut[21];
  const uint16_t length = rig_fault_line(&driver.supervisor, whole, sizeof(whole));
  check(length == strlen(whole) && length + 1U < sizeof(whole), what, "the line does not fit", length);
  check(rig_fault_line(&driver.supervisor, cut, sizeof(cut)) == 20U && strncmp(cut, whole, 20U) == 0 && cut[20] == 0, what, "the line is not cut", 0);
  if ((printed & code) == 0U) printf("%s\n", whole);
  printed |= code;
}

/* The first fault has this code and servo, and came within so many cycles of the one that began `from`. */
static void told(const char *what, uint8_t code, uint8_t servo, uint32_t from, uint32_t within)
{
  const rig_fault_t *fault = &driver.supervisor.fault;
  check(fault->code == code, what, "another code", fault->code);
  read_line(what);
  check(fault->joint == servo, what, "another servo", fault->joint);
  check(fault->cycle >= from && fault->cycle <= from + within, what, "another cycle", (long)fault->cycle - (long)from);
  check(servo >= RIG_SERVO_COUNT || driver.status[servo] != RIG_STATUS_OK, what, "the servo's status is good", servo);
}

/* ---- the faults */

static uint8_t which;
static long by;

static model_t *victim(void) { return model_of(bench[which].joint); }
static void dies(void) { victim()->dead = 1; }
static void jumps(void) { victim()->position += by; }
static void leaves(void)
{
  rig_servo_t row;
  rig_get_servo(which, &row);
  victim()->position = by > 0 ? row.upper + by : row.lower + by;
}
static void races(void) { hold(victim(), "present_velocity", which == RIG_LEFT || which == RIG_RIGHT ? 900U : 20000U); }
static void fails(void) { victim()->fault = 0x20U; }

static spoil_t kind;
static spoil_t always(unsigned bus, unsigned exchange)
{
  (void)exchange;
  return victim()->bus == bus ? kind : NOTHING;
}
static void is_spoiled(void) { spoil = always; }

static uint8_t first_of_bus(void)
{
  uint8_t i = 0U;
  while (bench[i].bus != bench[which].bus) i++;
  return i;
}

/* 47 cycles of motion, and something between the goals and the reading of the next one. */
static uint32_t with(const char *what, void (*fault)(void))
{
  set_up(what);
  run(what, 47U);
  move_on();
  cycle(what, fault);
  return 48U;
}

static void test_readings(void)
{
  for (which = 0U; which < SERVOS; which++) {
    const char *const joint = bench[which].joint;
    const uint8_t told_at = first_of_bus();
    uint32_t at;
    char what[60];
    int k;
    sprintf(what, "silent %s", joint);
    at = with(what, dies);
    told(what, RIG_FAULT_NO_ANSWER, which, at, 0);
    rests(what, RIG_STATE_FAULT);
    for (k = LOSE; k <= WRONG_SUM; k++) {
      sprintf(what, "line of %s, spoiled by %d", joint, k);
      kind = (spoil_t)k;
      at = with(what, is_spoiled);
      told(what, RIG_FAULT_NO_ANSWER, told_at, at, 0);
    }
    if (which != RIG_GRIP && which != RIG_THUMB) { /* which do not tell */
      sprintf(what, "overload of %s", joint);
      at = with(what, fails);
      told(what, RIG_FAULT_SERVO, which, at, 0);
      rests(what, RIG_STATE_FAULT);
    }
    if (IS_WHEEL(which)) continue;
    for (by = -60; by <= 60; by += 120) {
      const long jump = which == RIG_SLIDE ? by * 2 : which == RIG_ROLL ? by * 3 : by;
      const long wanted = by;
      sprintf(what, "%s jumps by %ld", joint, by);
      by = jump;
      at = with(what, jumps);
      told(what, RIG_FAULT_JUMP, which, at, 0);
      rests(what, RIG_STATE_HOLDING);
      check(rig_recover(&driver) == 1U, what, "it does not come back", driver.status[which]);
      look(what);
      check(driver.status[which] == RIG_STATUS_OK, what, "its status stays", driver.status[which]);
      sprintf(what, "%s beyond a limit by %ld", joint, by);
      at = with(what, leaves);
      told(what, RIG_FAULT_RANGE, which, at, 0);
      by = wanted;
    }
    if (which != RIG_GRIP && which != RIG_SMALL) {
      sprintf(what, "%s tells too much velocity", joint);
      at = with(what, races);
      told(what, RIG_FAULT_VELOCITY, which, at, 0);
    }
  }
}

/* A servo that stands still is found by its reading where its goal goes fast enough, else by the distance. */
static void test_still(void)
{
  for (which = 0U; which < SERVOS; which++) {
    const int fine = which == RIG_SHOULDER || which == RIG_ELBOW || which == RIG_ROLL || which == RIG_PITCH || which == RIG_TWIST || which == RIG_SLIDE;
    uint32_t at = 52U, k;
    char what[60];
    if (IS_WHEEL(which)) continue;
    sprintf(what, "%s stands still", bench[which].joint);
    set_up(what);
    run(what, 51U); /* on the way back, at full speed */
    victim()->stubborn = "goal_position";
    for (k = 0; k < 25U && state == RIG_STATE_RUNNING; k++) {
      move_on();
      cycle(what, NULL);
    }
    told(what, fine ? RIG_FAULT_STALE : RIG_FAULT_TRACKING, which, at, fine ? 5U : 24U);
    if (!fine) {
      const long there = driver.supervisor.goal[which] - victim()->position;
      check(there == 0, what, "it is not stopped where it stands", there);
    }
  }
}

static void test_goals(void)
{
  for (which = 0U; which < SERVOS; which++) {
    char what[60];
    uint32_t at = 48U;
    rig_servo_t row;
    int side;
    rig_get_servo(which, &row);
    for (side = 0; side < 2; side++) {
      sprintf(what, "goal of %s beyond %d", bench[which].joint, side);
      set_up(what);
      run(what, 47U);
      move_on();
      goals[which] = IS_WHEEL(which) ? (side ? 2000000000 : -2000000000) : side ? row.upper + 100 : row.lower - 100;
      cycle(what, NULL);
      told(what, RIG_FAULT_TARGET, which, at, 0);
      rests(what, RIG_STATE_HOLDING);
      if (IS_WHEEL(which)) continue;
      sprintf(what, "goal of %s jumps %d", bench[which].joint, side);
      set_up(what);
      run(what, 47U);
      move_on();
      goals[which] += (side ? 40 : -40) * (which == RIG_SLIDE ? 2 : which == RIG_ROLL ? 3 : 1);
      cycle(what, NULL);
      told(what, RIG_FAULT_RATE, which, at, 0);
      rests(what, RIG_STATE_HOLDING);
    }
  }
}

static void test_times(void)
{
  unsigned k;
  set_up("late");
  run("late", 47U);
  clock_us += RIG_LATE_US + PERIOD;
  move_on();
  cycle("late", NULL);
  told("late", RIG_FAULT_LATE, RIG_SERVO_COUNT, 48U, 0);
  rests("late", RIG_STATE_HOLDING);
  check(rig_recover(&driver) == 1U, "late", "it does not come back", 0);
  look("late");
  set_up("late three times");
  run("late three times", 47U);
  for (k = 0; k < 3U; k++) {
    check(state == RIG_STATE_RUNNING, "late three times", "too early", k);
    clock_us += 2U * PERIOD;
    move_on();
    cycle("late three times", NULL);
  }
  told("late three times", RIG_FAULT_LATE, RIG_SERVO_COUNT, 50U, 0);
  rests("late three times", RIG_STATE_HOLDING);
  /* A host that reads, and sends no goals. */
  set_up("no goals");
  run("no goals", 47U);
  for (k = 0; k < 30U; k++) {
    clock_us += PERIOD;
    (void)rig_read_states(&driver);
    look("no goals");
  }
  told("no goals", RIG_FAULT_LATE, RIG_SERVO_COUNT, 47U, 0);
}

/* ---- the stop, and what comes after it */

static void test_stop(void)
{
  int32_t before, last, from;
  unsigned k;
  /* Half of the speed: 326 counts/s on the way back, and half of 0.131 s of it. */
  set_up("stop");
  run("stop", 52U);
  goals[RIG_ELBOW] = 20000;
  from = last = before = driver.supervisor.goal[RIG_SHOULDER];
  for (k = 0; k < 30U; k++) {
    const int32_t here = driver.supervisor.goal[RIG_SHOULDER];
    cycle("stop", NULL);
    check(abs(driver.supervisor.goal[RIG_SHOULDER] - here) <= abs(here - before) + 1 || k < 2U, "stop", "it does not slow down", (long)k);
    before = here;
    last = driver.supervisor.goal[RIG_SHOULDER];
  }
  check(abs(abs(last - from) - 21) <= 6, "stop", "another way", last - from);
  check(state == RIG_STATE_HOLDING, "stop", "it does not hold", state);
  /* At a limit it stops there. */
  set_up("stop at a limit");
  run("stop at a limit", 52U);
  driver.supervisor.goal[RIG_TWIST] = RIG_TWIST_LOWER + 3;
  model_of("twist")->position = RIG_TWIST_LOWER + 3;
  driver.supervisor.position[RIG_TWIST] = RIG_TWIST_LOWER + 3;
  goals[RIG_ELBOW] = 20000;
  for (k = 0; k < 20U; k++) cycle("stop at a limit", NULL);
  check(driver.supervisor.goal[RIG_TWIST] == RIG_TWIST_LOWER, "stop at a limit", "it goes on", driver.supervisor.goal[RIG_TWIST]);
  /* Without a fault: at rest, and on again. */
  set_up("halt");
  run("halt", 47U);
  check(rig_halt(&driver) == 1U, "halt", "it does not rest", state);
  seen[state][RIG_STATE_STOPPING]++;
  seen[RIG_STATE_STOPPING][driver.supervisor.state]++;
  state = driver.supervisor.state;
  check(state == RIG_STATE_READY && driver.supervisor.fault.code == RIG_FAULT_NONE, "halt", "another state", state);
  for (k = 0; k < RIG_JOINT_COUNT; k++) q[k] = rig_joint((uint8_t)k, driver.supervisor.goal);
  phase = 0;
  next = clock_us + PERIOD;
  run("halt", 30U);
  /* A first goal that cannot be moves nothing. */
  (void)rig_halt(&driver);
  state = driver.supervisor.state;
  goals[RIG_ELBOW] = 20000;
  last = driver.supervisor.goal[RIG_SHOULDER];
  next = clock_us + PERIOD;
  for (k = 0; k < 20U; k++) cycle("halt", NULL);
  check(driver.supervisor.goal[RIG_SHOULDER] == last && state == RIG_STATE_HOLDING, "halt", "a wrong first goal moves others", driver.supervisor.goal[RIG_SHOULDER] - last);
  /* A servo that does not come to rest. */
  set_up("drift");
  run("drift", 47U);
  goals[RIG_ELBOW] = 20000;
  for (k = 0; k < 40U; k++) {
    cycle("drift", NULL);
    model_of("twist")->position += 4;
    model_of("twist")->stubborn = "goal_position";
  }
  check(state == RIG_STATE_FAULT, "drift", "it is taken for rest", state);
  told("drift", RIG_FAULT_TARGET, RIG_ELBOW, 48U, 0);
  check(rig_recover(&driver) == 1U, "drift", "it does not come back", 0);
  look("drift");
  /* One that is pushed away from where it holds. */
  set_up("pushed");
  run("pushed", 47U);
  goals[RIG_ELBOW] = 20000;
  for (k = 0; k < 40U; k++) cycle("pushed", NULL);
  check(state == RIG_STATE_HOLDING, "pushed", "it does not hold", state);
  model_of("pitch")->stubborn = "goal_position";
  model_of("pitch")->position += 80;
  cycle("pushed", NULL);
  check(state == RIG_STATE_FAULT, "pushed", "it does not see it", state);
  /* Before it moves. */
  set_up("silent at rest");
  model_of("right")->dead = 1;
  (void)rig_read_states(&driver);
  look("silent at rest");
  check(state == RIG_STATE_FAULT, "silent at rest", "another state", state);
  told("silent at rest", RIG_FAULT_NO_ANSWER, RIG_RIGHT, 0U, 0);
}

/* A servo that stands a little beyond its limit comes back slowly; farther out it is a fault. */
static void test_way_back(void)
{
  int32_t counts[RIG_SERVO_COUNT];
  uint8_t i;
  set_up("way back");
  (void)rig_stop(&driver);
  model_of("right")->position = RIG_RIGHT_UPPER + 12;
  check(rig_start(&driver, &line) == 1U, "way back", "it does not start", driver.status[RIG_RIGHT]);
  model_of("right")->position = RIG_RIGHT_UPPER + 12; /* it takes its time */
  model_of("right")->stubborn = "goal_position";
  driver.position[RIG_RIGHT] = RIG_RIGHT_UPPER + 12;
  rig_supervisor_reset(&driver.supervisor, driver.position, clock_us);
  state = RIG_STATE_READY;
  for (i = 0U; i < RIG_SERVO_COUNT; i++) counts[i] = driver.supervisor.goal[i];
  memcpy(goals, counts, sizeof(goals));
  next = clock_us + PERIOD;
  cycle("way back", NULL);
  model_of("right")->position -= 4;
  cycle("way back", NULL);
  check(state == RIG_STATE_RUNNING, "way back", "it may not come back", driver.supervisor.fault.code);
  goals[RIG_RIGHT] -= 4; /* as fast as it may be within its limits */
  cycle("way back", NULL);
  told("way back", RIG_FAULT_RATE, RIG_RIGHT, 3U, 0);
  rig_supervisor_reset(&driver.supervisor, driver.position, clock_us);
  state = RIG_STATE_READY;
  next = clock_us + PERIOD;
  memcpy(goals, counts, sizeof(goals));
  cycle("way back", NULL);
  model_of("right")->position += 4;
  cycle("way back", NULL);
  told("way back", RIG_FAULT_RANGE, RIG_RIGHT, 2U, 0);
}

/* ---- what is no fault */

static unsigned target;
static spoil_t once(unsigned bus, unsigned exchange)
{
  (void)bus;
  return exchange == target ? kind : NOTHING;
}

static void test_single_faults(void)
{
  unsigned at, from, to, count = 0;
  int k;
  set_up("single faults");
  run("single faults", 20U);
  exchanges = 0;
  run("single faults", 1U);
  to = exchanges;
  for (k = LOSE; k < KINDS; k++)
    for (at = 0; at < to; at++) {
      char what[60];
      sprintf(what, "fault %d at exchange %u", k, at);
      set_up(what);
      run(what, 20U);
      from = exchanges;
      target = from + at;
      kind = (spoil_t)k;
      spoil = once;
      run(what, 3U);
      count++;
    }
  spoil = NULL;
  check(to > 8U, "single faults", "too few exchanges", (long)to);
  printf("%u single faults of lines are none\n", count);
}

static void test_transitions(void)
{
  static const char *const names[5] = {"ready", "running", "stopping", "holding", "fault"};
  /* By the caller: holding and fault to ready. */
  static const uint8_t allowed[5][5] = {{0, 1, 0, 0, 1}, {0, 0, 1, 0, 0}, {1, 0, 0, 1, 1}, {1, 0, 0, 0, 1}, {1, 0, 0, 0, 0}};
  int from, to;
  for (from = 0; from < 5; from++)
    for (to = 0; to < 5; to++) {
      if (allowed[from][to]) printf("%s to %s: %u\n", names[from], names[to], seen[from][to]);
      check((seen[from][to] > 0U) == (allowed[from][to] == 1U), names[from], names[to], (long)seen[from][to]);
    }
}

int main(void)
{
  set_up("long motion");
  run("long motion", 800U);
  test_readings();
  test_still();
  test_goals();
  test_times();
  test_stop();
  test_way_back();
  test_single_faults();
  test_transitions();
  check(strange == 0U, "packets that no servo understands", "", (long)strange);
  printf("%u runs, %d problems\n", runs, problems);
  return problems == 0 ? 0 : 1;
}
