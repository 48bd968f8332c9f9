"""Servos of HerkuleX, Kondo and Futaba and a motor of MyActuator, by their makers' documents: what each answers to a packet. Shares no code
with romasc."""


def mixed(data):
    value = 0
    for byte in data:
        value ^= byte
    return value


class Herkulex:
    """Reads are answered alone. The place has 10 bits; what stands above it is the servo's own."""

    def __init__(self, number, position):
        self.number, self.position, self.error = number, position, 0
        self.memory = {"eep": {0: 1, 6: number}, "ram": {}}

    @staticmethod
    def length(data):
        return data[2] if len(data) > 2 else None

    @staticmethod
    def packet(number, command, data):
        size = 7 + len(data)
        first = mixed(bytes([size, number, command]) + data) & 0xFE
        return bytes([0xFF, 0xFF, size, number, command, first, ~first & 0xFE]) + data

    def torque(self):
        return self.memory["ram"].get(52, 0) == 0x60

    def answer(self, packet, number=None):
        if packet != self.packet(packet[3], packet[4], packet[7:]) or packet[3] != self.number:
            return None
        command, data = packet[4], packet[7:]
        if command == 5:
            self.position = int.from_bytes(data[:2], "little")
            assert data[2] & 0x22 == 0 and data[3] == self.number and data[4] > 0, data
        if command not in (1, 2, 3, 4):
            return None
        memory = self.memory["eep" if command < 3 else "ram"]
        if command in (1, 3):
            memory.update((data[0] + i, byte) for i, byte in enumerate(data[2:]))
            return None
        self.memory["ram"].update({58: self.position & 0xFF, 59: self.position >> 8 | 0x60})
        held = bytes(memory.get(data[0] + i, 0) for i in range(data[1]))
        return self.packet(self.number if number is None else number, command + 0x40, data[:2] + held + bytes([self.error, 0x42]))


class Kondo:
    """ICS 3.6. What is read at 3 and 4 is no limit; every packet is answered."""

    def __init__(self, number, position):
        self.number, self.position, self.on, self.values = number, position, True, {3: 11, 4: 99}
        self.limits = {}

    @staticmethod
    def length(data):
        return {4: 3, 5: 2, 6: 3}.get(data[0] >> 5, 1)

    def torque(self):
        return self.on

    def answer(self, packet, number=None):
        if packet[0] & 31 != self.number or any(byte > 127 for byte in packet[1:]):
            return None
        own, kind = self.number if number is None else number, packet[0] >> 5
        place = bytes([self.position >> 7, self.position & 127])
        if kind == 4:
            goal = packet[1] << 7 | packet[2]
            self.on = goal != 0
            self.position = goal or self.position
            return bytes([own]) + place
        if kind == 6:
            (self.limits if packet[1] in (3, 4) else self.values)[packet[1]] = packet[2]
            return bytes([0x40 + own]) + packet[1:]
        return bytes([0x20 + own, packet[1]]) + (place if packet[1] == 5 else bytes([self.values.get(packet[1], 0)]))


class Futaba:
    def __init__(self, number, position):
        self.number, self.position, self.error = number, position, 0
        self.memory = {4: number}

    @staticmethod
    def length(data):
        return 8 + data[5] * data[6] if len(data) > 6 else None

    def torque(self):
        return self.memory.get(0x24, 0) == 1

    def answer(self, packet, number=None):
        if packet[:2] != b"\xfa\xaf" or mixed(packet[2:]) != 0 or packet[2] != self.number:
            return None
        _, flags, address, size, count = packet[2:7]
        if flags & 0x0F != 0x0F:
            self.memory.update((address + i, byte) for i, byte in enumerate(packet[7:7 + size * count]))
            if address == 0x1E:
                self.position = int.from_bytes(packet[7:9], "little", signed=True)
            return None
        self.memory.update({0x2A + i: byte for i, byte in enumerate(self.position.to_bytes(2, "little", signed=True))})
        body = bytes([self.number if number is None else number, self.error, address, size, 1])
        body += bytes(self.memory.get(address + i, 0) for i in range(size))
        return b"\xfd\xdf" + body + bytes([mixed(body)])


class Rmd:
    """Frames as the identifier in two bytes, low byte first, and eight bytes."""

    def __init__(self, number, position):
        self.number, self.position, self.on, self.writes = number, position, True, {}

    def torque(self):
        return self.on

    def answer(self, frame, number=None):
        identifier, data = int.from_bytes(frame[:2], "little"), frame[2:]
        if identifier != 0x140 + self.number or len(data) != 8:
            return None
        own = (0x240 + (self.number if number is None else number)).to_bytes(2, "little")
        if data[0] == 0x80:
            self.on = False
        elif data[0] == 0xA4:
            self.on, self.position = True, int.from_bytes(data[4:], "little", signed=True)
            assert int.from_bytes(data[2:4], "little") > 0, data
            return own + bytes([0xA4, 50, 100, 0, 244, 1]) + (self.position // 100).to_bytes(2, "little", signed=True)
        elif data[0] == 0x92:
            return own + b"\x92\x00\x00\x00" + self.position.to_bytes(4, "little", signed=True)
        else:
            self.writes[data[0], data[1]] = data[4:]
        return own + data
