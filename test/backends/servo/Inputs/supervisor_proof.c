/* Proves of the supervisor of one robot, for all states, readings, goals and times, by interval analysis (Frama-C's Eva): every goal that
 * is left lies within the joint's limits, or the velocity and current that the servo may have; no state but a reset leaves the fault, and
 * no goal changes in it. The state before a call is any one that keeps this invariant, so that the calls prove it for all sequences. */
#include SUPERVISOR /* the source: its table of bounds is its own */
#include <__fc_builtin.h>

#define JOIN_WORDS(a, b) a##_##b
#define JOIN(a, b) JOIN_WORDS(a, b)
#define F(word) JOIN(ROBOT, word)
#define M(word) JOIN(UPPER, word)

static F(supervisor_t) s;
static int32_t position[M(SERVO_COUNT)], velocity[M(SERVO_COUNT)], wanted[M(SERVO_COUNT)];
static uint8_t status[M(SERVO_COUNT)];

/* The bounds of a goal of a servo. */
static int32_t least, most;
static void look_up(uint8_t servo)
{
  F(watched_t) one;
  F(watch_one)(servo, &one);
  least = one.lower;
  most = one.upper;
  if (one.bounds.kind != M(BY_POSITION)) {
    most = (one.bounds.most > 0) ? one.bounds.most : INT32_MAX;
    least = (one.bounds.most > 0) ? -one.bounds.most : INT32_MIN;
  }
}

static void any_inputs(void)
{
  Frama_C_make_unknown((char *)position, sizeof(position));
  Frama_C_make_unknown((char *)velocity, sizeof(velocity));
  Frama_C_make_unknown((char *)wanted, sizeof(wanted));
  Frama_C_make_unknown((char *)status, sizeof(status));
}

static void any_state(void)
{
  uint8_t i;
  Frama_C_make_unknown((char *)&s, sizeof(s));
  for (i = 0; i < M(SERVO_COUNT); i++) {
    look_up(i);
    s.goal[i] = Frama_C_interval(least, most);
    s.from[i] = Frama_C_interval(least, most);
    s.step[i] = Frama_C_interval(-INT32_MAX, INT32_MAX);
  }
}

static void holds(void)
{
  uint8_t i;
  for (i = 0; i < M(SERVO_COUNT); i++) {
    look_up(i);
    /*@ assert least <= s.goal[i] <= most; */
    /*@ assert least <= s.from[i] <= most; */
    /*@ assert s.step[i] > INT32_MIN; */
  }
}

int main(void)
{
  const uint32_t now = (uint32_t)Frama_C_unsigned_int_interval(0U, 0xFFFFFFFFU);
  uint8_t i;
  any_inputs();
  switch (Frama_C_interval(0, 5)) {
    case 0:
      F(supervisor_reset)(&s, position, now);
      /*@ assert s.state == 0; */
      break;
    case 1:
      any_state();
      (void)F(supervise_states)(&s, position, Frama_C_nondet(0, 1) ? velocity : 0, status, now);
      break;
    case 2:
      any_state();
      (void)F(supervise_goals)(&s, wanted, now);
      break;
    case 3:
      any_state();
      F(supervisor_stop)(&s, now);
      break;
    case 4:
      any_state();
      s.state = M(STATE_FAULT);
      (void)F(supervise_states)(&s, position, velocity, status, now);
      /*@ assert s.state == 4; */
      F(supervisor_stop)(&s, now);
      /*@ assert s.state == 4; */
      break;
    default:
      any_state();
      s.state = M(STATE_FAULT);
      for (i = 0; i < M(SERVO_COUNT); i++) s.goal[i] = (int32_t)i;
      (void)F(supervise_goals)(&s, wanted, now);
      /*@ assert s.state == 4; */
      for (i = 0; i < M(SERVO_COUNT); i++) {
        /*@ assert s.goal[i] == i; */
      }
      return 0;
  }
  holds();
  return 0;
}
