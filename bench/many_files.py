"""Very many descriptions in one call: robots with random changes, checked with and without --cache."""
import os
import random
import shutil
import subprocess
import sys
import time

LARGEST = 60_000  # bytes of a description that is changed
CHANGES = (1, 12)  # of each


def base_texts(romasc, root, corpus):
    """Texts with their extensions: the examples, as they are and as URDF and SDF, and real robots where they are."""
    texts = []
    for folder in (os.path.join(root, "examples"), *(os.path.join(corpus, name) for name in ("urdf", "sdf"))):
        for inner, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(inner, name)
                extension = os.path.splitext(name)[1]
                if extension in (".urdf", ".sdf") and os.path.getsize(path) <= LARGEST:
                    with open(path, "rb") as file:
                        texts.append((extension, file.read()))
                if extension == ".romas":
                    for target in ("urdf", "sdf"):
                        made = subprocess.run([romasc, path, f"--emit={target}", "-o", "-"], capture_output=True).stdout
                        if 0 < len(made) <= LARGEST:
                            texts.append(("." + target, made))
    return texts


def changed(text, chance):
    for _ in range(chance.randint(*CHANGES)):
        digits = [i for i in range(len(text)) if 48 <= text[i] <= 57]
        how = chance.randrange(5)
        if how < 3 and digits:  # another number
            at = chance.choice(digits)
            text = text[:at] + b"%d" % chance.randrange(10) + text[at + 1:]
        elif how == 3:  # an element or a part of one is gone
            lines = text.splitlines(keepends=True)
            del lines[chance.randrange(len(lines))]
            text = b"".join(lines) or text
        else:  # a letter is another one
            at = chance.randrange(len(text))
            text = text[:at] + bytes([chance.randrange(97, 123)]) + text[at + 1:]
    return text


def make_robots(folder, texts, count, seed):
    """Writes them, and a list of their paths; returns it and the bytes."""
    shutil.rmtree(folder, ignore_errors=True)
    chance = random.Random(seed)
    paths, size = [], 0
    for i in range(count):
        extension, text = texts[i % len(texts)]
        text = changed(text, chance)
        path = os.path.join(folder, f"{i // 1000}", f"robot{i}{extension}")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text)
        paths.append(path)
        size += len(text)
    with open(os.path.join(folder, "list.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(paths))
    return os.path.join(folder, "list.txt"), size


def measure(command):
    """Wall and processor seconds, and peak memory (MB)."""
    with open(os.devnull, "wb") as null:
        before = time.perf_counter()
        process = subprocess.Popen(command, stdout=null, stderr=null)
        _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return time.perf_counter() - before, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def bench_many(romasc, root, corpus, folder, table, count=10_000):
    texts = base_texts(romasc, root, corpus)
    if not texts:
        sys.exit("bench: there is no robot to change")
    robots = os.path.join(folder, "many")
    listed, size = make_robots(robots, texts, count, 1)
    caches = os.path.join(folder, "many-caches")
    rows, data = [], []
    for jobs in (1, 2):
        # A new folder, and nothing deleted before: for a minute ext4 looks past each inode that was freed.
        cache = os.path.join(caches, str(jobs))
        plain = None
        for what, options in (("without a cache", []), ("first run with one", [f"--cache={cache}"]), ("second run", [f"--cache={cache}"])):
            runs = [measure([romasc, "@" + listed, "--emit=none", f"--jobs={jobs}", *options]) for _ in range(1 if what.startswith("first") else 3)]
            seconds, processor, memory = min(runs)
            plain = plain or seconds
            rows.append([what, jobs, f"{seconds:.2f}", f"{processor:.2f}", f"{count / seconds:.0f}", f"{seconds / plain:.3f}", f"{memory:.0f}"])
            data.append({"what": what, "jobs": jobs, "seconds": seconds, "processor_s": processor, "ratio": seconds / plain, "peak_mb": memory})
    kept = sum(os.path.getsize(os.path.join(inner, name)) for inner, _, names in os.walk(cache) for name in names)
    for kind, text in (("clean", b'<robot name="r"><link name="a"/></robot>'), ("defective", b'<robot name="r"><link name="a" b=""/></robot>')):
        for number in (count // 10, count):
            paths = write_small(folder, text, number)
            for how, options in (("", []), (", known", [f"--cache={cache}"])):
                _, _, memory = min(measure([romasc, "@" + paths, "--emit=none", "--jobs=1", *options]) for _ in range(2))
                rows.append([f"{number} {kind} small files{how}", 1, "", "", "", "", f"{memory:.0f}"])
                data.append({"what": f"{kind} small files{how}", "files": number, "peak_mb": memory})
    title = (f"{count} descriptions of {len(texts)} robots with random changes: {size / 1e6:.0f} MB, {size / count / 1000:.1f} kB each; "
             f"the cache has {kept / 1e6:.0f} MB")
    for path in (robots, caches, os.path.join(folder, "many-small")):
        shutil.rmtree(path, ignore_errors=True)
    return table(title, ["run", "jobs", "s", "cpu s", "files/s", "ratio", "peak MB"], rows), data


def write_small(folder, text, count):
    """Equal small files, for what each file alone takes of memory."""
    small = os.path.join(folder, "many-small")
    shutil.rmtree(small, ignore_errors=True)
    os.makedirs(small)
    paths = [os.path.join(small, f"{i}.urdf") for i in range(count)]
    for path in paths:
        with open(path, "wb") as file:
            file.write(text)
    with open(os.path.join(small, "list.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(paths))
    return os.path.join(small, "list.txt")
