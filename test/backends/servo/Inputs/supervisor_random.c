/* The supervisor of any robot with random readings, goals and times, extremes among them: states change in their order, no goal leaves the
 * limits, and none changes after a fault. ROBOT is the tables' name, UPPER the same in capitals, FREE the servos whose goals are no
 * positions. */
#include <stdio.h>
#include <string.h>

#include SUPERVISOR

#define JOIN_WORDS(a, b) a##_##b
#define JOIN(a, b) JOIN_WORDS(a, b)
#define F(word) JOIN(ROBOT, word)
#define M(word) JOIN(UPPER, word)

static F(supervisor_t) s;
static int32_t position[M(SERVO_COUNT)], velocity[M(SERVO_COUNT)], wanted[M(SERVO_COUNT)], kept[M(SERVO_COUNT)];
static uint8_t status[M(SERVO_COUNT)];
static uint32_t random_state = 7U, now = 0xFFFFF000U;

static uint32_t draw(uint32_t below)
{
  random_state = random_state * 1664525U + 1013904223U;
  return below == 0U ? random_state : (uint32_t)(((uint64_t)random_state * below) >> 32);
}

static int32_t any(int32_t near, int32_t far)
{
  static const int32_t extremes[4] = {INT32_MAX, INT32_MIN + 1, INT32_MIN, 0};
  const int64_t value = (int64_t)near + (int64_t)draw((uint32_t)far * 2U + 1U) - far;
  if (draw(400U) == 0U) return extremes[draw(4U)];
  return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

int main(void)
{
  static const unsigned free_ones[] = {FREE 0xFFFFU};
  /* Rarely wrong to always wrong, so that every state lasts for a while. */
  static const uint32_t odds[4] = {1000000U, 3000U, 300U, 4U};
  unsigned long seen[5] = {0};
  unsigned problems = 0, round, k, i;
  for (round = 0; round < 4000U; round++) {
    const uint32_t wrong = odds[round % 4U];
    for (i = 0; i < M(SERVO_COUNT); i++) {
      F(servo_t) row;
      F(get_servo)((uint8_t)i, &row);
      position[i] = draw(wrong) == 0U ? any(0, 100000) : (int32_t)(((int64_t)row.lower + row.upper) / 2);
    }
    F(supervisor_reset)(&s, position, now);
    for (k = 0; k < 60U; k++) {
      const uint8_t before = s.state;
      memcpy(kept, s.goal, sizeof(kept));
      now += draw(wrong) == 0U ? draw(draw(2U) ? 0U : 300000U) : 10000U;
      for (i = 0; i < M(SERVO_COUNT); i++) {
        position[i] = draw(wrong) == 0U ? any(position[i], 1000) : s.goal[i];
        velocity[i] = draw(wrong) == 0U ? any(0, 1000000) : 0;
        status[i] = (uint8_t)(draw(wrong) == 0U ? draw(13U) : 0U);
        wanted[i] = draw(wrong) == 0U ? any(s.goal[i], 3000) : s.goal[i];
      }
      if (draw(2U) || wrong > 1000U) (void)F(supervise_goals)(&s, wanted, now);
      if (draw(20U) == 0U) F(supervisor_stop)(&s, now);
      if (before == M(STATE_FAULT) && (s.state != before || memcmp(kept, s.goal, sizeof(kept)) != 0)) problems++;
      if (before == M(STATE_HOLDING) && memcmp(kept, s.goal, sizeof(kept)) != 0) problems++;
      if (s.state < before && !(before == M(STATE_STOPPING) && s.state == M(STATE_READY) && s.fault.code == M(FAULT_NONE))) problems++;
      (void)F(supervise_states)(&s, position, velocity, status, now);
      if (s.state > M(STATE_FAULT) || (s.state == M(STATE_RUNNING) && s.fault.code != M(FAULT_NONE))) problems++;
      seen[s.state]++;
      for (i = 0; i < M(SERVO_COUNT); i++) {
        F(servo_t) row;
        unsigned f = 0;
        while (free_ones[f] != 0xFFFFU && free_ones[f] != i) f++;
        F(get_servo)((uint8_t)i, &row);
        if (free_ones[f] == 0xFFFFU && (s.goal[i] < row.lower || s.goal[i] > row.upper)) problems++;
      }
      /* Now and then somebody goes on after a fault. */
      if (s.state == M(STATE_FAULT) && draw(8U) == 0U) F(supervisor_reset)(&s, position, now);
    }
  }
  for (i = 0; i < 5U; i++) problems += seen[i] < 100U;
  printf("%lu %lu %lu %lu %lu, %u problems\n", seen[0], seen[1], seen[2], seen[3], seen[4], problems);
  return problems == 0 ? 0 : 1;
}
