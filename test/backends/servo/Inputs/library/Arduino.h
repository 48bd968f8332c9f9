// The parts of Arduino's core that the sketches of --servo-format=library use, to compile them without it.
#pragma once

#include <stddef.h>
#include <stdint.h>

class HardwareSerial {
 public:
  void begin(unsigned long baud);
  int available();
  int read();
  size_t write(const uint8_t* bytes, size_t size);
  void flush();
};
extern HardwareSerial Serial, Serial1;
#define HAVE_HWSERIAL1

unsigned long micros();
void setup();
void loop();
