/* Faults that last: of lines, of servos; what the driver says of them, and how it comes back. */
#include <stdio.h>
#include <string.h>

#include "firmware_bench.h"

static const char *only; /* the bus of this joint's servo is spoiled */
static spoil_t kind;

static spoil_t always(unsigned bus, unsigned exchange)
{
  (void)exchange;
  return model_of(only)->bus == bus ? kind : NOTHING;
}

/* Start fails, `joint` is to blame, and no servo that answers has torque. */
static void refuses(const char *what, const char *joint, uint8_t status)
{
  unsigned i;
  check(rig_start(&driver, &line) == 0U, what, "start does not fail", 0);
  check(driver.status[servo_of(joint)] == status, what, joint, driver.status[servo_of(joint)]);
  spoil = NULL;
  for (i = 0; i < model_count; i++) {
    check(driver.running[servo_of(models[i].joint)] == 0U, what, "it runs", (long)i);
    if (strcmp(models[i].joint, joint) != 0 && models[i].bus != model_of(joint)->bus)
      check(held(&models[i], "torque_enable") == 0U, what, models[i].joint, 1);
  }
}

static void refuses_spoiled(const char *what, const char *joint, spoil_t how, uint8_t status)
{
  set_up_bench();
  only = joint;
  kind = how;
  spoil = always;
  refuses(what, joint, status);
}

void test_lasting_faults(void)
{
  static const char *const joints[] = {"shoulder", "twist", "small", "left", "grip"};
  unsigned i;
  for (i = 0; i < 5U; i++) {
    set_up_bench();
    model_of(joints[i])->dead = 1;
    refuses("dead", joints[i], RIG_STATUS_NO_ANSWER);
    refuses_spoiled("lost", joints[i], LOSE, RIG_STATUS_NO_ANSWER);
    refuses_spoiled("sum", joints[i], WRONG_SUM, RIG_STATUS_GARBLED);
    refuses_spoiled("lost byte", joints[i], LOSE_BYTE, RIG_STATUS_GARBLED);
    refuses_spoiled("other id", joints[i], OTHER, RIG_STATUS_OTHER_SERVO);
    set_up_bench();
    model_of(joints[i])->other_id = 99;
    refuses("renamed", joints[i], RIG_STATUS_OTHER_SERVO);
    set_up_bench();
    model_of(joints[i])->stubborn = "torque_enable";
    refuses("stubborn", joints[i], RIG_STATUS_NOT_TAKEN);
  }
  set_up_bench();
  hold(model_of("shoulder"), "model_number", 1030U);
  refuses("another model", "shoulder", RIG_STATUS_OTHER_SERVO);
  set_up_bench();
  hold(model_of("twist"), "model_number", 2825U);
  refuses("another model", "twist", RIG_STATUS_OTHER_SERVO);
  set_up_bench();
  model_of("pitch")->stubborn = "mode";
  refuses("a setting that is not taken", "pitch", RIG_STATUS_NOT_TAKEN);
  set_up_bench();
  model_of("elbow")->position = 3900;
  refuses("beyond its limits", "elbow", RIG_STATUS_BEYOND_LIMITS);
  set_up_bench();
  model_of("elbow")->position = RIG_ELBOW_UPPER + 10;
  check(rig_start(&driver, &line) == 1U && model_of("elbow")->position == RIG_ELBOW_UPPER, "a little beyond its limits", "it does not start", 0);
  set_up_bench();
  model_of("wheel")->fault = 0x20U;
  refuses("overload", "wheel", RIG_STATUS_HARDWARE);
  check(driver.error[RIG_WHEEL] == 0x20U, "overload", "not the servo's own register", driver.error[RIG_WHEEL]);
  set_up_bench();
  model_of("right")->fault = 0x04U;
  refuses("overheating", "right", RIG_STATUS_HARDWARE);
  check(driver.error[RIG_RIGHT] == 0x04U, "overheating", "not the error of the answer", driver.error[RIG_RIGHT]);
  /* A fault that torque causes: torque does not stay. */
  set_up_bench();
  model_of("twist")->fault_of_torque = 0x20U;
  refuses("overload by torque", "twist", RIG_STATUS_HARDWARE);
  check(held(model_of("twist"), "torque_enable") == 0U && held(model_of("slide"), "torque_enable") == 0U, "overload by torque", "torque stays", 0);
  check(driver.error[RIG_TWIST] == 0x20U, "overload by torque", "it is forgotten", driver.error[RIG_TWIST]);
  set_up_bench();
  broken_write = 1;
  check(rig_start(&driver, &line) == 0U && driver.status[RIG_SHOULDER] == RIG_STATUS_LINE, "broken line", "start does not fail", 0);
  set_up_bench();
  line.echo = 1U; /* and there is none */
  check(rig_start(&driver, &line) == 0U && driver.status[RIG_GRIP] == RIG_STATUS_LINE, "no echo", "start does not fail", 0);
  line.echo = 0U;
  /* Servos that answer reads alone. */
  set_up_bench();
  hold(model_of("shoulder"), "status_return_level", 1U);
  hold(model_of("twist"), "status_return_level", 0U);
  check(rig_start(&driver, &line) == 1U && rig_stop(&driver) == 1U, "no answers to writes", "it fails", 0);
}

