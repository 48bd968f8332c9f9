"""Servos at the other end of a pseudo-terminal, by the makers' documents: registers of bytes, and packets of DYNAMIXEL Protocol 2.0,
Protocol 1.0 (FEETECH) and the LX-16A. Shares no code with romasc."""
import os
import pty
import threading
import tty


def remainder(data):
    """Returns the remainder of the message's bits divided by x^16 + x^15 + x^2 + 1."""
    value = int.from_bytes(data, "big") << 16
    divisor = 0x18005
    while value.bit_length() > 16:
        value ^= divisor << (value.bit_length() - 17)
    return value.to_bytes(2, "little")


class Servo:
    def __init__(self, protocol, number, position_at, size, registers, order="little", position=None):
        self.protocol, self.number, self.order, self.size = protocol, number, order, size
        self.position_at = position_at  # address, or command, of the present position
        self.registers = dict(registers)  # bytes by address; of the LX-16A the parameters by command
        self.position = position or (lambda servo, reading: 0)  # raw bits, of this and how many were made
        self.readings = 0
        self.error = 0

    def held(self, address, size):
        """Registers in a row; the present position may be among them."""
        before = self.position_at - address
        data = bytes(self.registers.get(address + k, 0) for k in range(size))
        if not 0 <= before <= size - self.size:
            return data
        self.readings += 1
        return data[:before] + self.position(self, self.readings).to_bytes(self.size, self.order) + data[before + self.size:]


class Line:
    """A pseudo-terminal. A class of it says how long a packet is that data begins with (None: not yet known), and takes packets."""

    def __init__(self):
        self.terminal, self.line = pty.openpty()
        tty.setraw(self.line)
        self.port = os.ttyname(self.line)
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        data = b""
        while True:
            try:
                data += os.read(self.terminal, 4096)
            except OSError:
                return
            while data:
                length = self.length(data)
                if length is None or length > len(data):
                    break
                packet, data = data[:length], data[length:]
                self.take(packet)


class Bus(Line):
    """`spoil(n)` says what becomes of its n-th answer: "lost", "wrong", or nothing."""

    def __init__(self, servos, echo=False, spoil=lambda n: None):
        self.servos = {servo.number: servo for servo in servos}
        self.echo, self.spoil = echo, spoil
        self.answers = 0
        self.strange = []  # packets that no servo understands
        super().__init__()

    def take(self, packet):
        if self.echo:
            os.write(self.terminal, packet)
        answer = self.answer(packet)
        if answer is None:
            return
        self.answers += 1
        fate = self.spoil(self.answers)
        if fate == "wrong":
            answer = answer[:-1] + bytes([answer[-1] ^ 0x10])
        if fate != "lost":
            os.write(self.terminal, answer)

    @staticmethod
    def length(data):
        if data[:4] == b"\xff\xff\xfd\x00":
            return 7 + int.from_bytes(data[5:7], "little") if len(data) >= 7 else None
        if len(data) < 4:
            return None
        return data[3] + (3 if data[0] == 0x55 else 4)

    def answer(self, packet):
        if packet[:4] == b"\xff\xff\xfd\x00":
            return self.dynamixel(packet)
        if sum(packet[2:]) & 0xFF != 0xFF:
            self.strange.append(packet)
            return None
        servo = self.servos.get(packet[2])
        if servo is None:
            return None
        return self.lx16a(servo, packet) if packet[0] == 0x55 else self.protocol1(servo, packet)

    def dynamixel(self, packet):
        if remainder(packet[:-2]) != packet[-2:] or b"\xff\xff\xfd" in packet[7:-2].replace(b"\xff\xff\xfd\xfd", b""):
            self.strange.append(packet)
            return None
        if packet[4] == 0xFE:
            return self.dynamixel_sync(packet[7], packet[8:-2].replace(b"\xff\xff\xfd\xfd", b"\xff\xff\xfd"))
        servo = self.servos.get(packet[4])
        if servo is None or servo.protocol != "dynamixel":
            return None
        parameters = packet[8:-2].replace(b"\xff\xff\xfd\xfd", b"\xff\xff\xfd")
        address, held = int.from_bytes(parameters[:2], "little"), b""
        if packet[7] == 2:
            held = servo.held(address, int.from_bytes(parameters[2:], "little"))
        else:
            # EEPROM takes nothing while torque is on.
            if address >= 64 or not servo.registers.get(64):
                servo.registers.update((address + k, value) for k, value in enumerate(parameters[2:]))
        return self.status(servo, held)

    @staticmethod
    def status(servo, held):
        body = b"\x55" + bytes([servo.error]) + held.replace(b"\xff\xff\xfd", b"\xff\xff\xfd\xfd")
        status = b"\xff\xff\xfd\x00" + bytes([servo.number]) + (len(body) + 2).to_bytes(2, "little") + body
        return status + remainder(status)

    def dynamixel_sync(self, instruction, parameters):
        """Sync read and sync write."""
        address, size, rest = int.from_bytes(parameters[:2], "little"), int.from_bytes(parameters[2:4], "little"), parameters[4:]
        if instruction == 0x82:
            asked = [self.servos[number] for number in rest if number in self.servos]
            return b"".join(self.status(servo, servo.held(address, size)) for servo in asked)
        for at in range(0, len(rest), size + 1):
            if rest[at] in self.servos:
                self.servos[rest[at]].registers.update((address + k, value) for k, value in enumerate(rest[at + 1:at + 1 + size]))
        return None

    @staticmethod
    def protocol1(servo, packet):
        held = b""
        if packet[4] == 2:
            held = servo.held(packet[5], packet[6])
        elif packet[4] == 3:
            # EEPROM takes nothing while it is locked.
            if packet[5] >= 40 or not servo.registers.get(55):
                servo.registers.update((packet[5] + k, value) for k, value in enumerate(packet[6:-1]))
        status = packet[2:3] + bytes([len(held) + 2, servo.error]) + held
        return b"\xff\xff" + status + bytes([0xFF - (sum(status) & 0xFF)])

    @staticmethod
    def lx16a(servo, packet):
        command, parameters = packet[4], packet[5:-1]
        reads = {14: 13, 19: 17, 28: 28, 32: 31}  # commands that read, and those that write the same
        if command not in reads:
            servo.registers[command] = parameters
            return None
        if command == servo.position_at:
            servo.readings += 1
            held = servo.position(servo, servo.readings).to_bytes(2, "little")
        else:
            held = servo.registers.get(reads[command], b"\x00")
        status = packet[2:3] + bytes([len(held) + 3, command]) + held
        return b"\x55\x55" + status + bytes([0xFF - (sum(status) & 0xFF)])
