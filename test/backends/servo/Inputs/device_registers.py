"""Writes the registers of the device files as a table in C: what each has at what address, as it leaves the maker. Reads the files itself,
and shares no code with romasc. Usage: device_registers.py FOLDER_OF_DEVICE_FILES WRITES_JSON > device_registers.h

Behind them stands what the registers of the robot's servos have to hold, out of the JSON of --servo-format=writes."""
import json
import pathlib
import sys

import yaml

PROTOCOLS = {"dynamixel2": 0, "feetech": 1, "lx16a": 2}


def registers(family, device):
    merged = {name: dict(row) for name, row in family["registers"].items() if name not in (device.get("remove") or [])}
    for name, row in (device.get("registers") or {}).items():
        merged.setdefault(name, {}).update(row)
    return merged


def bits(value, row):
    size, encoding = row["size"], row.get("encoding", "not_negative")
    if encoding == "sign_magnitude" and value < 0:
        sign = row["sign_bit"]
        magnitude = -value
        low = magnitude & ((1 << sign) - 1)
        return low | 1 << sign | (magnitude >> sign) << (sign + 1)
    return value & ((1 << 8 * size) - 1)


def main():
    folder, writes = pathlib.Path(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    print("#include \"servo_model.h\"")
    devices, known = [], {}
    for path in sorted(folder.glob("*.yaml")):
        family = yaml.safe_load(path.read_text(encoding="utf-8"))
        if family["protocol"] not in PROTOCOLS:
            continue
        for name, device in family["devices"].items():
            table = registers(family, device)
            known[(family["family"], name)] = (len(devices), table)
            label = f"registers_{len(devices)}"
            print(f"static const row_t {label}[] = {{")
            for key, row in sorted(table.items(), key=lambda item: (item[1]["address"], item[1].get("subindex", 0))):
                read = row.get("access") == "read"
                initial = device.get("model_number", 0) if key == "model_number" else row.get("initial")
                # 'off' is a truth value of YAML 1.1.
                low, high = row.get("range", (0, (1 << 8 * row["size"]) - 1))
                if "range" not in row and row.get("encoding", "not_negative") != "not_negative":
                    high = (1 << 8 * row["size"] - 1) - 1
                    low = -high - 1
                if initial is None:
                    initial = min(max(0, low), high)
                print(f'  {{"{key}", {row["address"]}, {row.get("read_address", 0)}, {row.get("subindex", 0)}, {row["size"]}, '
                      f'{bits(initial, row)}U, {low}LL, {high}LL, {row.get(False, low)}LL, {int(not read)}, {int(bool(row.get("persistent")))}, '
                      f'{["not_negative", "twos_complement", "sign_magnitude"].index(row.get("encoding", "not_negative"))}, {row.get("sign_bit", 0)}}},')
            print("};")
            devices.append(f'  {{"{family["family"]}", "{name}", {PROTOCOLS[family["protocol"]]}, {int(family.get("byte_order") == "big")}, '
                           f'{int(bool(family.get("sync_read")))}, {int("lock" in family)}, {label}, {len(table)}}},')
    print("const device_t devices[] = {\n" + "\n".join(devices) + "\n};\nconst unsigned device_count = sizeof(devices) / sizeof(devices[0]);")
    expected = []
    for servo in writes["servos"]:
        place = known.get((servo["family"], servo["device"]))
        held = {}
        for step in servo["steps"] if place else []:
            if step["do"] == "write":
                held[step["register"]] = bits(int(step["value"]), place[1][step["register"]])
        expected += [f'  {{"{servo["joint"]}", "{name}", {value}U}},' for name, value in held.items()]
    print("const expected_t expected[] = {\n" + "\n".join(expected) + "\n};\nconst unsigned expected_count = sizeof(expected) / sizeof(expected[0]);")


if __name__ == "__main__":
    main()
