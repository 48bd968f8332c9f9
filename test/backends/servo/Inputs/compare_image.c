/* Holds the reader of images against the C tables of the same robot: every row, and every conversion over all counts. NAME and UPPER are
 * the robot's identifier and its macros' prefix, TABLES its header. */
#include TABLES
#include "romas_servo_image.h"

#include <stdio.h>
#include <stdlib.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define F(function) JOIN(NAME, function)
#define SERVOS JOIN(UPPER, _SERVO_COUNT)
#define JOINTS JOIN(UPPER, _JOINT_COUNT)
#define WRITES JOIN(UPPER, _WRITE_COUNT)

static unsigned long checks;
static unsigned long wrong;

static void same(const char *what, long at, long from_image, long from_tables)
{
  checks++;
  if (from_image != from_tables) {
    if (wrong < 10U) {
      printf("%s %ld: %ld in the image, %ld in the tables\n", what, at, from_image, from_tables);
    }
    wrong++;
  }
}

static uint8_t bytes[65536];

static void same_bytes(const char *what, long at, const uint8_t *image, uint8_t image_size, const uint8_t *tables, uint8_t tables_size)
{
  uint8_t i;
  same(what, at, image_size, tables_size);
  for (i = 0U; (i < image_size) && (i < tables_size); i++) {
    same(what, at, image[i], tables[i]);
  }
}

/* Every register's row, and what its bytes are for counts of all sizes. */
static void compare_registers(const romas_servo_image_t *image, uint16_t s)
{
  static const int32_t counts[11] = {INT32_MIN, -100000, -32768, -300, -1, 0, 1, 239, 32768, 100000, INT32_MAX};
  uint8_t kind, i;
  for (kind = 0U; kind <= ROMAS_SERVO_IMAGE_REGISTER_KINDS; kind++) { /* one too many */
    romas_servo_image_register_t reg;
    F(_register_t) row = {0U, 0U, 0U, 0U, 0U};
    if (kind < ROMAS_SERVO_IMAGE_REGISTER_KINDS) {
      F(_get_register)((uint8_t)s, kind, &row);
    }
    same("register", kind, romas_servo_image_register(image, s, kind, &reg), (row.size > 0U) ? 1 : 0);
    if (row.size > 0U) {
      same("address of a register", kind, reg.address, row.address);
      same("subindex of a register", kind, reg.subindex, row.subindex);
      same("size of a register", kind, reg.size, row.size);
      same("encoding", kind, reg.encoding, row.encoding);
      same("sign bit", kind, reg.sign_bit, row.sign_bit);
    }
    for (i = 0U; i < 11U; i++) {
      uint8_t from_image[4] = {0U, 0U, 0U, 0U};
      uint8_t from_tables[4] = {0U, 0U, 0U, 0U};
      const uint8_t size = romas_servo_image_encode(image, s, kind, counts[i], from_image);
      same_bytes("bytes", kind, from_image, size, from_tables, F(_encode)((uint8_t)s, kind, counts[i], from_tables));
      same("count of bytes", kind, romas_servo_image_decode(image, s, kind, from_image), F(_decode)((uint8_t)s, kind, from_tables));
    }
  }
}

