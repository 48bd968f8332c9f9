// The grammar of the Romas language, and of its core form, in which models are printed.
//
// The rules are the schema: every entity and property has a production of its own, and the syntax tree (ast.h) is built from them
// without knowing them one by one. A keyword names the values that follow it. Conventions that the builder relies on:
//   rules whose name ends in Body        hold statements in braces
//   rules whose name ends in Condition   are an `if` whose `else` may be one, too
//   rules whose name ends in Statement   choose one of several
//   rules that a Body lists              are statements and begin with a keyword, or with a name (gazebo and servo properties)
//   all other rules                      only group what belongs to their statement
// Words of properties are contextual: they are tokens of their own, and `word` lets them be names as well. Units are the names in
// ir/model/units.def: the token reader turns such an IDENT into a UNIT.
grammar Romas;

// '{' and '}' of records, which stand where a value or type begins (record_braces.h), and names of units.
tokens { RECORD_OPEN, RECORD_CLOSE, UNIT }

file : (robot | fileStatement | ';')* EOF ;
fileStatement
  : versionProperty | importFile | param | privateDefinition | let | typeDefinition | function | module | block | assembly
  | assertion ;
robot : robotHead (robotStatement | ';')* '}' ;
robotHead : 'robot' name ('(' formals? ')')? '{' ;
robotStatement
  : versionProperty | gravityProperty | material | link | joint | frame | loopJoint | spring | wing | thrust | sensor
  | transmission | gazebo | ros2Control | block | part | extension
  | let | use | insertion | expose | assertion | test | robotLoop | robotCondition ;

// --- names, modules, loops and conditions ----------------------------------------------------------------------------

importFile : 'import' (text | library) ('version' text)? ('as' name arguments?)? ';' ;
library : word ('.' word)* ;
param : 'param' name (':' type)? ('=' expression)? ';' ;
privateDefinition : 'private' (let | typeDefinition | function | module) ;
let : 'let' pattern (':' type)? '=' expression ';' ;
typeDefinition : 'type' name '=' type ';' ;
function : 'fn' name '(' formals? ')' ('->' type)? '=' expression ';' ;
module : 'module' name '(' formals? ')' moduleBody ;
moduleBody : '{' (moduleStatement | ';')* '}' ;
moduleStatement
  : versionProperty | gravityProperty | material | link | joint | frame | loopJoint | spring | wing | thrust | sensor
  | transmission | gazebo | ros2Control | block | part | extension
  | massProperty | comProperty | inertialProperty | inertiaProperty | visual | collision | solid | implicitProperty
  | poseProperty | axisProperty | limitProperty | dampingProperty | frictionProperty | armatureProperty | dynamicsProperty
  | mimicProperty | safetyProperty | calibrationProperty | pitchProperty | dialectProperty | servo
  | let | use | insertion | expose | assertion | test | moduleLoop | moduleCondition ;
moduleLoop : 'for' pattern 'in' expression moduleBody ;
moduleCondition : 'if' expression moduleBody ('else' (moduleCondition | moduleBody))? ;
formals : formal (',' formal)* ','? ;
formal : name (':' type)? ('=' expression)? ;
type
  : word ('.' name)*
  | STRING ('or' STRING)*
  | '[' type ']'
  | '(' type (',' type)+ ')'
  | RECORD_OPEN typeMember (',' typeMember)* ','? RECORD_CLOSE ;
typeMember : name ':' type ;
pattern : name | '(' pattern (',' pattern)* ')' ;

use : 'use' instantiation usePart* (useBody givenStatements* | givenStatements+ | ';') ;
instantiation : name ('.' name)* arguments? ;
usePart : 'as' name | 'named' expression ;
partsUse : 'use' instantiation (givenStatements+ | ';') ;
useBody
  : '{' (jointPatch | linkPatch | framePatch | springPatch | wingPatch | thrustPatch | sensorPatch | ros2ControlPatch
        | removal | let | patchLoop | patchCondition | ';')* '}' ;
