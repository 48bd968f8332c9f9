#!/usr/bin/env python3
"""Takes the packets of --servo-format=packets apart, as the makers' documents say, and holds each against the step of
--servo-format=writes that it stands for. Shares nothing with romasc.

Usage: decode_packets.py NAME_packets.txt NAME_writes.json
"""
import json
import sys
from collections import Counter

POWERS = (16, 15, 2, 0)  # of the polynomial of DYNAMIXEL's CRC


def remainder(data):
    """By long division over GF(2)."""
    bits = [byte >> i & 1 for byte in data for i in range(7, -1, -1)] + [0] * 16
    for i in range(len(bits) - 16):
        if bits[i]:
            for power in POWERS:
                bits[i + 16 - power] ^= 1
    return int("".join(map(str, bits[-16:])), 2)


def little(data):
    return int.from_bytes(data, "little")


def dynamixel(packet):
    """('write' or 'read', id, address, bytes of the value)"""
    assert packet[:4] == b"\xff\xff\xfd\x00", packet.hex(" ")
    assert little(packet[5:7]) == len(packet) - 7, "length"
    assert remainder(packet[:-2]) == little(packet[-2:]), "CRC"
    body = packet[7:-2].replace(b"\xff\xff\xfd\xfd", b"\xff\xff\xfd")
    what = {2: "read", 3: "write"}[body[0]]
    value = body[3:]
    return what, packet[4], little(body[1:3]), (little(value) if what == "read" else value)


def summed(packet, header, before):
    assert packet[:2] == header, packet.hex(" ")
    assert packet[3] + 4 - before == len(packet), "length"
    assert sum(packet[2:]) % 256 == 255, "sum"
    return packet[2], packet[4], packet[5:-1]


def feetech(packet, big):
    number, instruction, parameters = summed(packet, b"\xff\xff", 0)
    what = {2: "read", 3: "write"}[instruction]
    if what == "read":
        return what, number, parameters[0], parameters[1]
    return what, number, parameters[0], parameters[1:][::-1] if big else parameters[1:]


def pca9685(packet):
    """A write: the board's address byte, the register, bytes. A read: the board, the register, the board for reading."""
    assert packet[0] % 2 == 0 and packet[0] >= 0x80
    board = packet[0] // 2 - 0x40
    if len(packet) == 3 and packet[2] == packet[0] + 1:
        return "read", board, packet[1], None
    return "write", board, packet[1], packet[2:]


def sdo(packet):
    assert len(packet) == 10
    node, command, index, subindex = little(packet[:2]) - 0x600, packet[2], little(packet[3:5]), packet[5]
    assert 1 <= node <= 127
    if command == 0x40:
        return "read", node, (index, subindex), None
    size = {0x2F: 1, 0x2B: 2, 0x27: 3, 0x23: 4}[command]
    assert not any(packet[6 + size:])
    return "write", node, (index, subindex), packet[6:6 + size]


def damiao(packet):
    assert len(packet) == 10
    identifier, data = little(packet[:2]), packet[2:]
    if identifier != 0x7FF:
        assert data[:7] == b"\xff" * 7 and data[7] in (0xFB, 0xFC, 0xFD)
        return "write", identifier, 256, data[7:]
    if data[2] == 0xAA:
        assert data[3:] == b"\x01\0\0\0\0"
        return "write", little(data[:2]), 257, b"\x01"
    return {0x33: "read", 0x55: "write"}[data[2]], little(data[:2]), data[3], data[4:]


def robstride(packet, host, size):
    """`size`: bytes of the value."""
    assert len(packet) == 12
    identifier, data = little(packet[:4]), packet[4:]
    kind_of, number = identifier >> 24, identifier & 0xFF
    assert identifier >> 8 & 0xFF == host and not identifier >> 16 & 0xFF
    if kind_of in (17, 18):
        assert not any(data[2:4]) and not any(data[4 + size:])
        return {17: "read", 18: "write"}[kind_of], number, little(data[:2]), data[4:4 + size]
    assert kind_of in (3, 4) and not any(data[1:]) and data[0] in ((0,) if kind_of == 3 else (0, 1))
    return "write", number, kind_of, b"\x01" if kind_of == 3 else data[:1]


class Board:
    """A PCA9685 from power-on: takes its prescale asleep, and counts registers on only when it is told to."""

    def __init__(self):
        self.mode1, self.prescale, self.awake_for, self.restarted = 0x11, 30, 0.0, False

    def take(self, register, value):
        if register == 0xFE:
            assert self.mode1 & 0x10, "prescale while awake"
            self.prescale = value[0]
        elif register == 0:
            if value[0] & 0x80:
                assert not self.mode1 & 0x10 and self.awake_for >= 0.0005, "restart too early"
                self.restarted = True
            if self.mode1 & 0x10 and not value[0] & 0x10:
                self.awake_for = 0.0
            self.mode1 = value[0] & 0x7F
        else:
            raise AssertionError(f"register {register} in a setup")

    def ready(self):
        return self.restarted and self.mode1 & 0x20 and not self.mode1 & 0x10


