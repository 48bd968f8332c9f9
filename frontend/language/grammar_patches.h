// The rules of patches in C++: what a `use` changes in its thing, and what it gives to it. grammar_rules.h
// says how they are written.
#pragma once

#include "frontend/language/grammar_values.h"

namespace romas::language::rules {

struct Let;
struct PoseProperty;
struct AxisProperty;
struct LimitProperty;
struct DampingProperty;
struct FrictionProperty;
struct ArmatureProperty;
struct MimicProperty;
struct SafetyProperty;
struct CalibrationProperty;
struct PitchProperty;
struct Servo;
struct JointType;
struct MassProperty;
struct ComProperty;
struct InertialProperty;
struct InertiaProperty;
struct Visual;
struct VisualPart;
struct Collision;
struct CollisionPart;
struct Shape;
struct FrameBody;
struct SensorBody;
struct PluginProperty;
struct Parameter;
struct PartsUse;
struct UseBody;
struct PatchCondition;
struct ModuleStatement;

struct RemovedComponent : Production<grammar::RuleRemovedComponent, Lit<"remove">,
                                     Lits<"joint", "sensor", "gpio", "parameter">, Name, Lit<";">> {};
struct Ros2ControlPatchBody
    : Production<grammar::RuleRos2ControlPatchBody, Lit<"{">,
                 Star<Any<PluginProperty, Parameter, RemovedComponent, Lit<";">>>, Lit<"}">> {};
struct Ros2ControlPatch
    : Production<grammar::RuleRos2ControlPatch, Lit<"ros2_control">, Name, Ros2ControlPatchBody> {};
struct SensorPatch : Production<grammar::RuleSensorPatch, Lit<"sensor">, Name, SensorBody> {};
struct FramePatch : Production<grammar::RuleFramePatch, Lit<"frame">, Name, FrameBody> {};
struct ShapeChoice : Production<grammar::RuleShapeChoice,
                                Any<Tok<grammar::IDENT>, Text, Seq<Lit<"[">, Expression, Lit<"]">>>> {};
struct RemovedPart
    : Production<grammar::RuleRemovedPart, Lit<"remove">,
                 Any<Lit<"inertial">, Seq<Lits<"visual", "collision">, Opt<ShapeChoice>>>, Lit<";">> {};
struct Replacement : Production<grammar::RuleReplacement, Lit<"replace">,
                                Any<Seq<Lit<"visual">, Opt<ShapeChoice>, Shape, Star<VisualPart>>,
                                    Seq<Lit<"collision">, Opt<ShapeChoice>, Shape, Star<CollisionPart>>>,
                                Lit<";">> {};
struct LinkPatchBody
    : Production<grammar::RuleLinkPatchBody, Lit<"{">,
                 Star<Any<MassProperty, ComProperty, InertialProperty, InertiaProperty, Visual, Collision,
                          Replacement, RemovedPart, Let, PartsUse, Lit<";">>>,
                 Lit<"}">> {};
struct LinkPatch : Production<grammar::RuleLinkPatch, Lit<"link">, Name, LinkPatchBody> {};
struct RemovedProperty : Production<grammar::RuleRemovedProperty, Lit<"remove">,
                                    Lits<"at", "axis", "limit", "damping", "friction", "armature", "mimic",
                                         "safety", "calibration", "pitch", "servo">,
                                    Lit<";">> {};
struct JointPatchBody
    : Production<grammar::RuleJointPatchBody, Lit<"{">,
                 Star<Any<PoseProperty, AxisProperty, LimitProperty, DampingProperty, FrictionProperty,
                          ArmatureProperty, MimicProperty, SafetyProperty, CalibrationProperty, PitchProperty,
                          Servo, RemovedProperty, Let, PartsUse, Lit<";">>>,
                 Lit<"}">> {};
struct JointPatch : Production<grammar::RuleJointPatch, Lit<"joint">, Name, Opt<Seq<Lit<":">, JointType>>,
                               Any<JointPatchBody, Lit<";">>> {};
struct Removal : Production<grammar::RuleRemoval, Lit<"remove">,
                            Lits<"link", "subtree", "joint", "frame", "loop_joint", "spring", "wing",
                                 "thrust", "sensor", "transmission", "gazebo", "ros2_control">,
                            Name, Lit<";">> {};
struct PatchCondition : Production<grammar::RulePatchCondition, Lit<"if">, Expression, UseBody,
                                   Opt<Seq<Lit<"else">, Any<PatchCondition, UseBody>>>> {};
struct PatchLoop : Production<grammar::RulePatchLoop, Lit<"for">, Pattern, Lit<"in">, Expression, UseBody> {};
struct UseBody : Production<grammar::RuleUseBody, Lit<"{">,
                            Star<Any<JointPatch, LinkPatch, FramePatch, SensorPatch, Ros2ControlPatch,
                                     Removal, Let, PatchLoop, PatchCondition, Lit<";">>>,
                            Lit<"}">> {};

struct Insertion : Production<grammar::RuleInsertion, Lit<"insert">, Name, Lit<";">> {};
struct GivenBody
    : Production<grammar::RuleGivenBody, Lit<"{">, Star<Any<ModuleStatement, Lit<";">>>, Lit<"}">> {};
struct GivenStatements : Production<grammar::RuleGivenStatements, Lit<"with">, Name, GivenBody> {};

}  // namespace romas::language::rules