static void start_moved(void)
{
  int32_t counts[RIG_SERVO_COUNT];
  uint8_t i;
  set_up_bench();
  check(rig_start(&driver, &line) == 1U, "start", "it fails", 0);
  for (i = 0U; i < RIG_SERVO_COUNT; i++) counts[i] = driver.position[i] + 5;
  counts[RIG_WHEEL] = 0;
  counts[RIG_THUMB] = 0;
  (void)rig_write_goals(&driver, counts);
  check(rig_read_states(&driver) == 1U, "read_states", "it fails", 0);
}

/* One servo fails, by `status`; all others go on. */
static void fails_alone(const char *what, const char *joint, uint8_t status)
{
  int32_t counts[RIG_SERVO_COUNT];
  const uint8_t servo = servo_of(joint);
  long stood;
  uint8_t i;
  check(rig_read_states(&driver) == 0U, what, "it is not seen", 0);
  for (i = 0U; i + 1U < RIG_SERVO_COUNT; i++) {
    check(driver.running[i] == (i != servo), what, joint_of(i), driver.running[i]);
    check(driver.status[i] == (i == servo ? status : RIG_STATUS_OK), what, joint_of(i), driver.status[i]);
    counts[i] = driver.position[i] + 3;
  }
  counts[RIG_WHEEL] = 7;
  stood = model_of(joint)->position;
  (void)rig_write_goals(&driver, counts);
  check(model_of(joint)->position == stood, what, "it got a goal", model_of(joint)->position);
  check(held(model_of("wheel"), "goal_velocity") == 7U || strcmp(joint, "wheel") == 0, what, "the others get no goals", 0);
}

static void comes_back(const char *what, const char *joint, unsigned torque_offs)
{
  const model_t *model = model_of(joint);
  const unsigned before = model->torque_offs;
  check(rig_recover(&driver) == 1U, what, "it does not come back", driver.status[servo_of(joint)]);
  check(rig_read_states(&driver) == 1U, what, "it does not run", driver.status[servo_of(joint)]);
  check(model->torque_offs - before == torque_offs, what, "torque went off, or not", (long)model->torque_offs);
  check(held(model, "torque_enable") == 1U, what, "it has no torque", 0);
}