givenStatements : 'with' name givenBody ;
givenBody : '{' (moduleStatement | ';')* '}' ;
insertion : 'insert' name ';' ;
patchLoop : 'for' pattern 'in' expression useBody ;
patchCondition : 'if' expression useBody ('else' (patchCondition | useBody))? ;
expose : 'expose' name '=' expression ';' ;
assertion : 'assert' expression (',' expression)? ';' ;
robotLoop : 'for' pattern 'in' expression robotBody ;
robotCondition : 'if' expression robotBody ('else' (robotCondition | robotBody))? ;
robotBody : '{' (robotStatement | ';')* '}' ;

// --- tests of a robot ------------------------------------------------------------------------------------------------

test : 'test' text testBody ;
testBody : '{' (jointPosition | expectation | let | testLoop | testCondition | ';')* '}' ;
jointPosition : 'at' ref '=' expression ';' ;
expectation : 'assert' expression ('~' expression 'within' expression)? (',' expression)? ';' ;
testLoop : 'for' pattern 'in' expression testBody ;
testCondition : 'if' expression testBody ('else' (testCondition | testBody))? ;

// --- properties of the whole robot -----------------------------------------------------------------------------------

versionProperty : 'version' text ';' ;
gravityProperty : 'gravity' expression ';' ;

// --- patches: what a use changes in its thing ------------------------------------------------------------------------

removal
  : 'remove'
    ( 'link' | 'subtree' | 'joint' | 'frame' | 'loop_joint' | 'spring' | 'wing' | 'thrust' | 'sensor' | 'transmission'
    | 'gazebo' | 'ros2_control' ) name ';' ;
jointPatch : 'joint' name (':' jointType)? (jointPatchBody | ';') ;
jointPatchBody
  : '{' (poseProperty | axisProperty | limitProperty | dampingProperty | frictionProperty | armatureProperty
        | mimicProperty | safetyProperty | calibrationProperty | pitchProperty | servo | removedProperty | let
        | partsUse | ';')* '}' ;
removedProperty
  : 'remove'
    ( 'at' | 'axis' | 'limit' | 'damping' | 'friction' | 'armature' | 'mimic' | 'safety' | 'calibration' | 'pitch'
    | 'servo' ) ';' ;
linkPatch : 'link' name linkPatchBody ;
linkPatchBody
  : '{' (massProperty | comProperty | inertialProperty | inertiaProperty | visual | collision | replacement
        | removedPart | let | partsUse | ';')* '}' ;
replacement : 'replace' ('visual' shapeChoice? shape visualPart* | 'collision' shapeChoice? shape collisionPart*) ';' ;
removedPart : 'remove' ('inertial' | ('visual' | 'collision') shapeChoice?) ';' ;
shapeChoice : IDENT | text | '[' expression ']' ;
framePatch : 'frame' name frameBody ;
springPatch : 'spring' name springBody ;
wingPatch : 'wing' name wingBody ;
thrustPatch : 'thrust' name thrustBody ;
sensorPatch : 'sensor' name sensorBody ;
ros2ControlPatch : 'ros2_control' name ros2ControlPatchBody ;
ros2ControlPatchBody : '{' (pluginProperty | parameter | removedComponent | ';')* '}' ;
removedComponent : 'remove' ('joint' | 'sensor' | 'gpio' | 'parameter') name ';' ;

// --- materials and links ---------------------------------------------------------------------------------------------

material : 'material' name (materialBody | ';') ;
materialBody : '{' (colorProperty | textureProperty | ';')* '}' ;
colorProperty : 'color' expression ';' ;
textureProperty : 'texture' text ';' ;

link : 'link' name (linkBody | ';') ;
linkBody
  : '{' (massProperty | comProperty | inertialProperty | inertiaProperty | visual | collision | solid | implicitProperty
        | let | partsUse | insertion | assertion | linkLoop | linkCondition | ';')* '}' ;
