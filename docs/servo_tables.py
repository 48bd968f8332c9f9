"""The tables about servos, from the device files and the tables of units and properties, for generate.py."""
import os
import re

from source_rows import ROOT, markdown, source


def properties():
    return source("ir/words/servo_properties.def", r'^SERVO_PROPERTY\(\w+, "(\w+)", (\w+), "([^"]*)", "([^"]*)"\)$', re.M)


def quantities_table():
    """The properties whose registers have a unit in some device file, and the quantities that these units are of."""
    words = {"none": "rate", "ratio": "part of the whole"}
    quantity_of = {name: words.get(quantity, quantity) for name, quantity in source("frontend/servo/servo_units.cpp", r'ServoUnit\{"([^"]+)", (\w+),')}
    quantities = {}
    folder = "backends/servo/devices"
    for file in sorted(os.listdir(os.path.join(ROOT, folder))):
        (text,) = source(f"{folder}/{file}", r"\A.*\Z", re.S)
        for register, unit in re.findall(r"^ +(\w+): \{.*\bunit: [\d.]+ ([^ ,}]+)", text, re.M):
            quantities.setdefault(register, []).append(quantity_of[unit])
    rows = [[f"`{name}`", ", ".join(sorted(set(quantities[name])))] for name, kind, _, _ in properties() if kind == "whole" and name in quantities and name not in ("id", "baud", "zero")]
    return markdown(["property", "a quantity, by the device"], rows)


def properties_table():
    rows = properties()
    kinds = {"whole": "a whole number", "number": "a number", "word": "one of ", "text": "a text", "boolean": "`true` or `false`"}
    value = lambda kind, units: kinds[kind] + (" ".join(f"`{word}`" for word in units.split()) if kind == "word" else f" in {' or '.join(units.split())}" if units not in ("", "1") else "")
    return markdown(["property", "value", "meaning"], [[f"`{name}`", value(kind, units), what] for name, kind, units, what in rows])


def units_table():
    rows = source("frontend/servo/servo_units.cpp", r'ServoUnit\{"([^"]+)", (\w+),')
    quantities = {}
    for name, quantity in rows:
        quantities.setdefault("rate" if quantity == "none" else "part of the whole" if quantity == "ratio" else quantity, []).append(f"`{name}`")
    return markdown(["quantity", "units"], [[quantity, " ".join(names)] for quantity, names in quantities.items()])


def devices_table():
    """The rows of backends/servo/devices/*.yaml: what stands in one line there (see dynamixel.yaml)."""
    folder = "backends/servo/devices"
    lines = []
    for name in sorted(os.listdir(os.path.join(ROOT, folder))):
        (text,) = source(f"{folder}/{name}", r"\A.*\Z", re.S)
        text, devices = text.split("\ndevices:\n")
        family = re.search(r"^family: (\w+)$", text, re.M).group(1)
        pieces = re.split(r"^  (\S+):", devices, flags=re.M)
        if len(pieces) < 3:
            raise SystemExit(f"docs/generate.py finds no device in {folder}/{name}")
        for device, body in zip(pieces[1::2], pieces[2::2]):
            found = lambda pattern: next(iter(re.findall(pattern, body)), "")
            ratings = dict(re.findall(r"(\w+): ([\d.]+ [^,}]+)", found(r"ratings: (\{.*\})")))
            speed = ratings.get("no_load_speed", "")
            if speed:
                speed = f"{float(speed.split()[0]):.4g} {speed.split()[1]}"
            aliases = " ".join(f"`{alias}`" for alias in found(r"aliases: \[(.*)\]").split(", ") if alias)
            lines.append([f"`{family}`", f"`{device}`", aliases, found(r"model_number: (\d+)"), ratings.get("voltage", ""), ratings.get("stall_torque", ""), speed, ratings.get("stall_current", "")])
    return markdown(["family", "device", "also", "model number", "at", "stall torque", "no-load speed", "stall current"], lines)


