/* The lines between a host and servos: bytes, packets, and what goes wrong with them. */
#include <stdlib.h>
#include <string.h>

#include "servo_model.h"

#define BUSES 8U
#define ROOM 8192U

uint32_t clock_us = 0xFFF00000U; /* it soon begins again at 0 */
spoil_t (*spoil)(unsigned bus, unsigned exchange) = NULL;
unsigned exchanges = 0, packets[BUSES], strange = 0;
int echoes = 0, broken_write = 0;

static uint8_t lines[BUSES][ROOM], late[BUSES][ROOM];
static unsigned ready[BUSES], belated[BUSES];
static spoil_t fate = NOTHING;

void clear_lines(void)
{
  memset(ready, 0, sizeof(ready));
  memset(belated, 0, sizeof(belated));
}

/* The remainder of the message's bits divided by x^16 + x^15 + x^2 + 1. */
static unsigned remainder_of(const uint8_t *bytes, unsigned size)
{
  unsigned long value = 0;
  unsigned i;
  for (i = 0; i < 8U * (size + 2U); i++) {
    const unsigned bit = i < 8U * size ? bytes[i / 8U] >> (7U - i % 8U) & 1U : 0U;
    value = value << 1 | bit;
    if ((value & 0x10000UL) != 0UL) value ^= 0x18005UL;
  }
  return (unsigned)value;
}

static unsigned sum_of(const uint8_t *bytes, unsigned size)
{
  unsigned sum = 0, i;
  for (i = 0; i < size; i++) sum += bytes[i];
  return sum & 0xFFU;
}

static void append(uint8_t (*to)[ROOM], unsigned *count, unsigned bus, const uint8_t *bytes, unsigned size)
{
  if (count[bus] + size > ROOM) abort();
  memcpy(to[bus] + count[bus], bytes, size);
  count[bus] += size;
}

/* Puts an answer on the line, as its fate is. */
static void deliver(unsigned bus, uint8_t *bytes, unsigned size)
{
  static const uint8_t noise[5] = {0xFF, 0x55, 0xFF, 0xFD, 0x00};
  const unsigned middle = size / 2U;
  uint8_t changed[300];
  memcpy(changed, bytes, size);
  switch (fate) {
    case LOSE: return;
    case LOSE_BYTE: memmove(changed + middle, changed + middle + 1, size - middle - 1U); size--; break;
    case DOUBLE_BYTE: memmove(changed + middle + 1, changed + middle, size - middle); size++; break;
    case WRONG_SUM: changed[size - 1U] ^= 0x10U; break;
    case LATE: append(late, belated, bus, changed, size); return;
    case NOISE: append(lines, ready, bus, noise, sizeof(noise)); break;
    default: break;
  }
  append(lines, ready, bus, changed, size);
}

void send_answer(model_t *model, uint8_t error, const uint8_t *values, unsigned size)
{
  uint8_t out[300];
  unsigned n = 0, i, id = model->other_id < 0 ? model->id : (unsigned)model->other_id;
  if (fate == OTHER) id = (id + 77U) % 200U;
  if (model->device->protocol == DYNAMIXEL2) {
    const uint8_t head[9] = {0xFF, 0xFF, 0xFD, 0x00, (uint8_t)id, 0, 0, 0x55, error};
    unsigned crc;
    memcpy(out, head, sizeof(head));
    for (n = 9, i = 0; i < size; i++) {
      out[n++] = values[i];
      if (n >= 12U && out[n - 1U] == 0xFDU && out[n - 2U] == 0xFFU && out[n - 3U] == 0xFFU) out[n++] = 0xFDU;
    }
    out[5] = (uint8_t)(n - 5U);
    crc = remainder_of(out, n);
    out[n++] = (uint8_t)crc;
    out[n++] = (uint8_t)(crc >> 8);
  } else {
    const int lx = model->device->protocol == LX16A;
    out[0] = out[1] = lx ? 0x55 : 0xFF;
    out[2] = (uint8_t)id;
    out[3] = (uint8_t)(size + (lx ? 3U : 2U));
    out[4] = error;
    memcpy(out + 5, values, size);
    n = size + 5U;
    out[n] = (uint8_t)(0xFFU - sum_of(out + 2, n - 2U));
    n++;
  }
  deliver(model->bus, out, n);
}

