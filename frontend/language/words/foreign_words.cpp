#include "frontend/language/words/foreign_words.h"

#include <algorithm>
#include <iterator>

namespace romas::language {

namespace {

constexpr std::string_view kLet = "a value is named by 'let NAME = VALUE;'";
constexpr std::string_view kFunction = "a function is written 'fn NAME(A, B) = VALUE;'";
constexpr std::string_view kModule =
    "a part that is used more than once is written 'module NAME(PARAMETERS) { … }'";
constexpr std::string_view kImport = "other files are imported by 'import \"PATH\" as NAME;'";
constexpr std::string_view kElseIf = "write 'else if'";
constexpr std::string_view kLoop = "loops are written 'for NAME in LIST { … }'";
constexpr std::string_view kCases = "cases are written 'if A { … } else if B { … } else { … }'";
constexpr std::string_view kParameter = "a parameter is written 'param NAME : TYPE = VALUE;'";
constexpr std::string_view kPose = "a pose is written 'at xyz(X, Y, Z) * rpy(A, B, C);'";
constexpr std::string_view kShape =
    "a shape follows 'visual', 'collision' or 'solid', as in 'solid sphere radius 1 cm mass 1 kg;'";
constexpr std::string_view kShapePose =
    "a link has no pose of its own; its shapes and the joint to it have, as in 'visual box (…) at xyz(…);'";
constexpr std::string_view kMaterial = "a material follows a shape, as in 'visual box (…) material grey;'";
constexpr std::string_view kCom = "the centre of mass is written 'com (X, Y, Z);'";
constexpr std::string_view kMoments =
    "moments and products of inertia are written 'inertia (IXX, IYY, IZZ), (IXY, IXZ, IYZ);'";
constexpr std::string_view kEnds =
    "the links of a joint come before its braces, as in 'joint NAME : fixed PARENT -> CHILD { … }'";
constexpr std::string_view kColour = "a colour is written (RED, GREEN, BLUE, ALPHA), each from 0 to 1";
constexpr std::string_view kEnd = "the body of a statement begins with '{' and ends with '}'";
constexpr std::string_view kBody = "a body is a 'link', and the joint that carries it gives its place";
constexpr std::string_view kGeom =
    "the shape of a link follows 'visual' and 'collision', or 'solid' for both and its mass";
constexpr std::string_view kNoValue = "there is no empty value; leave out what is not known";
constexpr std::string_view kUnit = "an angle needs a unit: 30 deg, 0.5 rad";
constexpr std::string_view kLimit =
    "limits are written 'limit LOWER .. UPPER effort EFFORT velocity VELOCITY;'";

using enum WordPlace;
constexpr ForeignWord kForeignWords[] = {
    {statement, "const", kLet, {}},
    {statement, "constant", kLet, {}},
    {statement, "var", kLet, {}},
    {statement, "set", kLet, {}},
    {statement, "auto", kLet, {}},
    {statement, "property", kLet, {}},
    {statement, "def", kFunction, {}},
    {statement, "func", kFunction, {}},
    {statement, "function", kFunction, {}},
    {statement, "macro", kModule, {}},
    {statement, "template", kModule, {}},
    {statement, "class", kModule, {}},
    {statement, "include", kImport, {}},
    {statement, "using", kImport, {}},
    {statement, "from", kImport, {}},
    {statement, "elif", kElseIf, {}},
    {statement, "elseif", kElseIf, {}},
    {statement, "elsif", kElseIf, {}},
    {statement, "while", kLoop, {}},
    {statement, "foreach", kLoop, {}},
    {statement, "repeat", kLoop, {}},
    {statement, "switch", kCases, {}},
    {statement, "case", kCases, {}},
    {statement, "unless", "write 'if not'", {}},
    {statement, "arg", kParameter, {}},
    {statement, "argument", kParameter, {}},
    {statement, "instance", "an instance of a module is written 'use MODULE(ARGUMENTS) as NAME;'", {}},
    {statement, "return", kFunction, {}},
    {statement, "int", kLet, {}},
    {statement, "float", kLet, {}},
    {statement, "double", kLet, {}},
    {statement, "real", kLet, {}},
    {statement, "bool", kLet, {}},
    {statement, "string", kLet, {}},
    {statement, "else", "'else' must directly follow the '}' of an 'if'", {}},
    {statement, "end", kEnd, {}},
    {statement, "endlink", kEnd, {}},
    {statement, "begin", kEnd, {}},
    {statement, "model", "write 'robot'", "robot"},
    {statement, "body", kBody, {}},
    {statement, "worldbody", kBody, {}},
    {statement, "geom", kGeom, {}},

    {link_property, "origin", kShapePose, {}},
    {link_property, "pose", kShapePose, {}},
    {link_property, "at", kShapePose, {}},
    {link_property, "xyz", kShapePose, {}},
    {link_property, "rpy", kShapePose, {}},
    {link_property, "geometry", kShape, {}},
    {link_property, "shape", kShape, {}},
    {link_property, "box", kShape, {}},
    {link_property, "cylinder", kShape, {}},
    {link_property, "sphere", kShape, {}},
    {link_property, "capsule", kShape, {}},
    {link_property, "ellipsoid", kShape, {}},
    {link_property, "mesh", kShape, {}},
    {link_property, "cube", kShape, {}},
    {link_property, "geom", kGeom, {}},
    {link_property, "material", kMaterial, {}},
    {link_property, "color", kMaterial, {}},
    {link_property, "colour", kMaterial, {}},
    {link_property,
     "density",
     "a density follows the shape of a solid, as in 'solid box (…) density 1000 kg/m^3;'",
     {}},
    {link_property, "weight", "write 'mass'", "mass"},
    {link_property, "center", kCom, {}},
    {link_property, "cog", kCom, {}},
    {link_property, "center_of_mass", kCom, {}},
    {link_property, "ixx", kMoments, {}},
    {link_property, "iyy", kMoments, {}},
    {link_property, "izz", kMoments, {}},

    {joint_property, "origin", kPose, {}},
    {joint_property, "pose", kPose, {}},
    {joint_property, "xyz", kPose, {}},
    {joint_property, "rpy", kPose, {}},
    {joint_property, "position", kPose, {}},
    {joint_property, "transform", kPose, {}},
    {joint_property, "parent", kEnds, {}},
    {joint_property, "child", kEnds, {}},
    {joint_property,
     "type",
     "the type of a joint follows its name, as in 'joint NAME : revolute PARENT -> CHILD { … }'",
     {}},
    {joint_property, "lower", kLimit, {}},
    {joint_property, "upper", kLimit, {}},
    {joint_property, "min", kLimit, {}},
    {joint_property, "max", kLimit, {}},
    {joint_property, "range", kLimit, {}},
    {joint_property, "limits", kLimit, {}},
    {joint_property, "effort", kLimit, {}},
    {joint_property, "torque", kLimit, {}},
    {joint_property, "velocity", kLimit, {}},
    {joint_property, "dynamics", "write 'damping' and 'friction'", {}},

    {part, "torque", "write 'effort'", "effort"},
    {part, "force", "write 'effort'", "effort"},
    {part, "max_effort", "write 'effort'", "effort"},
    {part, "speed", "write 'velocity'", "velocity"},
    {part, "max_velocity", "write 'velocity'", "velocity"},
    {part, "min", "write 'lower'", "lower"},
    {part, "max", "write 'upper'", "upper"},
    {part, "colour", "write 'color'", "color"},
    {part, "rgba", "write 'color'", "color"},
    {part, "origin", "write 'at'", "at"},
    {part, "pose", "write 'at'", "at"},
    {part, "name", "write 'named'", "named"},
    {part, "weight", "write 'mass'", "mass"},
    {part, "height", "write 'length'", "length"},
    {part, "cube", "write 'box'", "box"},
    {part, "cuboid", "write 'box'", "box"},
    {part, "ball", "write 'sphere'", "sphere"},
    {part, "rod", "write 'cylinder'", "cylinder"},
    {part, "geometry", "write the shape itself, as in 'box (1, 1, 1) m'", "box"},
    {part, "diameter", "write 'radius' and half the value", "radius"},

    {joint_type, "hinge", "write 'revolute'", "revolute"},
    {joint_type, "rotary", "write 'revolute'", "revolute"},
    {joint_type, "rotational", "write 'revolute'", "revolute"},
    {joint_type, "rotate", "write 'revolute'", "revolute"},
    {joint_type, "slide", "write 'prismatic'", "prismatic"},
    {joint_type, "slider", "write 'prismatic'", "prismatic"},
    {joint_type, "linear", "write 'prismatic'", "prismatic"},
    {joint_type, "translational", "write 'prismatic'", "prismatic"},
    {joint_type, "weld", "write 'fixed'", "fixed"},
    {joint_type, "rigid", "write 'fixed'", "fixed"},
    {joint_type, "static", "write 'fixed'", "fixed"},
    {joint_type, "free", "write 'floating'", "floating"},
    {joint_type, "freejoint", "write 'floating'", "floating"},
    {joint_type, "wheel", "write 'continuous'", "continuous"},
    {joint_type, "spherical", "write 'ball'", "ball"},
    {joint_type, "cardan", "write 'universal'", "universal"},

    {type, "integer", "write 'int'", "int"},
    {type, "long", "write 'int'", "int"},
    {type, "float", "write 'real', or the quantity that it is, as 'length'", "real"},
    {type, "double", "write 'real', or the quantity that it is, as 'length'", "real"},
    {type, "number", "write 'real', or the quantity that it is, as 'length'", "real"},
    {type, "scalar", "write 'real', or the quantity that it is, as 'length'", "real"},
    {type, "boolean", "write 'bool'", "bool"},
    {type, "str", "write 'string'", "string"},
    {type, "text", "write 'string'", "string"},
    {type, "list", "a list is written with the type of its elements, as '[length]'", {}},
    {type, "array", "a list is written with the type of its elements, as '[length]'", {}},
    {type, "vector", "three lengths are written '(length, length, length)'", {}},
    {type, "vec3", "three lengths are written '(length, length, length)'", {}},
    {type, "distance", "write 'length'", "length"},
    {type, "duration", "write 'time'", "time"},

    {value, "PI", "write 'pi'", "pi"},
    {value, "Pi", "write 'pi'", "pi"},
    {value, "M_PI", "write 'pi'", "pi"},
    {value, "math", "constants and functions need no prefix, as in 'pi' or 'sin(30 deg)'", {}},
    {value, "True", "write 'true'", "true"},
    {value, "TRUE", "write 'true'", "true"},
    {value, "False", "write 'false'", "false"},
    {value, "FALSE", "write 'false'", "false"},
    {value, "null", kNoValue, {}},
    {value, "None", kNoValue, {}},
    {value, "nil", kNoValue, {}},
    {value, "red", kColour, {}},
    {value, "green", kColour, {}},
    {value, "blue", kColour, {}},
    {value, "black", kColour, {}},
    {value, "white", kColour, {}},
    {value, "grey", kColour, {}},
    {value, "gray", kColour, {}},

    {member, "append", "lists are joined by '+', as in list + [1]", {}},
    {member, "push", "lists are joined by '+', as in list + [1]", {}},
    {member, "length", "write 'len(LIST)'", {}},
    {member, "size", "write 'len(LIST)'", {}},
    {member, "count", "write 'len(LIST)'", {}},
    {member, "keys", "write '[name for (name, _) in RECORD]'", {}},
    {member, "items", "a loop goes through a record itself: 'for (name, value) in RECORD { … }'", {}},

    {function, "pow", "powers are written 'X^N'", {}},
    {function, "fabs", "write 'abs'", "abs"},
    {function, "size", "write 'len' for the number of elements in a list; a box takes only (X, Y, Z)", {}},
    {function,
     "length",
     "write 'len' for the number of elements in a list, and 'norm' for the length of a vector",
     {}},
    {function, "str", "put values into a text with braces, as in \"a{i}\"", {}},
    {function, "format", "put values into a text with braces, as in \"{x:.3f}\"", {}},
    {function, "float", "a number needs no conversion", {}},
    {function, "int", "write 'floor', 'ceil' or 'round'", {}},
    {function, "deg2rad", "write the unit: 30 deg", {}},
    {function, "deg", kUnit, {}},
    {function, "rad", kUnit, {}},
    {function, "radians", kUnit, {}},
    {function, "degrees", kUnit, {}},
    {function, "trans", "write 'xyz'", "xyz"},
    {function, "translate", "write 'xyz'", "xyz"},
    {function, "rot", "write 'rpy'", "rpy"},
    {function, "rotate", "write 'rpy'", "rpy"},

    {unit, "is", "write '=='", "=="},
    {unit, "kp", "write 'kgf'", "kgf"},
    {unit, "oz", "1 oz is 28.349523125 g, and 'ozf' is its force", {}},
    {unit, "degrees", "write 'deg'", "deg"},
    {unit, "degree", "write 'deg'", "deg"},
    {unit, "radians", "write 'rad'", "rad"},
    {unit, "radian", "write 'rad'", "rad"},
    {unit, "metres", "write 'm'", "m"},
    {unit, "meters", "write 'm'", "m"},
    {unit, "meter", "write 'm'", "m"},
    {unit, "millimetres", "write 'mm'", "mm"},
    {unit, "millimeters", "write 'mm'", "mm"},
    {unit, "centimeters", "write 'cm'", "cm"},
    {unit, "inches", "write 'inch'", "inch"},
    {unit, "feet", "write 'ft'", "ft"},
    {unit, "pounds", "write 'lb'", "lb"},
    {unit, "lbs", "write 'lb'", "lb"},
    {unit, "kilograms", "write 'kg'", "kg"},
    {unit, "grams", "write 'g'", "g"},
    {unit, "seconds", "write 's'", "s"},
    {unit, "newton", "write 'N'", "N"},
};

}  // namespace

const ForeignWord* find_foreign_word(WordPlace place, std::string_view word) {
  const auto* known = std::ranges::find_if(kForeignWords, [&](const ForeignWord& candidate) {
    return candidate.place == place && candidate.word == word;
  });
  return known == std::end(kForeignWords) ? nullptr : known;
}

}  // namespace romas::language