def watchdogs_table():
    """The reaction of each family to a silent host, by its device file."""
    folder = "backends/servo/devices"
    lines = []
    for name in sorted(os.listdir(os.path.join(ROOT, folder))):
        (text,) = source(f"{folder}/{name}", r"\A.*\Z", re.S)
        family = re.search(r"^family: (\w+)$", text, re.M).group(1)
        steps = re.findall(r"^watchdog: \[?([^\]\n#]+)", text, re.M)
        modes = re.findall(r"^modes: \{(.*)\}$", text, re.M)
        keeps = sorted({word for word in re.findall(r"(\w+):", modes[0] if modes else "") if re.search("velocity|current$|pwm", word)})
        sets = ""
        if "bus_watchdog:" in text:
            sets = "the driver's `start`: `bus_watchdog`"
        elif steps:
            sets = "its settings: " + ", ".join(f"`{step.strip()}`" for step in steps[0].split(","))
        elif re.search("^silence: stops$", text, re.M):
            sets = "stops by itself"
        if re.search("^  p_gain: .*access: frame", text, re.M):  # a frame has position, velocity, gains and torque
            left = "" if sets else "goes on with its last frame: a spring to its place as far as kp says, its velocity and torque beside it"
        else:
            left = "" if sets else "holds its last goal" + (f"; in the modes {', '.join(f'`{word}`' for word in keeps)} it goes on" if keeps else "")
        lines.append([f"`{family}`", sets, left])
    return markdown(["family", "what stops it", "without a watchdog"], lines)


def families_table():
    """The programs that romasc makes for each family, or the reason why not, and whether the tests have packets of its maker."""
    (tells,) = source("ir/servo/property_checks.cpp", r"^bool tells_position\(.*?^}", re.M | re.S)
    told = set(re.findall(r"ServoProtocol::(\w+)", tells)) - {"layout"}  # whose device file says it
    tests = [f"test/backends/servo/packets/{name}_test.cpp" for name in ("packets", "message_packets", "layout_packets")] + ["test/backends/servo/mit_frames.py"]
    tested = {family for test in tests for family in source(test, r'(?:servo_of|device_of|plan_of|known|Motor)\("(\w+)"')}
    folder = "backends/servo/devices"
    families = []
    for name in sorted(os.listdir(os.path.join(ROOT, folder))):
        (text,) = source(f"{folder}/{name}", r"\A.*\Z", re.S)
        found = lambda pattern: next(iter(re.findall(pattern, text, re.M)), "")
        families.append((found(r"^family: (\w+)"), found(r"^protocol: (\w+)"), text))
    tested_protocols = {protocol for family, protocol, _ in families if family in tested}
    lines = []
    for family, protocol, text in families:
        has = lambda pattern: re.search(pattern, text, re.M) is not None
        if protocol in told or has(r"^  read_answer:"):
            driver = "yes"
        elif not has(r"^  present_position:") and not has(r"^  state:") and not has(r"^  p_gain: .*access: frame"):
            driver = ("no: it does not tell its place" if protocol in ("pca9685", "timer") else "no: it tells its place unasked, in other units than goals"
                      if has(r"^  state_position:") else "no: the device file has nothing that tells its place")
        elif has(r"^  p_gain: .*access: frame"):
            driver = "no: goals and answers are frames of your loop" if has(r"^  state:") or protocol in ("damiao", "robstride") else "no: its answers are not laid out"
        elif protocol == "layout":
            driver = "no: `read` asks for its place, and the device file lays no answer out"
        else:
            driver = "no: it is no servo of a serial bus"
        packets = "no: its maker's own tool" if protocol == "moteus" else "no: pulses of a pin" if protocol == "timer" else "yes"
        examples = "yes" if family in tested else f"those of `{protocol}`" if protocol in tested_protocols - {"layout"} else "none" + (": there are no packets" if packets != "yes" else "")
        lines.append([f"`{family}`", packets, driver, examples])
    return markdown(["family", "packets", "driver and calibration", "packets of its maker in the tests"], lines)


TABLES = {
    "servo-properties": properties_table,
    "servo-quantities": quantities_table,
    "servo-units": units_table,
    "servo-devices": devices_table,
    "servo-families": families_table,
    "servo-watchdogs": watchdogs_table,
}
