/* Prints a row of the generated servo tables, which are compiled into the library. */
#include <arm_servos.h>
#include <stdio.h>

int main(void) {
  arm_servo_t servo;
  arm_get_servo(ARM_ELBOW, &servo);
  printf("servo %d up to %d, home %d\n", (int)servo.id, (int)servo.upper, (int)servo.home);
  return 0;
}