def value_of(step):
    return bytes.fromhex(step["bytes"][2:])[::-1]  # little-endian


def kind(step):
    return "write" if step["do"] == "write" else "read"


def sections(path):
    """The packets behind each heading '# joint …' or '# board …'."""
    found, current = [], None
    for line in open(path, encoding="utf-8"):
        if line.startswith(("# joint ", "# board ")):
            current = (line[2:].strip(), [])
            found.append(current)
        elif line.startswith(("write ", "read ")):
            what, _, rest = line.partition(" ")
            current[1].append((what, bytes.fromhex(rest.split("#")[0]), line.partition("#")[2].strip()))
        elif line.startswith("pause "):
            current[1].append(("pause", float(line.split()[1]), ""))
        elif line.strip() and not line.startswith("#"):
            raise AssertionError("what is this line? " + line)
    return found


def check_lx16a(servo, packets):
    """A command's values come together: its parameters hold all of them, and each step is met once."""
    steps = [s for s in servo["steps"] if s["do"] == "write"]
    reads = [s for s in servo["steps"] if s["do"] != "write" and "read_command" in s]
    for what, packet, comment in packets:
        number, command, parameters = summed(packet, b"\x55\x55", 1)
        assert number == servo["id"]
        if what == "read":
            step = reads.pop(0)
            assert command == step["read_command"] and not parameters and step["register"] in comment
            continue
        met = []
        for step in steps:
            if step["command"] == command:
                if step["register"] in [m["register"] for m in met]:
                    break
                met.append(step)
        assert met, f"command {command} stands for no step"
        for step in met:
            assert parameters[step["byte"]:step["byte"] + step["size"]] == value_of(step), step
            assert f"{step['register']} = {step['value']}" in comment
            steps.remove(step)
    assert not steps and not reads, (steps, reads)


def check_servo(servo, packets):
    family = servo["family"]
    if family == "lx16a":
        return check_lx16a(servo, packets)
    steps = [s for s in servo["steps"] if s["register"] not in ("mode1", "prescale")]
    assert len(packets) == len(steps), (servo["joint"], len(packets), len(steps))
    for (what, packet, comment), step in zip(packets, steps):
        if family in ("feetech", "scs"):
            got, number, address, value = feetech(packet, family == "scs")
        elif family in ("robstride", "cybergear"):
            got, number, address, value = robstride(packet, servo["feedback_id"], step["size"])
        else:
            got, number, address, value = {"dynamixel": dynamixel, "pca9685": pca9685, "cia402": sdo, "damiao": damiao}[family](packet)
        assert got == what == kind(step), step
        assert number == (servo["id"] // 16 if family == "pca9685" else servo["id"]), step
        assert address == ((step["address"], step["subindex"]) if family == "cia402" else step["address"]), step
        assert step["register"] in comment and str(step["value"]) in comment, (comment, step)
        if got == "write":
            assert value == value_of(step), (step, value.hex())
            assert len(value) == step["size"]
        elif family in ("dynamixel", "feetech", "scs"):
            assert value == step["size"], step
    return None


def check_board(title, packets, counts, setups):
    """`setups`: the steps that set boards up, in the order of the boards."""
    board = Board()
    steps = setups.pop(0)
    assert [p for what, p, _ in packets if what != "pause"] == [packets[0][1][:1] + bytes([s["address"]]) + value_of(s) for s in steps]
    assert [s.get("pause_us", 0) for s in steps] == [0, 0, 0, 500]
    number = int(title.split()[1].rstrip(":"))
    rate = float(title.split(": ")[1].split()[0])
    for what, packet, _ in packets:
        if what == "pause":
            board.awake_for += packet
            continue
        got, address, register, value = pca9685(packet)
        assert got == what == "write" and address == number
        board.take(register, value)
    assert board.ready() and abs(25e6 / 4096 / (board.prescale + 1) - rate) < rate / 30, board.prescale
    counts["board"] += 1


def main():
    packets, writes = sections(sys.argv[1]), json.load(open(sys.argv[2], encoding="utf-8"))
    counts = Counter()
    boards = [s for s in packets if s[0].startswith("board ")]
    servos = [s for s in packets if s[0].startswith("joint ")]
    setups = [[s for s in servo["steps"] if s["register"] in ("mode1", "prescale")] for servo in writes["servos"]]
    setups = [steps for steps in setups if steps]
    for title, lines in boards:
        check_board(title, lines, counts, setups)
    assert not setups
    wanted = {(s["id"] // 16, s["bus"]) for s in writes["servos"] if s["family"] == "pca9685"}
    assert len(boards) == len(wanted), (boards, wanted)
    assert len(servos) == len(writes["servos"])
    for (title, lines), servo in zip(servos, writes["servos"]):
        assert title.startswith(f"joint '{servo['joint']}'")
        if servo["family"] in ("timer", "moteus"):
            assert not lines
            continue
        check_servo(servo, lines)
        counts[servo["family"]] += len(lines)
    for family, count in sorted(counts.items()):
        print(f"{family}: {count}")


if __name__ == "__main__":
    main()