linkLoop : 'for' pattern 'in' expression linkBody ;
linkCondition : 'if' expression linkBody ('else' (linkCondition | linkBody))? ;
massProperty : 'mass' expression ';' ;
comProperty : 'com' expression ';' ;
inertialProperty : 'inertial' 'at' expression ';' ;
inertiaProperty : 'inertia' expression (',' expression)? ';' ;
implicitProperty : 'implicit' ';' ;

visual : 'visual' shape visualPart* ';' ;
visualPart : 'at' expression | 'material' (name | '{' '}') | 'color' expression | 'texture' text | 'named' name ;
collision : 'collision' shape collisionPart* ';' ;
collisionPart : 'at' expression | 'named' name ;
solid : 'solid' shape solidPart* ';' ;
solidPart : 'density' expression | 'mass' expression | visualPart ;
shape
  : 'box' expression
  | 'cylinder' roundSize
  | 'sphere' 'radius' expression
  | 'capsule' roundSize
  | 'ellipsoid' 'radii' expression
  | 'mesh' text ('scale' expression)? ;
roundSize : 'radius' expression 'length' expression | 'length' expression 'radius' expression ;

// --- joints and frames -----------------------------------------------------------------------------------------------

joint : 'joint' name? ':' jointType ref '->' ref (jointBody | ';') ;
jointType : 'foreign' text | word ;
jointBody
  : '{' (poseProperty | axisProperty | limitProperty | dampingProperty | frictionProperty | armatureProperty | dynamicsProperty
        | mimicProperty | safetyProperty | calibrationProperty | pitchProperty | dialectProperty | servo | let | partsUse | insertion
        | assertion | jointCondition | ';')* '}' ;
jointCondition : 'if' expression jointBody ('else' (jointCondition | jointBody))? ;
poseProperty : 'at' expression ';' ;
axisProperty : 'axis' expression ';' ;
limitProperty : 'limit' range? limitPart* ';' ;
range : expression '..' expression ;
limitPart : ('lower' | 'upper' | 'effort' | 'velocity' | 'acceleration' | 'deceleration' | 'jerk' | 'stiffness' | 'dissipation') expression ;
dampingProperty : 'damping' expression ';' ;
frictionProperty : 'friction' expression ';' ;
armatureProperty : 'armature' expression ';' ;
dynamicsProperty : 'dynamics' ';' ;
mimicProperty : 'mimic' ref ('*' product)? (('+' | '-') product)? ';' ;
safetyProperty : 'safety' range? safetyPart* ';' ;
safetyPart : ('lower' | 'upper' | 'k_position' | 'k_velocity') expression ;
calibrationProperty : 'calibration' calibrationPart* ';' ;
calibrationPart : ('reference' | 'rising' | 'falling') expression ;
pitchProperty : 'pitch' expression ';' ;
dialectProperty : 'dialect' name ';' ;
servo : 'servo' name ('(' text ')')? (servoBody | ';') ;
servoBody : '{' (servoCoupling | servoProperty | ';')* '}' ;
servoCoupling : 'couple' ref 'gear' expression ';' ;
servoProperty : name expression ';' ;

frame : 'frame' name 'on' ref (frameBody | ';') ;
frameBody : '{' (poseProperty | kindProperty | ';')* '}' ;
kindProperty : 'kind' name ';' ;

// --- closed loops and forces -----------------------------------------------------------------------------------------

loopJoint : 'loop_joint' name ':' jointType (loopJointBody | ';') ;
loopJointBody : '{' (attachment | axisProperty | ';')* '}' ;
attachment : ('link1' | 'link2') ref attachmentPart* ';' ;
attachmentPart : 'at' expression | 'as' 'element' ;

spring : 'spring' name (springBody | ';') ;
springBody : '{' (attachment | springProperty | nestedProperty | ';')* '}' ;
springProperty : ('rest_length' | 'stiffness' | 'damping') expression ';' ;
nestedProperty : 'nested' ';' ;

wing : 'wing' name (wingBody | ';') ;
wingBody : '{' (parentProperty | poseProperty | profileProperty | wingProperty | ';')* '}' ;
parentProperty : 'parent' ref ';' ;
profileProperty : 'profile' text ';' ;
wingProperty : ('chord' | 'span' | 'stall_angle' | 'nominal_speed') expression ';' ;