void test_recovery(void)
{
  int32_t counts[RIG_SERVO_COUNT] = {0};
  unsigned i;
  /* The host was busy for longer than the watchdogs wait. */
  start_moved();
  clock_us += 600000U;
  (void)rig_write_goals(&driver, counts);
  for (i = 0; i < RIG_SERVO_COUNT; i++)
    check(driver.status[i] == (i <= RIG_PITCH ? RIG_STATUS_WATCHDOG : i == RIG_FLAP ? RIG_STATUS_LEFT_OUT : RIG_STATUS_OK), "watchdog", joint_of((uint8_t)i), driver.status[i]);
  check(rig_read_states(&driver) == 0U && driver.status[RIG_ROLL] == RIG_STATUS_WATCHDOG, "watchdog", "it is forgotten", 0);
  comes_back("watchdog", "roll", 0U);
  check(held(model_of("roll"), "bus_watchdog") == RIG_WATCHDOG_MS / 20U, "watchdog", "it does not run again", 0);
  check(signed_value(model_of("roll"), "goal_position") == model_of("roll")->position, "watchdog", "its goal is elsewhere", 0);
  /* A line that was broken for a while: torque stays on. */
  start_moved();
  model_of("small")->dead = 1;
  fails_alone("broken off", "small", RIG_STATUS_NO_ANSWER);
  check(rig_recover(&driver) == 0U && driver.status[RIG_SMALL] == RIG_STATUS_NO_ANSWER, "broken off", "it comes back without a line", 0);
  model_of("small")->dead = 0;
  comes_back("broken off", "small", 0U);
  /* A servo that was without power has forgotten its gains, and has no torque. */
  start_moved();
  model_of("shoulder")->dead = 1;
  fails_alone("without power", "shoulder", RIG_STATUS_NO_ANSWER);
  power_on(model_of("shoulder"));
  model_of("shoulder")->dead = 0;
  comes_back("without power", "shoulder", 0U);
  check_registers("without power", 1U);
  /* Faults of servos. */
  start_moved();
  model_of("elbow")->fault = 0x20U;
  hold(model_of("elbow"), "torque_enable", 0U);
  fails_alone("overload", "elbow", RIG_STATUS_HARDWARE);
  check(driver.error[RIG_ELBOW] == 0x20U, "overload", "not the servo's own register", driver.error[RIG_ELBOW]);
  comes_back("overload", "elbow", 0U);
  check(model_of("elbow")->reboots == 1U, "overload", "it was not rebooted", 0);
  start_moved();
  model_of("left")->fault = 0x20U;
  hold(model_of("left"), "torque_limit", 0U);
  fails_alone("overload of an AX", "left", RIG_STATUS_HARDWARE);
  comes_back("overload of an AX", "left", 1U);
  check(held(model_of("left"), "torque_limit") == 900U, "overload of an AX", "not its own limit", (long)held(model_of("left"), "torque_limit"));
  start_moved();
  model_of("right")->fault = 0x20U;
  hold(model_of("right"), "torque_limit", 0U);
  fails_alone("overload of another AX", "right", RIG_STATUS_HARDWARE);
  comes_back("overload of another AX", "right", 1U);
  check(held(model_of("right"), "torque_limit") == 1023U, "overload of another AX", "it has no torque", 0);
  start_moved();
  model_of("twist")->fault = 0x20U;
  fails_alone("overload of an STS", "twist", RIG_STATUS_HARDWARE);
  comes_back("overload of an STS", "twist", 1U);
  start_moved();
  model_of("twist")->fault = 0x20U;
  fails_alone("overload that comes again", "twist", RIG_STATUS_HARDWARE);
  model_of("twist")->fault_of_torque = 0x20U;
  check(rig_recover(&driver) == 0U && driver.status[RIG_TWIST] == RIG_STATUS_HARDWARE, "overload that comes again", "it runs", driver.status[RIG_TWIST]);
  check(held(model_of("twist"), "torque_enable") == 0U && held(model_of("slide"), "torque_enable") == 1U, "overload that comes again", "torque stays", 0);
  /* A bus that is spoiled for good: what is on others goes on. */
  start_moved();
  only = "grip";
  kind = WRONG_SUM;
  spoil = always;
  check(rig_read_states(&driver) == 0U && driver.status[RIG_GRIP] == RIG_STATUS_GARBLED && driver.running[RIG_SHOULDER] == 1U, "spoiled bus", "", driver.status[RIG_GRIP]);
  spoil = NULL;
  comes_back("spoiled bus", "grip", 0U);
}

static uint32_t random_state = 1U;
static unsigned share; /* of exchanges that are spoiled, in 1000 */

static spoil_t sometimes(unsigned bus, unsigned exchange)
{
  (void)bus;
  (void)exchange;
  random_state = random_state * 1664525U + 1013904223U;
  if ((random_state >> 8) % 1000U >= share) return NOTHING;
  return (spoil_t)(1U + (random_state >> 20) % (KINDS - 1U));
}

/* Much noise for long: no goal leaves the limits, no memory wears, and when it ends everything comes back. */
void test_noise(void)
{
  int32_t counts[RIG_SERVO_COUNT];
  unsigned cycle, lost = 0, wear = 0;
  uint8_t i;
  start_moved();
  for (i = 0U; i < model_count; i++) models[i].eeprom_writes = 0;
  spoil = sometimes;
  for (cycle = 0; cycle < 6000U; cycle++) {
    share = cycle % 600U < 300U ? 30U : 300U;
    for (i = 0U; i < RIG_SERVO_COUNT; i++) counts[i] = driver.position[i] + (int32_t)((random_state >> (i + 3U)) & 127U) - 64;
    (void)rig_write_goals(&driver, counts);
    if (rig_read_states(&driver) == 0U) {
      lost++;
      (void)rig_recover(&driver);
    }
    for (i = 0U; i + 1U < RIG_SERVO_COUNT; i++) {
      rig_servo_t row;
      rig_get_servo(i, &row);
      if (i == RIG_WHEEL || i == RIG_THUMB) continue;
      check(model_of(joint_of(i))->position >= row.lower && model_of(joint_of(i))->position <= row.upper, "noise", joint_of(i), model_of(joint_of(i))->position);
    }
  }
  spoil = NULL;
  clear_lines();
  check(lost > 50U && lost < 5000U, "noise", "it is no test", (long)lost);
  (void)rig_recover(&driver);
  check(rig_read_states(&driver) == 1U, "noise", "not all came back", 0);
  for (i = 0U; i < model_count; i++) wear += models[i].eeprom_writes;
  check(wear == 0U, "noise", "memory was written", (long)wear);
  check_registers("after noise", 1U);
  check(rig_stop(&driver) == 1U, "noise", "stop fails", 0);
  printf("noise\n");
}