int main(int argc, char **argv)
{
  romas_servo_image_t image;
  romas_servo_image_servo_t servo;
  romas_servo_image_write_t write;
  int32_t counts[SERVOS];
  int32_t q[JOINTS];
  uint8_t from_image[4] = {0U, 0U, 0U, 0U};
  uint8_t from_tables[4] = {0U, 0U, 0U, 0U};
  unsigned long pauses = 0U;
  uint16_t s, j, w;
  size_t length;
  FILE *file = (argc > 1) ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) {
    return 2;
  }
  length = fread(bytes + 1, 1U, sizeof(bytes) - 1U, file); /* at an odd address */
  (void)fclose(file);
  if (romas_servo_image_open(&image, bytes + 1, (uint32_t)length) != ROMAS_SERVO_IMAGE_OK) {
    printf("refused\n");
    return 1;
  }
  same("servos", 0, image.servo_count, (long)SERVOS);
  same("joints", 0, image.joint_count, (long)JOINTS);
  same("writes", 0, image.write_count, (long)WRITES);
  for (s = 0U; s < SERVOS; s++) {
    F(_servo_t) row;
    F(_get_servo)((uint8_t)s, &row);
    same("servo", s, romas_servo_image_servo(&image, s, &servo), 1);
    same("lower", s, servo.lower, row.lower);
    same("upper", s, servo.upper, row.upper);
    same("home", s, servo.home, row.home);
    same("goal", s, servo.goal_position, row.goal_position);
    same("present", s, servo.present_position, row.present_position);
    same("goal size", s, servo.goal_position_size, row.goal_position_size);
    same("present size", s, servo.present_position_size, row.present_position_size);
    same("id", s, servo.id, row.id);
    same("bus", s, servo.bus, row.bus);
    same("protocol", s, servo.protocol, row.protocol);
    same("byte order", s, servo.big_endian, row.big_endian);
    compare_registers(&image, s);
    counts[s] = row.home;
  }
  for (w = 0U; w < WRITES; w++) {
    F(_write_t) row;
    F(_get_write)(w, &row);
    same("write", w, romas_servo_image_write(&image, w, &write), 1);
    same("value", w, (long)write.value, (long)row.value);
    same("address", w, write.address, row.address);
    same("subindex", w, write.subindex, row.subindex);
    same("size", w, write.size, row.size);
    same("servo of a write", w, write.servo, row.servo);
    same("pause", w, write.pause, row.pause);
    pauses += write.pause;
    same_bytes("bytes of a write", w, from_image, romas_servo_image_write_bytes(&image, w, from_image), from_tables, F(_write_bytes)(w, from_tables));
  }
  for (s = 0U; s < SERVOS; s++) {
    int32_t count;
    (void)romas_servo_image_servo(&image, s, &servo);
    for (count = servo.lower - 3; count <= servo.upper + 3; count++) {
      counts[s] = count;
      for (j = 0U; j < JOINTS; j++) {
        q[j] = F(_joint)((uint8_t)j, counts);
        same("joint", j, romas_servo_image_joint(&image, j, counts), q[j]);
        same("joint velocity", j, romas_servo_image_joint_velocity(&image, j, counts), F(_joint_velocity)((uint8_t)j, counts));
      }
      for (j = 0U; j < JOINTS; j++) {
        q[j] += (count * 37) % 50;
      }
      same("count", s, romas_servo_image_count(&image, s, q), F(_count)((uint8_t)s, q));
      same("limited", s, romas_servo_image_limited(&image, s, count), F(_limited)((uint8_t)s, count));
      same("goal", s, romas_servo_image_goal(&image, s, q), F(_goal)((uint8_t)s, q));
      same("velocity", s, romas_servo_image_velocity_count(&image, s, q), F(_velocity_count)((uint8_t)s, q));
      same("current", s, romas_servo_image_current_count(&image, s, q[0]), F(_current_count)((uint8_t)s, q[0]));
      same("effort", s, romas_servo_image_effort_count(&image, s, q[0]), F(_effort_count)((uint8_t)s, q[0]));
    }
    counts[s] = servo.home;
  }
  for (j = 0U; j < JOINTS; j++) {
    q[j] = ((j % 2U) == 0U) ? INT32_MIN : INT32_MAX;
  }
  for (s = 0U; s < SERVOS; s++) {
    counts[s] = ((s % 2U) == 0U) ? INT32_MAX : INT32_MIN;
    same("count at the end", s, romas_servo_image_count(&image, s, q), F(_count)((uint8_t)s, q));
  }
  for (j = 0U; j < JOINTS; j++) {
    same("joint at the end", j, romas_servo_image_joint(&image, j, counts), F(_joint)((uint8_t)j, counts));
  }
  same("bytes of no write", 0, romas_servo_image_write_bytes(&image, image.write_count, from_image), 0);
  same("bytes of no servo", 0, romas_servo_image_encode(&image, image.servo_count, 0U, 1, from_image), 0);
  same("no servo", 0, romas_servo_image_servo(&image, image.servo_count, &servo), 0);
  same("no write", 0, romas_servo_image_write(&image, image.write_count, &write), 0);
  printf("%s of %s, %lu us of pauses\n", (wrong == 0U) ? "all equal" : "DIFFERENT", (checks > 50000U) ? "many" : "few", pauses);
  return (wrong == 0U) ? 0 : 1;
}