thrust : 'thrust' name (thrustBody | ';') ;
thrustBody : '{' (parentProperty | poseProperty | thrustProperty | limitsProperty | ';')* '}' ;
thrustProperty : ('direction' | 'scale_factor') expression ';' ;
limitsProperty : 'limits' range ';' ;

// --- sensors, control, simulation ------------------------------------------------------------------------------------

sensor : 'sensor' name (':' name)? sensorParent* (sensorBody | ';') ;
sensorParent : 'on' ('link' | 'joint') ref ;
sensorBody : '{' (poseProperty | idProperty | updateRateProperty | camera | ray | ';')* '}' ;
idProperty : 'id' text ';' ;
updateRateProperty : 'update_rate' expression ';' ;
camera : 'camera' cameraBody ;
cameraBody : '{' (cameraProperty | formatProperty | ';')* '}' ;
cameraProperty : ('width' | 'height' | 'hfov' | 'near' | 'far') expression ';' ;
formatProperty : 'format' text ';' ;
ray : 'ray' rayBody ;
rayBody : '{' (rayScan | ';')* '}' ;
rayScan : ('horizontal' | 'vertical') rayScanBody ;
rayScanBody : '{' (rayScanProperty | ';')* '}' ;
rayScanProperty : ('samples' | 'resolution' | 'min_angle' | 'max_angle') expression ';' ;

transmission : 'transmission' name? (':' name)? (transmissionBody | ';') ;
transmissionBody : '{' (transmissionJoint | transmissionActuator | reductionProperty | typeProperty | ';')* '}' ;
transmissionJoint : 'joint' ref (transmissionJointBody | ';') ;
transmissionJointBody : '{' (interfaceProperty | roleProperty | offsetProperty | reductionProperty | ';')* '}' ;
transmissionActuator : 'actuator' name (transmissionActuatorBody | ';') ;
transmissionActuatorBody : '{' (interfaceProperty | roleProperty | reductionProperty | ';')* '}' ;
interfaceProperty : 'interface' name ';' ;
roleProperty : 'role' name ';' ;
offsetProperty : 'offset' expression ';' ;
reductionProperty : 'reduction' expression ';' ;
typeProperty : 'type' 'as' 'attribute' ';' ;

gazebo : 'gazebo' ref? (gazeboBody | ';') ;
gazeboBody : '{' (gazeboProperty | ';')* '}' ;
gazeboProperty : name expression ('as' 'attribute')? ';' ;

ros2Control : 'ros2_control' name (':' name)? (ros2ControlBody | ';') ;
ros2ControlBody : '{' (pluginProperty | parameter | ros2Component | ';')* '}' ;
pluginProperty : 'plugin' text ';' ;
parameter : 'parameter' name text ';' ;
ros2Component : ('joint' | 'sensor' | 'gpio') name (ros2ComponentBody | ';') ;
ros2ComponentBody : '{' (ros2Interface | parameter | ';')* '}' ;
ros2Interface : ('command' | 'state') name (ros2InterfaceBody | ';') ;
ros2InterfaceBody : '{' (parameter | ';')* '}' ;

// --- modular robots --------------------------------------------------------------------------------------------------

block : 'block' text (blockBody | ';') ;
blockBody
  : '{' (blockText | blockFlag | blockShape | contact | massProperty | comProperty | inertiaProperty | ';')* '}' ;
blockText : ('name' | 'tag' | 'folder' | 'diffuse' | 'normal' | 'thumbnail') text ';' ;
blockFlag : ('base' | 'tool') expression ';' ;
blockShape : 'shape' text ('at' expression)? ';' ;
contact : 'contact' ('joint' | 'assembly') contactPart* ';' ;
contactPart : 'at' expression | ('rot_axis' | 'zero_axis') signedAxis ;

