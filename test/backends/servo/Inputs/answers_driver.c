/* The driver of Inputs/answers.romas behind functions that a program in another language calls. */
#include "answers_driver.h"

static answers_driver_t driver;

uint8_t start(uint8_t (*send)(void *, uint8_t, const uint8_t *, uint16_t), uint16_t (*receive)(void *, uint8_t, uint8_t *, uint16_t, uint32_t),
              uint32_t (*now)(void *));
uint8_t write_goals(const int32_t *counts);
uint8_t read_states(void);
uint8_t recover(void);
uint8_t stop(void);
uint8_t status(unsigned servo);
uint8_t error(unsigned servo);
int32_t position(unsigned servo);

uint8_t start(uint8_t (*send)(void *, uint8_t, const uint8_t *, uint16_t), uint16_t (*receive)(void *, uint8_t, uint8_t *, uint16_t, uint32_t),
              uint32_t (*now)(void *))
{
  answers_line_t line;
  line.context = 0;
  line.write = send;
  line.read = receive;
  line.now = now;
  line.echo = 0U;
  return answers_start(&driver, &line);
}

uint8_t write_goals(const int32_t *counts) { return answers_write_goals(&driver, counts); }
uint8_t read_states(void) { return answers_read_states(&driver); }
uint8_t recover(void) { return answers_recover(&driver); }
uint8_t stop(void) { return answers_stop(&driver); }
uint8_t status(unsigned servo) { return driver.status[servo]; }
uint8_t error(unsigned servo) { return driver.error[servo]; }
int32_t position(unsigned servo) { return driver.position[servo]; }
