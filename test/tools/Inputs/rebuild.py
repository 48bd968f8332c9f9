"""rebuild.py FOLDER: builds the robot-project in FOLDER/build again and again, with one change before each build, and prints what
its programs say."""
import os
import re
import subprocess
import sys

FOLDER = sys.argv[1]
BUILD = os.path.join(FOLDER, "build")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode == 0, done.stdout


def build(folder=BUILD):
    return run("cmake", "--build", folder)


def says(program, folder=BUILD):
    sound, output = run(os.path.join(folder, program))
    assert sound, output
    return output.strip()


def change(name, pattern, replacement):
    path = os.path.join(FOLDER, name)
    with open(path) as file:
        before = file.read()
    after = re.sub(pattern, replacement, before)
    assert before != after, f"{pattern} is not in {name}"
    with open(path, "w") as file:
        file.write(after)


def tell(what, folder=BUILD):
    """One build; what the programs say, and whether the first of them was linked anew."""
    app = os.path.join(folder, "app")
    time = os.stat(app).st_mtime_ns if os.path.exists(app) else 0
    sound, output = build(folder)
    assert sound, output
    made = "new program" if os.stat(app).st_mtime_ns != time else "same program"
    print(f"== {what}: {says('app', folder)}, {says('table', folder)}, {made}")


def tell_failure(what, folder=BUILD, word="", or_word=None):
    """`or_word` suffices too: of two files that fail a build names the one that it comes to first."""
    sound, output = build(folder)
    says = word in output or (or_word is not None and or_word in output)
    print(f"== {what}:", "built" if sound else "failed", f"and says {word!r}" if says else output)


tell("built")
tell("again")
change("lengths.romas", "0.3 m", "0.45 m")
tell("the import is changed")
change("arm.romas", r"\.\. 90 deg", ".. 70 deg")
change("arm.romas", "id 11", "id 12")
tell("the source is changed")
os.remove(os.path.join(BUILD, "arm", "arm.hpp"))
tell("the header is deleted")

change("notes.txt", "not read", "not read, whatever it says")
sound, output = build()
print("== a file of DEPENDS is changed: romasc", "ran" if sound and "romasc arm" in output else output)

change("arm.romas", "robot arm", "robot leg")
tell_failure("the robot is called leg", word="arm.hpp: No such file", or_word="arm_servos.h: No such file")
change("arm.romas", "robot leg", "robot arm")
tell("the robot is called arm")

change("arm.romas", "lengths.reach", "lengths.nowhere")
tell_failure("a mistake", word="nowhere")
FRESH = os.path.join(FOLDER, "fresh")
with open(os.path.join(BUILD, "CMakeCache.txt")) as cache:
    settings = dict(re.findall(r"^(CMAKE_GENERATOR|CMAKE_PREFIX_PATH):[A-Z]*=(.*)$", cache.read(), re.MULTILINE))
sound, output = run("cmake", "-S", FOLDER, "-B", FRESH, "-G", settings["CMAKE_GENERATOR"],
                    "-DCMAKE_PREFIX_PATH=" + settings["CMAKE_PREFIX_PATH"])
print("== a new tree with a mistake:", "configured" if sound else output)
tell_failure("its build", FRESH, "nowhere")
change("arm.romas", "lengths.nowhere", "lengths.reach")
tell("mended")
tell("the new tree mended", FRESH)
change("lengths.romas", "0.45 m", "0.6 m")
tell("the import is changed in the new tree", FRESH)
change("lengths.romas", "0.6 m", "0.7 m")
tell("and once more", FRESH)