part : 'part' integer '=' 'block' '(' (text (',' text ',' text)?)? ')' partPart* ';' ;
partPart
  : 'on' ('part' integer | 'ground') contactIndex?
  | 'by' contactIndex
  | IDENT
  | 'match' signedAxis '->' signedAxis
  | 'offset' expression
  | 'as' ('link' | 'joint') name ;
contactIndex : 'contact' '[' integer ']' ;

assembly : 'assembly' name ('from' name (',' name)*)? assemblyBody ;
assemblyBody : '{' (assemblyBase | assemblyPart | let | assertion | test | assemblyLoop | assemblyCondition | ';')* '}' ;
assemblyBase : 'base' name '=' blockChoice ';' ;
assemblyPart : 'part' name '=' blockChoice assemblyPartPart* ';' ;
assemblyPartPart
  : 'on' name '.' 'contact' '[' expression ']'
  | 'by' 'contact' '[' expression ']'
  | IDENT
  | 'match' signedAxis '->' signedAxis
  | 'offset' expression ;
blockChoice : 'block' '(' text (',' text (',' text)?)? ')' ;
assemblyLoop : 'for' pattern 'in' expression assemblyBody ;
assemblyCondition : 'if' expression assemblyBody ('else' (assemblyCondition | assemblyBody))? ;

// --- what a foreign format carries beyond the model ------------------------------------------------------------------

extension : 'extension' ('attribute' | 'element') name 'of' owner '{' 'raw' text ';'? '}' ;
owner : 'robot' slot? | ownerKind (name | '[' integer ']')? slot? ;
ownerKind
  : 'link' | 'joint' | 'frame' | 'material' | 'transmission' | 'sensor' | 'loop_joint' | 'force_element' | 'gazebo' | 'ros2_control'
  | 'block' | 'part' ;
slot : '.' name ('[' integer ']')* ;

// --- values ----------------------------------------------------------------------------------------------------------

// Operators of all ranks in one flat list: the builder of the syntax tree applies their precedence.
expression
  : 'if' expression 'then' expression 'else' expression
  | 'let' local (',' local)* 'in' expression
  | 'not'* power (('+' | '-' | '*' | '/' | '<' | '<=' | '>' | '>=' | '==' | '!=') power | ('and' | 'or') 'not'* power)* ;
local : pattern (':' type)? '=' expression ;
product : power (('*' | '/') power)* ;
power
  : '-'*
    ( NUMBER suffix?
    | '(' expression (',' expression)* ')' (suffix | selector+)?
    | word (exponent | selector+)?
    | '[' list? ']' selector*
    | record selector*
    | 'align' '(' axisMatch ',' axisMatch ')'
    | STRING
    | 'true'
    | 'false'
    ) ;
record : RECORD_OPEN (recordMember (',' recordMember)* ','?)? RECORD_CLOSE ;
recordMember : name ':' expression ;
list : expression ('for' pattern 'in' expression ('if' expression)? | (',' expression)* ','?) ;
selector : ('.' name | '[' expression ']') exponent? | arguments suffix? ;
arguments : '(' (argument (',' argument)* ','?)? ')' ;
argument : (name '=')? expression ;
axisMatch : signedAxis '->' signedAxis ;
suffix : unit | exponent ;
exponent : '^' ('-'? (NUMBER | word) | '(' expression ')') ;
unit : unitFactor (('*' | '/') unitFactor)* ;
unitFactor : UNIT ('^' integer)? ;
signedAxis : '-'? IDENT ;
integer : '-'? NUMBER ;
text : STRING | RAW_STRING ;

