// The rules of the grammar (Romas.g4) in C++, from the last to the first, so that most are declared before
// they are used. test/frontend/language/grammar_rules_test.cpp compares them with the grammar, character by
// character. `file` and `robot` are missing, because a text is read one statement at a time.
#pragma once

#include "frontend/language/grammar_assemblies.h"
#include "frontend/language/grammar_patches.h"

namespace romas::language::rules {

struct MassProperty;
struct ComProperty;
struct InertiaProperty;
struct Parameter;
struct PoseProperty;
struct Range;
struct ParentProperty;
struct Attachment;
struct AxisProperty;
struct JointType;
struct JointBody;
struct JointCondition;
struct VisualPart;
struct LinkBody;
struct LinkCondition;
struct RobotStatement;
struct RobotCondition;
struct ModuleStatement;
struct ModuleCondition;
struct ModuleBody;
struct PartsUse;

// --- what a foreign format carries beyond the model

struct Slot : Production<grammar::RuleSlot, Lit<".">, Name, Star<Seq<Lit<"[">, Integer, Lit<"]">>>> {};
struct OwnerKind
    : Production<grammar::RuleOwnerKind,
                 Lits<"link", "joint", "frame", "material", "transmission", "sensor", "loop_joint",
                      "force_element", "gazebo", "ros2_control", "block", "part">> {};
struct Owner : Production<grammar::RuleOwner,
                          Any<Seq<Lit<"robot">, Opt<Slot>>,
                              Seq<OwnerKind, Opt<Any<Name, Seq<Lit<"[">, Integer, Lit<"]">>>>, Opt<Slot>>>> {
};
struct Extension : Production<grammar::RuleExtension, Lit<"extension">, Lits<"attribute", "element">, Name,
                              Lit<"of">, Owner, Lit<"{">, Lit<"raw">, Text, Opt<Lit<";">>, Lit<"}">> {};

// --- sensors, control, simulation

struct Ros2InterfaceBody
    : Production<grammar::RuleRos2InterfaceBody, Lit<"{">, Star<Any<Parameter, Lit<";">>>, Lit<"}">> {};
struct Ros2Interface : Production<grammar::RuleRos2Interface, Lits<"command", "state">, Name,
                                  Any<Ros2InterfaceBody, Lit<";">>> {};
struct Ros2ComponentBody : Production<grammar::RuleRos2ComponentBody, Lit<"{">,
                                      Star<Any<Ros2Interface, Parameter, Lit<";">>>, Lit<"}">> {};
struct Ros2Component : Production<grammar::RuleRos2Component, Lits<"joint", "sensor", "gpio">, Name,
                                  Any<Ros2ComponentBody, Lit<";">>> {};
struct Parameter : Production<grammar::RuleParameter, Lit<"parameter">, Name, Text, Lit<";">> {};
struct PluginProperty : Production<grammar::RulePluginProperty, Lit<"plugin">, Text, Lit<";">> {};
struct Ros2ControlBody : Production<grammar::RuleRos2ControlBody, Lit<"{">,
                                    Star<Any<PluginProperty, Parameter, Ros2Component, Lit<";">>>, Lit<"}">> {
};
struct Ros2Control : Production<grammar::RuleRos2Control, Lit<"ros2_control">, Name, Opt<Seq<Lit<":">, Name>>,
                                Any<Ros2ControlBody, Lit<";">>> {};
struct GazeboProperty : Production<grammar::RuleGazeboProperty, Name, Expression,
                                   Opt<Seq<Lit<"as">, Lit<"attribute">>>, Lit<";">> {};
struct GazeboBody
    : Production<grammar::RuleGazeboBody, Lit<"{">, Star<Any<GazeboProperty, Lit<";">>>, Lit<"}">> {};
struct Gazebo : Production<grammar::RuleGazebo, Lit<"gazebo">, Opt<Ref>, Any<GazeboBody, Lit<";">>> {};
struct TypeProperty
    : Production<grammar::RuleTypeProperty, Lit<"type">, Lit<"as">, Lit<"attribute">, Lit<";">> {};
struct ReductionProperty
    : Production<grammar::RuleReductionProperty, Lit<"reduction">, Expression, Lit<";">> {};
struct OffsetProperty : Production<grammar::RuleOffsetProperty, Lit<"offset">, Expression, Lit<";">> {};
struct RoleProperty : Production<grammar::RuleRoleProperty, Lit<"role">, Name, Lit<";">> {};
struct InterfaceProperty : Production<grammar::RuleInterfaceProperty, Lit<"interface">, Name, Lit<";">> {};
struct TransmissionActuatorBody
    : Production<grammar::RuleTransmissionActuatorBody, Lit<"{">,
                 Star<Any<InterfaceProperty, RoleProperty, ReductionProperty, Lit<";">>>, Lit<"}">> {};
struct TransmissionActuator : Production<grammar::RuleTransmissionActuator, Lit<"actuator">, Name,
                                         Any<TransmissionActuatorBody, Lit<";">>> {};
struct TransmissionJointBody
    : Production<grammar::RuleTransmissionJointBody, Lit<"{">,
                 Star<Any<InterfaceProperty, RoleProperty, OffsetProperty, ReductionProperty, Lit<";">>>,
                 Lit<"}">> {};
struct TransmissionJoint
    : Production<grammar::RuleTransmissionJoint, Lit<"joint">, Ref, Any<TransmissionJointBody, Lit<";">>> {};
struct TransmissionBody
    : Production<
          grammar::RuleTransmissionBody, Lit<"{">,
          Star<Any<TransmissionJoint, TransmissionActuator, ReductionProperty, TypeProperty, Lit<";">>>,
          Lit<"}">> {};
struct Transmission : Production<grammar::RuleTransmission, Lit<"transmission">, Opt<Name>,
                                 Opt<Seq<Lit<":">, Name>>, Any<TransmissionBody, Lit<";">>> {};
struct RayScanProperty
    : Production<grammar::RuleRayScanProperty, Lits<"samples", "resolution", "min_angle", "max_angle">,
                 Expression, Lit<";">> {};
struct RayScanBody
    : Production<grammar::RuleRayScanBody, Lit<"{">, Star<Any<RayScanProperty, Lit<";">>>, Lit<"}">> {};
struct RayScan : Production<grammar::RuleRayScan, Lits<"horizontal", "vertical">, RayScanBody> {};
struct RayBody : Production<grammar::RuleRayBody, Lit<"{">, Star<Any<RayScan, Lit<";">>>, Lit<"}">> {};
struct Ray : Production<grammar::RuleRay, Lit<"ray">, RayBody> {};
struct FormatProperty : Production<grammar::RuleFormatProperty, Lit<"format">, Text, Lit<";">> {};
struct CameraProperty : Production<grammar::RuleCameraProperty,
                                   Lits<"width", "height", "hfov", "near", "far">, Expression, Lit<";">> {};
struct CameraBody : Production<grammar::RuleCameraBody, Lit<"{">,
                               Star<Any<CameraProperty, FormatProperty, Lit<";">>>, Lit<"}">> {};
struct Camera : Production<grammar::RuleCamera, Lit<"camera">, CameraBody> {};
struct UpdateRateProperty
    : Production<grammar::RuleUpdateRateProperty, Lit<"update_rate">, Expression, Lit<";">> {};
struct IdProperty : Production<grammar::RuleIdProperty, Lit<"id">, Text, Lit<";">> {};
struct SensorBody
    : Production<grammar::RuleSensorBody, Lit<"{">,
                 Star<Any<PoseProperty, IdProperty, UpdateRateProperty, Camera, Ray, Lit<";">>>, Lit<"}">> {};
struct SensorParent : Production<grammar::RuleSensorParent, Lit<"on">, Lits<"link", "joint">, Ref> {};
struct Sensor : Production<grammar::RuleSensor, Lit<"sensor">, Name, Opt<Seq<Lit<":">, Name>>,
                           Star<SensorParent>, Any<SensorBody, Lit<";">>> {};

// --- closed loops and forces

struct LimitsProperty : Production<grammar::RuleLimitsProperty, Lit<"limits">, Range, Lit<";">> {};
struct ThrustProperty
    : Production<grammar::RuleThrustProperty, Lits<"direction", "scale_factor">, Expression, Lit<";">> {};
struct ThrustBody
    : Production<grammar::RuleThrustBody, Lit<"{">,
                 Star<Any<ParentProperty, PoseProperty, ThrustProperty, LimitsProperty, Lit<";">>>,
                 Lit<"}">> {};
struct Thrust : Production<grammar::RuleThrust, Lit<"thrust">, Name, Any<ThrustBody, Lit<";">>> {};
struct WingProperty
    : Production<grammar::RuleWingProperty, Lits<"chord", "span", "stall_angle", "nominal_speed">, Expression,
                 Lit<";">> {};
struct ProfileProperty : Production<grammar::RuleProfileProperty, Lit<"profile">, Text, Lit<";">> {};
struct ParentProperty : Production<grammar::RuleParentProperty, Lit<"parent">, Ref, Lit<";">> {};
struct WingBody
    : Production<grammar::RuleWingBody, Lit<"{">,
                 Star<Any<ParentProperty, PoseProperty, ProfileProperty, WingProperty, Lit<";">>>, Lit<"}">> {
};
struct Wing : Production<grammar::RuleWing, Lit<"wing">, Name, Any<WingBody, Lit<";">>> {};
struct NestedProperty : Production<grammar::RuleNestedProperty, Lit<"nested">, Lit<";">> {};
struct SpringProperty : Production<grammar::RuleSpringProperty, Lits<"rest_length", "stiffness", "damping">,
                                   Expression, Lit<";">> {};
struct SpringBody : Production<grammar::RuleSpringBody, Lit<"{">,
                               Star<Any<Attachment, SpringProperty, NestedProperty, Lit<";">>>, Lit<"}">> {};
struct Spring : Production<grammar::RuleSpring, Lit<"spring">, Name, Any<SpringBody, Lit<";">>> {};
struct AttachmentPart : Production<grammar::RuleAttachmentPart,
                                   Any<Seq<Lit<"at">, Expression>, Seq<Lit<"as">, Lit<"element">>>> {};
struct Attachment
    : Production<grammar::RuleAttachment, Lits<"link1", "link2">, Ref, Star<AttachmentPart>, Lit<";">> {};
struct LoopJointBody : Production<grammar::RuleLoopJointBody, Lit<"{">,
                                  Star<Any<Attachment, AxisProperty, Lit<";">>>, Lit<"}">> {};
struct LoopJoint : Production<grammar::RuleLoopJoint, Lit<"loop_joint">, Name, Lit<":">, JointType,
                              Any<LoopJointBody, Lit<";">>> {};

// --- joints and frames

struct KindProperty : Production<grammar::RuleKindProperty, Lit<"kind">, Name, Lit<";">> {};
struct FrameBody : Production<grammar::RuleFrameBody, Lit<"{">,
                              Star<Any<PoseProperty, KindProperty, Lit<";">>>, Lit<"}">> {};
struct Frame : Production<grammar::RuleFrame, Lit<"frame">, Name, Lit<"on">, Ref, Any<FrameBody, Lit<";">>> {
};
struct ServoProperty : Production<grammar::RuleServoProperty, Name, Expression, Lit<";">> {};
struct ServoCoupling
    : Production<grammar::RuleServoCoupling, Lit<"couple">, Ref, Lit<"gear">, Expression, Lit<";">> {};
struct ServoBody : Production<grammar::RuleServoBody, Lit<"{">,
                              Star<Any<ServoCoupling, ServoProperty, Lit<";">>>, Lit<"}">> {};
struct Servo : Production<grammar::RuleServo, Lit<"servo">, Name, Opt<Seq<Lit<"(">, Text, Lit<")">>>,
                          Any<ServoBody, Lit<";">>> {};
struct DialectProperty : Production<grammar::RuleDialectProperty, Lit<"dialect">, Name, Lit<";">> {};
struct PitchProperty : Production<grammar::RulePitchProperty, Lit<"pitch">, Expression, Lit<";">> {};
struct CalibrationPart
    : Production<grammar::RuleCalibrationPart, Lits<"reference", "rising", "falling">, Expression> {};
struct CalibrationProperty
    : Production<grammar::RuleCalibrationProperty, Lit<"calibration">, Star<CalibrationPart>, Lit<";">> {};
struct SafetyPart
    : Production<grammar::RuleSafetyPart, Lits<"lower", "upper", "k_position", "k_velocity">, Expression> {};
struct SafetyProperty
    : Production<grammar::RuleSafetyProperty, Lit<"safety">, Opt<Range>, Star<SafetyPart>, Lit<";">> {};
struct MimicProperty : Production<grammar::RuleMimicProperty, Lit<"mimic">, Ref, Opt<Seq<Lit<"*">, Product>>,
                                  Opt<Seq<Lits<"+", "-">, Product>>, Lit<";">> {};
struct DynamicsProperty : Production<grammar::RuleDynamicsProperty, Lit<"dynamics">, Lit<";">> {};
struct ArmatureProperty : Production<grammar::RuleArmatureProperty, Lit<"armature">, Expression, Lit<";">> {};
struct FrictionProperty : Production<grammar::RuleFrictionProperty, Lit<"friction">, Expression, Lit<";">> {};
struct DampingProperty : Production<grammar::RuleDampingProperty, Lit<"damping">, Expression, Lit<";">> {};
struct LimitPart
    : Production<grammar::RuleLimitPart,
                 Lits<"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk">,
                 Expression> {};
struct Range : Production<grammar::RuleRange, Expression, Lit<"..">, Expression> {};
struct LimitProperty
    : Production<grammar::RuleLimitProperty, Lit<"limit">, Opt<Range>, Star<LimitPart>, Lit<";">> {};
struct AxisProperty : Production<grammar::RuleAxisProperty, Lit<"axis">, Expression, Lit<";">> {};
struct PoseProperty : Production<grammar::RulePoseProperty, Lit<"at">, Expression, Lit<";">> {};
struct JointCondition : Production<grammar::RuleJointCondition, Lit<"if">, Expression, JointBody,
                                   Opt<Seq<Lit<"else">, Any<JointCondition, JointBody>>>> {};
struct JointBody : Production<grammar::RuleJointBody, Lit<"{">,
                              Star<Any<PoseProperty, AxisProperty, LimitProperty, DampingProperty,
                                       FrictionProperty, ArmatureProperty, DynamicsProperty, MimicProperty,
                                       SafetyProperty, CalibrationProperty, PitchProperty, DialectProperty,
                                       Servo, Let, PartsUse, Insertion, Assertion, JointCondition, Lit<";">>>,
                              Lit<"}">> {};
struct JointType : Production<grammar::RuleJointType, Any<Seq<Lit<"foreign">, Text>, Word>> {};
struct Joint : Production<grammar::RuleJoint, Lit<"joint">, Opt<Name>, Lit<":">, JointType, Ref, Lit<"->">,
                          Ref, Any<JointBody, Lit<";">>> {};

// --- materials and links

struct RoundSize
    : Production<grammar::RuleRoundSize, Any<Seq<Lit<"radius">, Expression, Lit<"length">, Expression>,
                                             Seq<Lit<"length">, Expression, Lit<"radius">, Expression>>> {};
struct Shape : Production<grammar::RuleShape,
                          Any<Seq<Lit<"box">, Expression>, Seq<Lit<"cylinder">, RoundSize>,
                              Seq<Lit<"sphere">, Lit<"radius">, Expression>, Seq<Lit<"capsule">, RoundSize>,
                              Seq<Lit<"ellipsoid">, Lit<"radii">, Expression>,
                              Seq<Lit<"mesh">, Text, Opt<Seq<Lit<"scale">, Expression>>>>> {};
struct SolidPart
    : Production<grammar::RuleSolidPart,
                 Any<Seq<Lit<"density">, Expression>, Seq<Lit<"mass">, Expression>, VisualPart>> {};
struct Solid : Production<grammar::RuleSolid, Lit<"solid">, Shape, Star<SolidPart>, Lit<";">> {};
struct CollisionPart
    : Production<grammar::RuleCollisionPart, Any<Seq<Lit<"at">, Expression>, Seq<Lit<"named">, Name>>> {};
struct Collision
    : Production<grammar::RuleCollision, Lit<"collision">, Shape, Star<CollisionPart>, Lit<";">> {};
struct VisualPart
    : Production<grammar::RuleVisualPart,
                 Any<Seq<Lit<"at">, Expression>, Seq<Lit<"material">, Any<Name, Seq<Lit<"{">, Lit<"}">>>>,
                     Seq<Lit<"color">, Expression>, Seq<Lit<"texture">, Text>, Seq<Lit<"named">, Name>>> {};
struct Visual : Production<grammar::RuleVisual, Lit<"visual">, Shape, Star<VisualPart>, Lit<";">> {};
struct ImplicitProperty : Production<grammar::RuleImplicitProperty, Lit<"implicit">, Lit<";">> {};
struct InertiaProperty : Production<grammar::RuleInertiaProperty, Lit<"inertia">, Expression,
                                    Opt<Seq<Lit<",">, Expression>>, Lit<";">> {};
struct InertialProperty
    : Production<grammar::RuleInertialProperty, Lit<"inertial">, Lit<"at">, Expression, Lit<";">> {};
struct ComProperty : Production<grammar::RuleComProperty, Lit<"com">, Expression, Lit<";">> {};
struct MassProperty : Production<grammar::RuleMassProperty, Lit<"mass">, Expression, Lit<";">> {};
struct LinkCondition : Production<grammar::RuleLinkCondition, Lit<"if">, Expression, LinkBody,
                                  Opt<Seq<Lit<"else">, Any<LinkCondition, LinkBody>>>> {};
struct LinkLoop : Production<grammar::RuleLinkLoop, Lit<"for">, Pattern, Lit<"in">, Expression, LinkBody> {};
struct LinkBody
    : Production<
          grammar::RuleLinkBody, Lit<"{">,
          Star<Any<MassProperty, ComProperty, InertialProperty, InertiaProperty, Visual, Collision, Solid,
                   ImplicitProperty, Let, PartsUse, Insertion, Assertion, LinkLoop, LinkCondition, Lit<";">>>,
          Lit<"}">> {};
struct Link : Production<grammar::RuleLink, Lit<"link">, Name, Any<LinkBody, Lit<";">>> {};
struct TextureProperty : Production<grammar::RuleTextureProperty, Lit<"texture">, Text, Lit<";">> {};
struct ColorProperty : Production<grammar::RuleColorProperty, Lit<"color">, Expression, Lit<";">> {};
struct MaterialBody : Production<grammar::RuleMaterialBody, Lit<"{">,
                                 Star<Any<ColorProperty, TextureProperty, Lit<";">>>, Lit<"}">> {};
struct Material : Production<grammar::RuleMaterial, Lit<"material">, Name, Any<MaterialBody, Lit<";">>> {};

// --- names, modules, loops and conditions

struct GravityProperty : Production<grammar::RuleGravityProperty, Lit<"gravity">, Expression, Lit<";">> {};
struct VersionProperty : Production<grammar::RuleVersionProperty, Lit<"version">, Text, Lit<";">> {};
struct RobotBody
    : Production<grammar::RuleRobotBody, Lit<"{">, Star<Any<RobotStatement, Lit<";">>>, Lit<"}">> {};
struct RobotCondition : Production<grammar::RuleRobotCondition, Lit<"if">, Expression, RobotBody,
                                   Opt<Seq<Lit<"else">, Any<RobotCondition, RobotBody>>>> {};
struct RobotLoop : Production<grammar::RuleRobotLoop, Lit<"for">, Pattern, Lit<"in">, Expression, RobotBody> {
};
struct Assertion : Production<grammar::RuleAssertion, Lit<"assert">, Expression,
                              Opt<Seq<Lit<",">, Expression>>, Lit<";">> {};
struct Expose : Production<grammar::RuleExpose, Lit<"expose">, Name, Lit<"=">, Expression, Lit<";">> {};
struct UsePart : Production<grammar::RuleUsePart, Any<Seq<Lit<"as">, Name>, Seq<Lit<"named">, Expression>>> {
};
struct Instantiation
    : Production<grammar::RuleInstantiation, Name, Star<Seq<Lit<".">, Name>>, Opt<Arguments>> {};
struct Use : Production<grammar::RuleUse, Lit<"use">, Instantiation, Star<UsePart>,
                        Any<Seq<UseBody, Star<GivenStatements>>, Plus<GivenStatements>, Lit<";">>> {};
struct PartsUse
    : Production<grammar::RulePartsUse, Lit<"use">, Instantiation, Any<Plus<GivenStatements>, Lit<";">>> {};
struct Formal
    : Production<grammar::RuleFormal, Name, Opt<Seq<Lit<":">, Type>>, Opt<Seq<Lit<"=">, Expression>>> {};
struct Formals : Production<grammar::RuleFormals, Formal, Star<Seq<Lit<",">, Formal>>, Opt<Lit<",">>> {};
struct ModuleCondition : Production<grammar::RuleModuleCondition, Lit<"if">, Expression, ModuleBody,
                                    Opt<Seq<Lit<"else">, Any<ModuleCondition, ModuleBody>>>> {};
struct ModuleLoop
    : Production<grammar::RuleModuleLoop, Lit<"for">, Pattern, Lit<"in">, Expression, ModuleBody> {};
struct ModuleBody
    : Production<grammar::RuleModuleBody, Lit<"{">, Star<Any<ModuleStatement, Lit<";">>>, Lit<"}">> {};
struct Module
    : Production<grammar::RuleModule, Lit<"module">, Name, Lit<"(">, Opt<Formals>, Lit<")">, ModuleBody> {};
struct Function : Production<grammar::RuleFunction, Lit<"fn">, Name, Lit<"(">, Opt<Formals>, Lit<")">,
                             Opt<Seq<Lit<"->">, Type>>, Lit<"=">, Expression, Lit<";">> {};
struct Let : Production<grammar::RuleLet, Lit<"let">, Pattern, Opt<Seq<Lit<":">, Type>>, Lit<"=">, Expression,
                        Lit<";">> {};
struct PrivateDefinition
    : Production<grammar::RulePrivateDefinition, Lit<"private">, Any<Let, TypeDefinition, Function, Module>> {
};
struct Param : Production<grammar::RuleParam, Lit<"param">, Name, Opt<Seq<Lit<":">, Type>>,
                          Opt<Seq<Lit<"=">, Expression>>, Lit<";">> {};
struct ImportFile
    : Production<grammar::RuleImportFile, Lit<"import">, Any<Text, Library>, Opt<Seq<Lit<"version">, Text>>,
                 Opt<Seq<Lit<"as">, Name, Opt<Arguments>>>, Lit<";">> {};

// --- the file and its robots

struct RobotStatement
    : Production<grammar::RuleRobotStatement,
                 Any<VersionProperty, GravityProperty, Material, Link, Joint, Frame, LoopJoint, Spring, Wing,
                     Thrust, Sensor, Transmission, Gazebo, Ros2Control, Block, Part, Extension, Let, Use,
                     Insertion, Expose, Assertion, Test, RobotLoop, RobotCondition>> {};
struct ModuleStatement
    : Production<grammar::RuleModuleStatement,
                 Any<VersionProperty, GravityProperty, Material, Link, Joint, Frame, LoopJoint, Spring, Wing,
                     Thrust, Sensor, Transmission, Gazebo, Ros2Control, Block, Part, Extension, MassProperty,
                     ComProperty, InertialProperty, InertiaProperty, Visual, Collision, Solid,
                     ImplicitProperty, PoseProperty, AxisProperty, LimitProperty, DampingProperty,
                     FrictionProperty, ArmatureProperty, DynamicsProperty, MimicProperty, SafetyProperty,
                     CalibrationProperty, PitchProperty, DialectProperty, Servo, Let, Use, Insertion, Expose,
                     Assertion, Test, ModuleLoop, ModuleCondition>> {};
struct RobotHead : Production<grammar::RuleRobotHead, Lit<"robot">, Name,
                              Opt<Seq<Lit<"(">, Opt<Formals>, Lit<")">>>, Lit<"{">> {};
struct FileStatement : Production<grammar::RuleFileStatement,
                                  Any<VersionProperty, ImportFile, Param, PrivateDefinition, Let,
                                      TypeDefinition, Function, Module, Block, Assembly, Assertion>> {};

}  // namespace romas::language::rules
