/* Holds the encodings of the rig's registers against numbers made by hand from the makers' tables, and against each other. */
#include <stdio.h>
#include <string.h>

#include "rig_servos.h"

static int problems = 0;

static void is(const char *what, uint8_t servo, uint8_t kind, int32_t count, uint8_t size, const char *bytes)
{
  uint8_t got[4] = {0U, 0U, 0U, 0U};
  const uint8_t length = rig_encode(servo, kind, count, got);
  if (length != size || memcmp(got, bytes, size) != 0) {
    printf("%s: %ld is not those bytes\n", what, (long)count);
    problems++;
  }
  if (rig_decode(servo, kind, got) != count) {
    printf("%s: %ld comes back as %ld\n", what, (long)count, (long)rig_decode(servo, kind, got));
    problems++;
  }
}

int main(void)
{
  static const uint8_t ends[2] = {0xFFU, 0xFFU};
  uint8_t bytes[4];
  uint16_t i;
  rig_servo_t row;
  rig_write_t write;
  rig_register_t reg;
  unsigned pauses = 0U;
  /* 239 to an SCS, high byte first; to an STS, low byte first. */
  is("scs", RIG_FOLLOWER, RIG_GOAL_POSITION, 239, 2U, "\x00\xEF");
  is("scs", RIG_FOLLOWER, RIG_PRESENT_POSITION, 1000, 2U, "\x03\xE8");
  is("sts", RIG_SMALL, RIG_GOAL_POSITION, 239, 2U, "\xEF\x00");
  /* Sign and magnitude: the sign is bit 15. */
  is("sts", RIG_SMALL, RIG_PRESENT_POSITION, -1, 2U, "\x01\x80");
  is("sts", RIG_SMALL, RIG_PRESENT_VELOCITY, -1000, 2U, "\xE8\x83");
  is("dynamixel", RIG_FULL, RIG_PRESENT_POSITION, -2, 4U, "\xFE\xFF\xFF\xFF");
  is("dynamixel", RIG_FULL, RIG_GOAL_CURRENT, -5, 2U, "\xFB\xFF");
  is("lx16a", RIG_WIDE, RIG_PRESENT_POSITION, -3, 2U, "\xFD\xFF");
  is("pulses", RIG_PULSE, RIG_GOAL_POSITION, 307, 2U, "\x33\x01");
  /* A value that a register cannot hold becomes the nearest one that it can. */
  (void)rig_encode(RIG_SMALL, RIG_GOAL_POSITION, -100000, bytes);
  if (rig_decode(RIG_SMALL, RIG_GOAL_POSITION, bytes) != -32767) problems++;
  (void)rig_encode(RIG_FOLLOWER, RIG_GOAL_POSITION, -5, bytes);
  if (rig_decode(RIG_FOLLOWER, RIG_GOAL_POSITION, bytes) != 0) problems++;
  (void)rig_encode(RIG_FULL, RIG_GOAL_CURRENT, 100000, bytes);
  if (rig_decode(RIG_FULL, RIG_GOAL_CURRENT, bytes) != 32767) problems++;
  if (rig_decode(RIG_SMALL, RIG_PRESENT_POSITION, ends) != -32767) problems++;
  /* No such register, no such kind. */
  if (rig_encode(RIG_SMALL, RIG_GOAL_CURRENT, 1, bytes) != 0U) problems++;
  if (rig_encode(RIG_SMALL, RIG_REGISTER_KINDS, 1, bytes) != 0U) problems++;
  if (rig_decode(RIG_WIDE, RIG_PRESENT_CURRENT, ends) != 0) problems++;
  /* Channel 4 of a board. */
  rig_get_servo(RIG_PULSE, &row);
  rig_get_register(RIG_PULSE, RIG_GOAL_POSITION, &reg);
  if (row.protocol != RIG_PROTOCOL_PCA9685 || row.goal_position != 0x18U || reg.address != 0x18U) problems++;
  rig_get_servo(RIG_FOLLOWER, &row);
  if (row.protocol != RIG_PROTOCOL_FEETECH || row.big_endian != 1U) problems++;
  rig_get_servo(RIG_SMALL, &row);
  if (row.protocol != RIG_PROTOCOL_FEETECH || row.big_endian != 0U) problems++;
  for (i = 0U; i < RIG_WRITE_COUNT; i++) {
    rig_get_write(i, &write);
    if (rig_write_bytes(i, bytes) != write.size) problems++;
    pauses += write.pause;
    rig_get_servo(write.servo, &row);
    if (write.size == 2U && bytes[row.big_endian] != (write.value & 0xFFU)) problems++;
  }
  printf("%d problems, %u us of pauses\n", problems, pauses);
  return problems == 0 ? 0 : 1;
}
