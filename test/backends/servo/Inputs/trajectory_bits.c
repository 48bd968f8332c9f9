/* Moves of the joints of a robot named `rig` by chance from a fixed seed: checksums of all positions, velocities and accelerations, the
 * same on every processor. */
#include "bits.h"
#include "rig_trajectory.h"

#define TIMES 9U

static uint32_t seed = 1U;

/* Returns a number from 32 random bits, by D. Knuth's constants, within -2^bits ... 2^bits - 1. */
static int32_t any(uint8_t bits)
{
  seed = (seed * UINT32_C(1664525)) + UINT32_C(1013904223);
  return (int32_t)(seed >> (31U - bits)) - (int32_t)(UINT32_C(1) << bits);
}

static uint32_t of(uint32_t duration, uint8_t part)
{
  return (uint32_t)(((uint64_t)duration * part) / (TIMES - 1U));
}

static void quintics(uint16_t count)
{
  uint16_t move;
  uint8_t i;
  for (move = 0U; move < count; move++) {
    rig_quintic_t way;
    const uint8_t wide = (uint8_t)(12U + (move % 8U));
    const uint32_t duration = (uint32_t)(any(22) + INT32_C(4194305));
    const int32_t q0 = any(wide);
    const int32_t v0 = any(wide);
    const int32_t a0 = any(wide);
    const int32_t q1 = any(wide);
    const int32_t v1 = any(wide);
    const int32_t a1 = any(wide);
    rig_quintic(q0, v0, a0, q1, v1, a1, duration, &way);
    for (i = 0U; i < TIMES; i++) {
      int32_t q;
      int32_t v;
      int32_t a;
      rig_quintic_at(&way, of(duration, i), &q, &v, &a);
      feed(q);
      feed(v);
      feed(a);
    }
  }
}

static void trapezoids(uint16_t count)
{
  uint16_t move;
  uint8_t i;
  uint8_t joint;
  for (move = 0U; move < count; move++) {
    int32_t q0[RIG_JOINT_COUNT];
    int32_t q1[RIG_JOINT_COUNT];
    int32_t fastest[RIG_JOINT_COUNT];
    int32_t change[RIG_JOINT_COUNT];
    rig_trapezoid_t way;
    uint32_t duration;
    for (joint = 0U; joint < RIG_JOINT_COUNT; joint++) {
      q0[joint] = any(18);
      q1[joint] = any(18);
      fastest[joint] = any(17) + INT32_C(131073);
      change[joint] = any(19) + INT32_C(524289);
    }
    duration = rig_trapezoid(q0, q1, fastest, change, &way);
    feed((int32_t)duration);
    if (((move % 2U) == 1U) && (rig_trapezoid_stretch(&way, duration + 100000U) == 1U)) {
      duration += 100000U;
    }
    for (i = 0U; i < TIMES; i++) {
      int32_t q[RIG_JOINT_COUNT];
      int32_t v[RIG_JOINT_COUNT];
      int32_t a[RIG_JOINT_COUNT];
      rig_trapezoid_at(&way, of(duration, i), q, v, a);
      for (joint = 0U; joint < RIG_JOINT_COUNT; joint++) {
        feed(q[joint]);
        feed(v[joint]);
        feed(a[joint]);
      }
    }
  }
}

int main(void)
{
  uint8_t joint;
  start();
  quintics(MOVES);
  report("quintics");
  trapezoids(MOVES);
  report("trapezoids");
  for (joint = 0U; joint < RIG_JOINT_COUNT; joint++) {
    feed(rig_velocity_limit(joint));
  }
  report("limits");
  stop();
  return 0;
}
