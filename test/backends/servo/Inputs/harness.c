/* Runs the generated tables of a robot named `rig` through their range and prints what comes out, the same on every processor:
 * a checksum of all conversions there and back, of forward kinematics, and the rows and writes of the tables. */
#include "rig_servos.h"

#include "bits.h"

int main(void)
{
  int32_t counts[RIG_SERVO_COUNT];
  int32_t q[RIG_JOINT_COUNT];
  uint32_t wrong = 0U;
  uint16_t w;
  uint8_t servo, joint;
  start();
  for (servo = 0U; servo < RIG_SERVO_COUNT; servo++) {
    rig_servo_t row;
    rig_get_servo(servo, &row);
    feed(row.lower);
    feed(row.upper);
    feed(row.home);
    feed(row.id);
    feed(row.goal_position);
    counts[servo] = row.home;
  }
  for (w = 0U; w < RIG_WRITE_COUNT; w++) {
    rig_write_t write;
    rig_get_write(w, &write);
    feed(write.servo);
    feed(write.address);
    feed((int32_t)write.value);
  }
  report("tables");
  for (servo = 0U; servo < RIG_SERVO_COUNT; servo++) {
    rig_servo_t row;
    int32_t count;
    rig_get_servo(servo, &row);
    for (count = row.lower; count <= row.upper; count += STEP) {
      counts[servo] = count;
      for (joint = 0U; joint < RIG_JOINT_COUNT; joint++) {
        q[joint] = rig_joint(joint, counts);
        feed(q[joint]);
      }
      /* A follower's count does not tell where its leader is. */
      if ((servo != RIG_FOLLOWER) && (rig_count(servo, q) != count)) {
        wrong++;
      }
      feed(rig_velocity_count(servo, q));
      feed(rig_current_count(servo, q[0]));
      feed(rig_effort_count(servo, q[0]));
    }
    counts[servo] = row.home;
  }
  report("conversions");
#ifdef POSE
  for (servo = 0U; servo < 16U; servo++) {
    int32_t out[12];
    uint8_t i;
    for (joint = 0U; joint < RIG_JOINT_COUNT; joint++) {
      q[joint] = (int32_t)(((uint32_t)servo * 7919U + (uint32_t)joint * 104729U) % 131072U) - 65536;
    }
    POSE(q, out);
    for (i = 0U; i < 12U; i++) {
      feed(out[i]);
    }
  }
  report("kinematics");
#endif
  text("not inverse ");
  number(wrong);
  put('\n');
  stop();
  return 0;
}
