/* Checksums of numbers, printed on a host and over the serial line of an ATmega328P in simavr: for programs
 * whose numbers are the same on every processor. Each program includes this once. */
#ifndef BITS_H
#define BITS_H

#include <stdint.h>

#ifdef __AVR__
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
static void put(char c) {
  while ((UCSR0A & (1U << UDRE0)) == 0U) {
  }
  UDR0 = (uint8_t)c;
}
static void start(void) {
  UCSR0B = (uint8_t)(1U << TXEN0);
  UBRR0 = 0;
}
static void stop(void) {
  while ((UCSR0A & (1U << UDRE0)) == 0U) {
  }
  cli();
  sleep_mode(); /* asleep without interrupts: the simulator ends */
}
#else
#include <stdio.h>
static void put(char c) { (void)putchar(c); }
static void start(void) {}
static void stop(void) {}
#endif

static uint32_t crc = 0xFFFFFFFFU;

static void feed(int32_t value) {
  uint8_t i, k;
  for (i = 0U; i < 4U; i++) {
    crc ^= ((uint32_t)value >> (8U * i)) & 0xFFU;
    for (k = 0U; k < 8U; k++) {
      crc = (crc >> 1) ^ (((crc & 1U) != 0U) ? 0xEDB88320U : 0U);
    }
  }
}

static void text(const char* s) {
  while (*s != '\0') {
    put(*s);
    s++;
  }
}

static void number(uint32_t value) {
  int8_t shift;
  for (shift = 28; shift >= 0; shift = (int8_t)(shift - 4)) {
    put("0123456789abcdef"[(value >> shift) & 15U]);
  }
}

static void report(const char* what) {
  text(what);
  text(" ");
  number(crc);
  put('\n');
  crc = 0xFFFFFFFFU;
}

#endif
