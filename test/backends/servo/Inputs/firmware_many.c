/* 300 servos on two buses: what does not fit one packet takes several. */
#include <stdio.h>

#include "many_driver.h"
#include "servo_model.h"

static many_driver_t driver;
static int32_t goals[MANY_SERVO_COUNT];

int main(void)
{
  const many_line_t line = {NULL, line_write, line_read, line_now, 0U};
  unsigned i, wrong = 0, before[2], writes[2], reads[2];
  for (i = 0; i < MANY_SERVO_COUNT; i++) {
    many_servo_t row;
    many_get_servo((uint16_t)i, &row);
    add_model("j", "dynamixel", "XM430-W350", row.bus, row.id);
    models[i].position = row.lower + (row.upper - row.lower) / 2;
  }
  if (many_start(&driver, &line) != 1U) wrong++;
  for (i = 0; i < MANY_SERVO_COUNT; i++) {
    if (held(&models[i], "torque_enable") != 1U || driver.position[i] != models[i].position) wrong++;
    goals[i] = driver.position[i] + (int32_t)(i % 5U);
  }
  before[0] = packets[0];
  before[1] = packets[1];
  clock_us += 10000U; /* or the goals were too fast */
  if (many_write_goals(&driver, goals) != 1U) wrong++;
  for (i = 0; i < 2U; i++) writes[i] = packets[i] - before[i];
  for (i = 0; i < MANY_SERVO_COUNT; i++)
    if (models[i].position != goals[i]) wrong++;
  before[0] = packets[0];
  before[1] = packets[1];
  if (many_read_states(&driver) != 1U) wrong++;
  for (i = 0; i < 2U; i++) reads[i] = packets[i] - before[i];
  for (i = 0; i < MANY_SERVO_COUNT; i++)
    if (driver.position[i] != goals[i]) wrong++;
  if (many_stop(&driver) != 1U) wrong++;
  for (i = 0; i < MANY_SERVO_COUNT; i++)
    if (held(&models[i], "torque_enable") != 0U) wrong++;
  printf("%u and %u packets of goals, %u and %u that read, %u wrong, %u strange\n", writes[0], writes[1], reads[0], reads[1], wrong, strange);
  return wrong == 0U ? 0 : 1;
}