/* Whether a packet is whole, with its stuffing taken out. Returns the new size; 0: it is not. */
static unsigned check(uint8_t *packet, unsigned size)
{
  unsigned i, n = 8, crc;
  if (size >= 10U && memcmp(packet, "\xFF\xFF\xFD\x00", 4) == 0) {
    crc = remainder_of(packet, size - 2U);
    if (packet[5] + 256U * packet[6] + 7U != size || packet[size - 2U] != (crc & 0xFFU) || packet[size - 1U] != crc >> 8) return 0;
    for (i = 8; i < size - 2U; i++) {
      packet[n++] = packet[i];
      if (i >= 10U && packet[i] == 0xFDU && packet[n - 2U] == 0xFFU && packet[n - 3U] == 0xFFU) {
        if (packet[i + 1U] != 0xFDU) return 0; /* a header within a packet */
        i++;
      }
    }
    return n + 2U;
  }
  if (size < 6U || packet[0] != packet[1] || (packet[0] != 0xFFU && packet[0] != 0x55U)) return 0;
  if (packet[3] + (packet[0] == 0x55U ? 3U : 4U) != size || sum_of(packet + 2, size - 2U) != 0xFFU) return 0;
  return size;
}

static int understands(const model_t *model, const uint8_t *packet)
{
  const int dynamixel = memcmp(packet, "\xFF\xFF\xFD\x00", 4) == 0;
  return model->device->protocol == (dynamixel ? DYNAMIXEL2 : packet[0] == 0x55U ? LX16A : SUMMED);
}

uint8_t line_write(void *context, uint8_t bus, const uint8_t *bytes, uint16_t size)
{
  uint8_t packet[300];
  unsigned i, whole;
  (void)context;
  if (broken_write) return 0U;
  fate = spoil != NULL ? spoil(bus, exchanges) : NOTHING;
  exchanges++;
  packets[bus]++;
  clock_us += 10U * size;
  memcpy(packet, bytes, size);
  if (echoes) append(lines, ready, bus, bytes, size);
  if (belated[bus] > 0U) {
    append(lines, ready, bus, late[bus], belated[bus]);
    belated[bus] = 0;
  }
  if (fate == LOSE_PACKET) return 1U;
  if (fate == BREAK_PACKET) packet[size - 2U] ^= 0x04U;
  whole = check(packet, size);
  if (whole == 0U && fate != BREAK_PACKET) strange++;
  for (i = 0; i < model_count; i++) {
    model_t *model = &models[i];
    if (model->bus != bus || model->dead || (int32_t)(clock_us - model->silent_until) < 0) continue;
    run_watchdog(model);
    /* A servo of Protocol 1.0 tells that a packet for it was damaged. */
    if (whole == 0U && strcmp(model->device->family, "ax") == 0 && packet[2] == model->id) send_answer(model, 1U << 4, packet, 0);
    if (whole == 0U || !understands(model, packet)) continue;
    model->last_packet = clock_us;
    answer_packet(model, packet, whole);
  }
  return 1U;
}

uint16_t line_read(void *context, uint8_t bus, uint8_t *bytes, uint16_t size, uint32_t deadline)
{
  unsigned count = ready[bus] < size ? ready[bus] : size;
  (void)context;
  /* In pieces, as it comes from a line. */
  if (count > 7U && exchanges % 3U == 0U) count = 7U;
  if (count == 0U) {
    if ((int32_t)(deadline - clock_us) > 0) clock_us = deadline;
    return 0U;
  }
  memcpy(bytes, lines[bus], count);
  memmove(lines[bus], lines[bus] + count, ready[bus] - count);
  ready[bus] -= count;
  clock_us += 10U * count;
  return (uint16_t)count;
}

uint32_t line_now(void *context)
{
  (void)context;
  clock_us++;
  return clock_us;
}
