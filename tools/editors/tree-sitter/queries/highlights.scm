; Colours. No node has two captures: editors do not agree which of them counts.

[(line_comment) (block_comment)] @comment
[(string) (raw_string)] @string
(number) @number
(unit_name) @type.builtin
["true" "false"] @constant.builtin

; --- names where they are given

(robot_head (name) @type)
(assembly . "assembly" . (name) @type)
(link (name) @type)
(joint (name) @type)
(loop_joint (name) @type)
(frame (name) @type)
(material (name) @type)
(sensor . "sensor" . (name) @type)
(joint_patch (name) @type)
(link_patch (name) @type)
(frame_patch (name) @type)
(sensor_patch (name) @type)
(ros2_control_patch (name) @type)
(removal (name) @type)
(part_part "as" (name) @type)
(assembly_part (name) @type)
(assembly_base (name) @type)
(function (name) @function)
(module (name) @function)
(param (name) @variable.parameter)
(formal (name) @variable.parameter)
(type_definition (name) @type)
(type_member (name) @variable.parameter)
(record_member (name) @variable.parameter)
(let (pattern (name) @variable))
(local (pattern (name) @variable))

; --- what they are used as

(type (identifier) @type.builtin)
(type (name) @type.builtin)
(joint (identifier) @type.builtin)
(joint_patch (identifier) @type.builtin)
(loop_joint (identifier) @type.builtin)
(power . (identifier) @function . (selector (arguments)))
(power "align" @function)
(argument (name) @variable.parameter)

; --- words and signs

[
  "else" "for" "if" "in" "then"
] @keyword.control
[
  "and" "not" "or"
] @keyword.operator
[
  "assembly" "assert" "block" "expose" "extension" "fn" "frame" "gazebo" "import" "insert" "joint" "let"
  "link" "loop_joint" "material" "module" "param" "part" "private" "robot" "ros2_control" "sensor" "spring"
  "test" "thrust" "transmission" "type" "use" "wing"
] @keyword
[
  "acceleration" "actuator" "armature" "as" "at" "attribute" "axis" "base" "box" "by" "calibration" "camera"
  "capsule" "chord" "collision" "color" "com" "command" "contact" "couple" "cylinder" "damping" "deceleration"
  "density" "dialect" "diffuse" "direction" "dissipation" "dynamics" "effort" "element" "ellipsoid" "falling"
  "far" "folder" "force_element" "foreign" "format" "friction" "from" "gear" "gpio" "gravity" "ground"
  "height" "hfov" "horizontal" "id" "implicit" "inertia" "inertial" "interface" "jerk" "k_position" "k_velocity"
  "kind" "length" "limit" "limits" "link1" "link2" "lower" "mass" "match" "max_angle" "mesh" "mimic" "min_angle"
  "name" "named" "near" "nested" "nominal_speed" "normal" "of" "offset" "on" "parameter" "parent" "pitch"
  "plugin" "profile" "radii" "radius" "raw" "ray" "reduction" "reference" "remove" "replace" "resolution"
  "rest_length" "rising" "role" "rot_axis" "safety" "samples" "scale" "scale_factor" "servo" "shape" "solid"
  "span" "sphere" "stall_angle" "state" "stiffness" "subtree" "tag" "texture" "thumbnail" "tool" "update_rate"
  "upper" "velocity" "version" "vertical" "visual" "width" "with" "within" "zero_axis"
] @property
["=" "==" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "^" "->" ".." "~"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
[";" "," ":" "."] @punctuation.delimiter
