#include "firmware_bench.h"

#include <stdio.h>
#include <string.h>

rig_driver_t driver;
rig_line_t line = {NULL, line_write, line_read, line_now, 0U};
int problems = 0;

/* In the order of the robot, with where each stands. */
static const struct {
  const char *joint, *family, *device;
  unsigned bus, id;
  long position;
} bench[] = {
  {"shoulder", "dynamixel", "XM430-W350", 0, 11, 2000},
  {"elbow", "dynamixel", "XL430-W250", 0, 12, 2500},
  {"wheel", "dynamixel", "XM430-W350", 0, 13, 300},
  {"roll", "dynamixel", "XM430-W350", 1, 1, 2100},
  {"pitch", "dynamixel", "XM430-W350", 1, 2, 1800},
  {"slide", "feetech", "STS3215", 2, 1, 1500},
  {"twist", "feetech", "STS3215", 2, 2, 2111},
  {"small", "scs", "SCS15", 2, 3, 520},
  {"left", "ax", "AX-12A", 3, 4, 500},
  {"right", "ax", "AX-12A", 3, 5, 700},
  {"grip", "lx16a", "LX-16A", 4, 3, 480},
  {"thumb", "lx16a", "LX-16A", 4, 4, 100},
};
#define SERVOS (sizeof(bench) / sizeof(bench[0]))

void check(int good, const char *what, const char *detail, long number)
{
  if (good) return;
  problems++;
  if (problems < 40) printf("%s: %s (%ld)\n", what, detail, number);
}

uint8_t servo_of(const char *joint)
{
  unsigned i;
  for (i = 0; i < SERVOS; i++)
    if (strcmp(bench[i].joint, joint) == 0) return (uint8_t)i;
  return 0xFFU;
}

const char *joint_of(uint8_t servo)
{
  return servo < SERVOS ? bench[servo].joint : "flap";
}

void set_up_bench(void)
{
  unsigned i;
  int32_t q[RIG_JOINT_COUNT];
  model_count = 0;
  spoil = NULL;
  echoes = 0;
  broken_write = 0;
  line.echo = 0U;
  torque_log[0] = '\0';
  clear_lines();
  for (i = 0; i < RIG_JOINT_COUNT; i++) q[i] = 0;
  q[RIG_Q_SLIDE] = 983; /* 15 mm */
  for (i = 0; i < SERVOS; i++) {
    model_t *model;
    add_model(bench[i].joint, bench[i].family, bench[i].device, bench[i].bus, bench[i].id);
    model = model_of(bench[i].joint);
    hold(model, "torque_enable", 1U);
    model->position = bench[i].position;
    if (strcmp(bench[i].joint, "slide") == 0) model->position = rig_goal((uint8_t)i, q);
    if (strcmp(bench[i].joint, "roll") == 0) model->position = rig_goal((uint8_t)i, q) + 7;
  }
}

static const expected_t *find(const char *joint, const char *name)
{
  unsigned i;
  for (i = 0; i < expected_count; i++)
    if (strcmp(expected[i].joint, joint) == 0 && strcmp(expected[i].name, name) == 0) return &expected[i];
  return NULL;
}

/* Its goal is a velocity. */
static int is_wheel(const char *joint)
{
  return strcmp(joint, "wheel") == 0 || strcmp(joint, "thumb") == 0;
}

void check_registers(const char *when, uint32_t torque)
{
  unsigned i, k;
  for (i = 0; i < model_count; i++) {
    const model_t *model = &models[i];
    for (k = 0; k < model->device->count; k++) {
      const row_t *reg = &model->device->registers[k];
      const expected_t *wanted = find(model->joint, reg->name);
      uint32_t value = wanted != NULL ? wanted->value : reg->initial;
      char text[100];
      if (strcmp(reg->name, "torque_enable") == 0) value = torque;
      if (strcmp(reg->name, "id") == 0) value = model->id;
      if (strcmp(reg->name, "bus_watchdog") == 0) value = torque != 0U ? RIG_WATCHDOG_MS / 20U : 0U; /* units of 20 ms */
      if (strcmp(reg->name, "torque_limit") == 0 && strcmp(model->joint, "right") == 0) value = 1023U; /* as Max Torque */
      if (strncmp(reg->name, "present_", 8) == 0 || strcmp(reg->name, "goal_position") == 0) continue;
      if (strcmp(reg->name, "goal_velocity") == 0 && is_wheel(model->joint)) continue;
      sprintf(text, "%s of %s", reg->name, model->joint);
      check(held(model, reg->name) == value, when, text, (long)held(model, reg->name));
    }
  }
}

void check_goals_are_present(const char *when)
{
  unsigned i;
  for (i = 0; i < model_count; i++) {
    const uint8_t servo = servo_of(models[i].joint);
    if (is_wheel(models[i].joint)) {
      check(held(&models[i], "goal_velocity") == 0U, when, "a wheel turns", (long)servo);
    } else {
      check(signed_value(&models[i], "goal_position") == models[i].position, when, models[i].joint, signed_value(&models[i], "goal_position"));
      check(driver.position[servo] == models[i].position, when, "the driver has another position", driver.position[servo]);
    }
  }
}

int main(void)
{
  test_life();
  test_single_faults();
  test_lasting_faults();
  test_recovery();
  test_noise();
  check(strange == 0U, "packets that no servo understands", "", (long)strange);
  printf("%d problems\n", problems);
  return problems == 0 ? 0 : 1;
}
