"""Checks that go on after one of them has failed."""
failures = []
count = 0


def expect(name, condition, what=""):
    global count
    count += 1
    if not condition:
        failures.append(f"{name}: {what}")


def report():
    """Prints what failed and how much was checked. Returns the exit status."""
    print("\n".join(failures + [f"{count} checks, {len(failures)} problems"]))
    return 1 if failures else 0
