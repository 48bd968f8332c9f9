/* The counts of many positions of one joint, all others at 0, by the C tables and by the reader of images. */
#include "arm_servos.h"
#include "romas_servo_image.h"

static romas_servo_image_t image;
static int32_t q[ARM_JOINT_COUNT];

int open_image(const uint8_t *bytes, uint32_t size)
{
  return romas_servo_image_open(&image, bytes, size) == ROMAS_SERVO_IMAGE_OK;
}

void count_places(uint16_t joint, const int32_t *places, uint32_t size, int32_t *tables, int32_t *read)
{
  uint32_t i;
  for (i = 0U; i < size; i++) {
    q[joint] = places[i];
    tables[i] = arm_count(joint, q);
    read[i] = romas_servo_image_count(&image, joint, q);
  }
  q[joint] = 0;
}
