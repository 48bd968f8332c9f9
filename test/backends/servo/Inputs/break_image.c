/* Damages an image in every place: a flipped bit and a missing end must be refused. With the checksum corrected, the other
 * checks are on their own; an accepted image is then used in full, and under sanitizers nothing may be read outside of it. Every
 * copy has exactly the bytes that it is said to have. */
#include "romas_servo_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t crc(const uint8_t *bytes, size_t length)
{
  uint32_t value = 0xFFFFFFFFU;
  size_t i;
  int bit;
  for (i = 0U; i < length; i++) {
    value ^= bytes[i];
    for (bit = 0; bit < 8; bit++) {
      value = ((value & 1U) != 0U) ? ((value >> 1) ^ 0xEDB88320U) : (value >> 1);
    }
  }
  return ~value;
}

static int32_t sink;

static void use(const romas_servo_image_t *image)
{
  static const int32_t ends[5] = {INT32_MIN, -70000, 0, 70000, INT32_MAX};
  const size_t n = (size_t)image->servo_count + image->joint_count + 1U;
  int32_t *x = malloc(n * sizeof(int32_t));
  romas_servo_image_servo_t servo;
  romas_servo_image_write_t write;
  romas_servo_image_register_t reg;
  uint8_t value[4];
  uint8_t kind;
  uint16_t i;
  size_t e, k;
  if (x == NULL) {
    exit(2);
  }
  for (e = 0U; e < 5U; e++) {
    for (k = 0U; k < n; k++) {
      x[k] = ends[(e + k) % 5U];
    }
    for (i = 0U; i < image->servo_count; i++) {
      (void)romas_servo_image_servo(image, i, &servo);
      sink ^= romas_servo_image_goal(image, i, x) ^ romas_servo_image_velocity_count(image, i, x);
      sink ^= romas_servo_image_current_count(image, i, x[0]) ^ romas_servo_image_effort_count(image, i, x[0]);
      for (kind = 0U; kind < ROMAS_SERVO_IMAGE_REGISTER_KINDS; kind++) {
        memset(value, 0xA5, sizeof(value));
        sink ^= romas_servo_image_decode(image, i, kind, value) ^ (int32_t)romas_servo_image_register(image, i, kind, &reg);
        sink ^= (int32_t)romas_servo_image_encode(image, i, kind, x[e % n], value) ^ romas_servo_image_decode(image, i, kind, value);
      }
    }
    for (i = 0U; i < image->joint_count; i++) {
      sink ^= romas_servo_image_joint(image, i, x) ^ romas_servo_image_joint_velocity(image, i, x);
    }
  }
  for (i = 0U; i < image->write_count; i++) {
    (void)romas_servo_image_write(image, i, &write);
    sink ^= (int32_t)(write.servo >= image->servo_count) ^ (int32_t)romas_servo_image_write_bytes(image, i, value);
  }
  free(x);
}

int main(int argc, char **argv)
{
  static uint8_t whole[65536];
  romas_servo_image_t image;
  size_t length, at;
  unsigned long flipped = 0U, cut = 0U, refused = 0U, accepted = 0U;
  unsigned bit;
  uint8_t *copy;
  FILE *file = (argc > 1) ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) {
    return 2;
  }
  length = fread(whole, 1U, sizeof(whole), file);
  (void)fclose(file);
  if (romas_servo_image_open(&image, whole, (uint32_t)length) != ROMAS_SERVO_IMAGE_OK) {
    return 2;
  }
  for (at = 0U; at < length; at++) {
    copy = malloc((at > 0U) ? at : 1U); /* cut off before `at` */
    if (copy == NULL) {
      return 2;
    }
    memcpy(copy, whole, at);
    cut += (romas_servo_image_open(&image, copy, (uint32_t)at) != ROMAS_SERVO_IMAGE_OK) ? 1U : 0U;
    free(copy);
    for (bit = 0U; bit < 8U; bit++) {
      copy = malloc(length);
      if (copy == NULL) {
        return 2;
      }
      memcpy(copy, whole, length);
      copy[at] = (uint8_t)(copy[at] ^ (1U << bit));
      flipped += (romas_servo_image_open(&image, copy, (uint32_t)length) != ROMAS_SERVO_IMAGE_OK) ? 1U : 0U;
      if ((at < (length - 4U)) && ((at < 8U) || (at >= 12U))) {
        const uint32_t sum = crc(copy, length - 4U);
        copy[length - 4U] = (uint8_t)sum;
        copy[length - 3U] = (uint8_t)(sum >> 8);
        copy[length - 2U] = (uint8_t)(sum >> 16);
        copy[length - 1U] = (uint8_t)(sum >> 24);
        if (romas_servo_image_open(&image, copy, (uint32_t)length) == ROMAS_SERVO_IMAGE_OK) {
          accepted++;
          use(&image);
        } else {
          refused++;
        }
      }
      free(copy);
    }
  }
  printf("%lu bytes, %s flipped bits refused, %s cuts refused, %s without the checksum\n", (unsigned long)length,
         (flipped == (8U * length)) ? "all" : "NOT ALL", (cut == length) ? "all" : "NOT ALL",
         ((refused > 100U) && (accepted > 100U)) ? "some refused and some used" : "ONE SIDE ONLY");
  return 0;
}
