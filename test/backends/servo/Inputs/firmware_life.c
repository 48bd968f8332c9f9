/* The life of the rig: start, move, read, stop; and every single fault of a line, at every exchange of a start and of a cycle. */
#include <stdio.h>
#include <string.h>

#include "firmware_bench.h"

static int32_t goals[RIG_SERVO_COUNT];

static void make_goals(int32_t q)
{
  int32_t joints[RIG_JOINT_COUNT];
  uint8_t i;
  for (i = 0U; i < RIG_JOINT_COUNT; i++) joints[i] = q;
  joints[RIG_Q_SLIDE] = 1000;
  for (i = 0U; i < RIG_SERVO_COUNT; i++) goals[i] = rig_goal(i, joints);
  goals[RIG_WHEEL] = 50;
  goals[RIG_THUMB] = -400;
}

static void check_moved(const char *when)
{
  uint8_t i;
  for (i = 0U; i + 1U < RIG_SERVO_COUNT; i++) {
    const model_t *model = model_of(joint_of(i));
    const char *goal = i == RIG_WHEEL || i == RIG_THUMB ? "goal_velocity" : "goal_position";
    check(signed_value(model, goal) == goals[i], when, joint_of(i), signed_value(model, goal));
  }
}

void test_life(void)
{
  unsigned before[5];
  uint8_t i;
  set_up_bench();
  check(rig_start(&driver, &line) == 1U, "start", "it fails", 0);
  check_registers("after start", 1U);
  check_goals_are_present("after start");
  for (i = 0U; i < RIG_SERVO_COUNT; i++)
    check(driver.status[i] == (i == RIG_FLAP ? RIG_STATUS_LEFT_OUT : RIG_STATUS_OK), "status after start", joint_of(i), driver.status[i]);
  /* Goals: one packet a bus, of the LX-16A one a servo. */
  make_goals(20000);
  memcpy(before, packets, sizeof(before));
  check(rig_write_goals(&driver, goals) == 1U, "write_goals", "it fails", 0);
  check(packets[0] - before[0] == 1U && packets[1] - before[1] == 1U && packets[2] - before[2] == 1U && packets[3] - before[3] == 1U &&
          packets[4] - before[4] == 2U, "write_goals", "not one packet a bus", 0);
  check_moved("goals");
  /* States: one packet for the DYNAMIXELs of a bus and the STS of one, one for each of the others. */
  memcpy(before, packets, sizeof(before));
  check(rig_read_states(&driver) == 1U, "read_states", "it fails", 0);
  check(packets[0] - before[0] == 1U && packets[1] - before[1] == 1U && packets[2] - before[2] == 2U && packets[3] - before[3] == 2U &&
          packets[4] - before[4] == 2U, "read_states", "not as few packets as there are", 0);
  for (i = 0U; i + 1U < RIG_SERVO_COUNT; i++)
    check(driver.position[i] == model_of(joint_of(i))->position, "read_states", joint_of(i), driver.position[i]);
  hold(model_of("shoulder"), "present_velocity", 0xFFFFFFF0U);
  hold(model_of("shoulder"), "present_current", 0xFFFEU);
  hold(model_of("twist"), "present_velocity", 0x8005U);
  hold(model_of("twist"), "present_current", 77U);
  hold(model_of("left"), "present_velocity", 0x403U);
  check(rig_read_states(&driver) == 1U, "read_states", "it fails", 0);
  check(driver.velocity[RIG_SHOULDER] == -16 && driver.current[RIG_SHOULDER] == -2, "read_states", "velocity of a DYNAMIXEL", driver.velocity[RIG_SHOULDER]);
  check(driver.velocity[RIG_TWIST] == -5 && driver.current[RIG_TWIST] == 77, "read_states", "velocity of a FEETECH", driver.velocity[RIG_TWIST]);
  check(driver.velocity[RIG_LEFT] == -3, "read_states", "velocity of an AX", driver.velocity[RIG_LEFT]);
  /* Beyond the limits: kept within. */
  for (i = 0U; i < RIG_SERVO_COUNT; i++) goals[i] = 30000;
  goals[RIG_WHEEL] = 1;
  goals[RIG_THUMB] = 1;
  (void)rig_write_goals(&driver, goals);
  check(model_of("elbow")->position == RIG_ELBOW_UPPER, "write_goals", "elbow leaves its limits", model_of("elbow")->position);
  check(model_of("left")->position == RIG_LEFT_UPPER, "write_goals", "left leaves its limits", model_of("left")->position);
  torque_log[0] = '\0';
  check(rig_stop(&driver) == 1U, "stop", "it fails", 0);
  check(strcmp(torque_log, "thumb grip right left small twist slide pitch roll wheel elbow shoulder ") == 0, "stop", torque_log, 0);
  for (i = 0U; i < model_count; i++) check(held(&models[i], "torque_enable") == 0U, "stop", models[i].joint, 1);
  /* A second start wears no memory: what is kept is not written again. */
  for (i = 0U; i < model_count; i++) models[i].eeprom_writes = 0;
  model_of("left")->position = 500; /* a goal at the limit is one to start from, too */
  check(rig_start(&driver, &line) == 1U, "second start", "it fails", 0);
  for (i = 0U; i < model_count; i++) check(models[i].eeprom_writes == 0U, "second start", models[i].joint, (long)models[i].eeprom_writes);
  /* The servo comes back with the persistent values. */
  power_on(model_of("slide"));
  check(held(model_of("slide"), "homing_offset") == 0x864U && held(model_of("slide"), "lock") == 1U, "power", "the offset is lost", 0);
  /* The same on one wire for both directions. */
  set_up_bench();
  echoes = 1;
  line.echo = 1U;
  check(rig_start(&driver, &line) == 1U && rig_read_states(&driver) == 1U, "echo", "it fails", 0);
  check_registers("with an echo", 1U);
}

static unsigned target;
static spoil_t kind;

static spoil_t once(unsigned bus, unsigned exchange)
{
  (void)bus;
  return exchange == target ? kind : NOTHING;
}

/* One fault at a time, wherever it can be: nothing fails, and everything is as without it. */
void test_single_faults(void)
{
  unsigned start, cycle, at, runs = 0;
  int k;
  set_up_bench();
  exchanges = 0;
  (void)rig_start(&driver, &line);
  start = exchanges;
  make_goals(10000);
  (void)rig_write_goals(&driver, goals);
  (void)rig_read_states(&driver);
  cycle = exchanges - start;
  check(start > 200U && cycle > 10U, "single faults", "too few exchanges", (long)start);
  for (k = LOSE; k < KINDS; k++)
    for (at = 0; at < start + cycle; at++) {
      char when[60];
      const int before = problems;
      set_up_bench();
      exchanges = 0;
      target = at;
      kind = (spoil_t)k;
      spoil = once;
      sprintf(when, "fault %d at exchange %u", k, at);
      check(rig_start(&driver, &line) == 1U, when, "start fails", 0);
      make_goals(10000);
      check(rig_write_goals(&driver, goals) == 1U, when, "write_goals fails", 0);
      check(rig_read_states(&driver) == 1U, when, "read_states fails", 0);
      spoil = NULL;
      (void)rig_write_goals(&driver, goals); /* a goal that was lost on its way comes with the next */
      check_registers(when, 1U);
      check_moved(when);
      check(rig_stop(&driver) == 1U, when, "stop fails", 0);
      runs++;
      if (problems > before) return;
    }
  printf("%u single faults\n", runs);
}