ref : name ('.' name)* ;
name : word | 'align' | 'foreign' | STRING ;
word
  : IDENT
  | 'robot' | 'version' | 'gravity' | 'material' | 'color' | 'texture' | 'link' | 'mass' | 'com' | 'inertial' | 'at'
  | 'inertia' | 'implicit' | 'visual' | 'named' | 'collision' | 'box' | 'cylinder' | 'sphere' | 'radius' | 'capsule'
  | 'ellipsoid' | 'radii' | 'mesh' | 'scale' | 'length' | 'joint' | 'axis' | 'limit' | 'lower' | 'upper' | 'effort'
  | 'velocity' | 'acceleration' | 'deceleration' | 'jerk' | 'dissipation' | 'damping' | 'friction' | 'armature' | 'dynamics' | 'mimic' | 'safety'
  | 'k_position' | 'k_velocity' | 'calibration' | 'reference' | 'rising' | 'falling' | 'pitch' | 'dialect' | 'frame'
  | 'on' | 'kind' | 'loop_joint' | 'link1' | 'link2' | 'as' | 'element' | 'spring' | 'rest_length' | 'stiffness'
  | 'nested' | 'wing' | 'parent' | 'profile' | 'chord' | 'span' | 'stall_angle' | 'nominal_speed' | 'thrust'
  | 'direction' | 'scale_factor' | 'limits' | 'sensor' | 'id' | 'update_rate' | 'camera' | 'width' | 'height' | 'hfov'
  | 'near' | 'far' | 'format' | 'ray' | 'horizontal' | 'vertical' | 'samples' | 'resolution' | 'min_angle'
  | 'max_angle' | 'transmission' | 'actuator' | 'interface' | 'role' | 'offset' | 'reduction' | 'type' | 'attribute'
  | 'gazebo' | 'ros2_control' | 'plugin' | 'parameter' | 'gpio' | 'command' | 'state' | 'block' | 'name' | 'tag'
  | 'folder' | 'diffuse' | 'normal' | 'thumbnail' | 'base' | 'tool' | 'shape' | 'contact' | 'assembly' | 'rot_axis'
  | 'zero_axis' | 'part' | 'ground' | 'by' | 'match' | 'extension' | 'of' | 'raw' | 'force_element'
  | 'solid' | 'density' | 'servo' | 'couple' | 'gear' | 'expose' | 'from' | 'remove' | 'replace' | 'subtree' | 'private'
  | 'test' | 'within' | 'with' | 'insert' ;

// --- tokens ----------------------------------------------------------------------------------------------------------

LBRACE : '{' ;
RBRACE : '}' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
SEMICOLON : ';' ;
COMMA : ',' ;
COLON : ':' ;
DOT : '.' ;
DOTDOT : '..' ;
ARROW : '->' ;
EQUALS : '=' ;
EQUAL : '==' ;
UNEQUAL : '!=' ;
LESS : '<' ;
LESS_EQUAL : '<=' ;
GREATER : '>' ;
GREATER_EQUAL : '>=' ;
PLUS : '+' ;
MINUS : '-' ;
STAR : '*' ;
SLASH : '/' ;
CARET : '^' ;
TILDE : '~' ;
NUMBER : DIGIT+ ('.' DIGIT+)? ([eE] [+-]? DIGIT+)? ;
IDENT : [a-zA-Z_] [a-zA-Z_0-9]* ;
STRING : '"' STRING_CHARACTER* '"' ;
RAW_STRING  // up to eight '#'
  : 'r"' .*? '"'
  | 'r#"' .*? '"#'
  | 'r##"' .*? '"##'
  | 'r###"' .*? '"###'
  | 'r####"' .*? '"####'
  | 'r#####"' .*? '"#####'
  | 'r######"' .*? '"######'
  | 'r#######"' .*? '"#######'
  | 'r########"' .*? '"########' ;
LINE_COMMENT : '//' ~[\r\n]* -> channel(HIDDEN) ;
BLOCK_COMMENT : '/*' .*? '*/' -> channel(HIDDEN) ;
SPACE : [ \t\r\n]+ -> skip ;

// Tokens that no parser rule takes. Each has its own message.
OPEN_STRING : '"' STRING_CHARACTER* '\\'? ;
OPEN_RAW_STRING : 'r' '#'* '"' ;
OPEN_COMMENT : '/*' ;
FOREIGN_TEXT : [\u007F-\u{10FFFF}]+ ;
FOREIGN_CHARACTER : . ;

fragment DIGIT : [0-9] ;
fragment STRING_CHARACTER : ~["\\\r\n] | '\\' ~[\r\n] ;
