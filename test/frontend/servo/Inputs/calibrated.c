/* Prints the goals of the gripper in the pose of its calibration, by the tables in C and by the image. */
#include <stdio.h>

#include "gripper_servos.h"
#include "romas_servo_image.h"

static int32_t fixed(double value) { return (int32_t)(value * 65536 + (value < 0 ? -0.5 : 0.5)); }

int main(int argc, char **argv)
{
  static uint8_t bytes[65536];
  static const char *const names[] = {"pan", "tilt", "grip"};
  int32_t q[GRIPPER_JOINT_COUNT] = {0};
  romas_servo_image_t image;
  uint8_t servo;
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL || romas_servo_image_open(&image, bytes, (uint32_t)fread(bytes, 1, sizeof(bytes), file)) !=
                          ROMAS_SERVO_IMAGE_OK)
    return 1;
  fclose(file);
  q[GRIPPER_Q_PAN] = fixed(0.25);
  q[GRIPPER_Q_TILT] = fixed(-10 * 0.017453292519943295);
  q[GRIPPER_Q_GRIP] = fixed(0.005);
  for (servo = 0; servo < GRIPPER_SERVO_COUNT; servo++)
    printf("%s %ld %ld\n", names[servo], (long)gripper_goal(servo, q), (long)romas_servo_image_goal(&image, servo, q));
  return 0;
}
