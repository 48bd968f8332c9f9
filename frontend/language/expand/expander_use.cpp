// `use`: modules, robots and assemblies become part of a robot.
#include <unordered_set>
#include <utility>

#include "frontend/language/expand/expander.h"
#include "frontend/language/expand/merge_model.h"
#include "frontend/language/lower/patches.h"
#include "frontend/language/values/calls.h"
#include "frontend/language/values/meanings.h"
#include "frontend/language/values/types.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

constexpr std::size_t kTextShare = 4;  // estimate: a robot keeps a quarter of its file as texts

const Expr& callee_of(const Expr& target) {
  return target.kind == Expr::Kind::call ? target.operands.front() : target;
}

}  // namespace

bool Expander::may_nest(SourceRange where) {
  if (depth_ < Budget::kMostInstances) return true;
  session_.budget.exhaust(where, concat("modules are used within each other deeper than ",
                                        Budget::kMostInstances, "; does one use itself without end?"));
  return false;
}

const Scope::Entry* Expander::used_thing(const Expr& callee) {
  const Scope::Entry* entry = evaluator().lookup(callee);
  if (entry != nullptr) return entry;
  if (callee.kind == Expr::Kind::name)
    report_unknown_name(evaluator(), callee, true);
  else
    evaluator().evaluate(callee);  // reports which part of the path is unknown
  return nullptr;
}

// use TARGET [(arguments)] [as NAME] [named TEXT] [{ PATCHES }] [with NAME { STATEMENTS }]…
void Expander::use(const Statement& s, Scope& scope) {
  const Expr& target = s.the<Expr>("use");
  const Expr& callee = callee_of(target);
  const Scope::Entry* entry = used_thing(callee);
  if (entry == nullptr) return lose_instance(s, scope);
  const auto* as = s.get<Name>("as");
  const auto* named = s.get<Expr>("named");
  auto instance = std::make_shared<Instance>();
  instance->name = as != nullptr ? Binding{c_.names.text(*as), as->range}
                                 : Binding{std::string(callee.text()), callee.range};
  std::string own = instance->name.text;
  if (named != nullptr) {
    const auto text = evaluator().properties().text(*named, "the name of an instance");
    if (!text) return lose_instance(s, scope);
    own = *text;
  }
  instance->prefix = concat(c_.names.naming().prefix, own, own.empty() ? "" : "_");
  if (!may_nest(target.range)) return;
  if (!session_.budget.spend(1, target.range)) return;
  const ExpansionContext context(session_.diagnostics, target.range, [&] {
    constexpr std::size_t kShown = 40;
    return concat("in this use of '", callee.text(), "' as '",
                  std::string_view(instance->prefix).substr(0, kShown), "…'");
  });
  const auto [first, is_new] = prefixes_.try_emplace(instance->prefix, target.range);
  // In another use of which all is repeated, that one is to blame.
  const bool again = !is_new && !c_.names.repeated_use().range.valid();
  if (again) c_.names.set_repeated_use({target.range, first->second, other_name(s, own)});
  ++depth_;
  const bool made = make_instance(*entry, target, s, instance);
  --depth_;
  const bool repeated = again && c_.names.repeated_use().reported;
  if (again) c_.names.set_repeated_use({});
  if (!made) return lose_instance(s, scope);
  pass_names_on(*instance);
  if (repeated && as != nullptr && scope.find_here(as->text) != nullptr) return;
  if (as != nullptr) evaluator().define(scope, instance->name, std::shared_ptr<const Instance>(instance));
}

// How a use could be written whose name is taken.
std::string Expander::other_name(const Statement& s, std::string_view own) {
  const auto* as = s.get<Name>("as");
  const std::string local = as == nullptr || as->pieces ? std::string() : concat("as ", as->text, ' ');
  if (evaluator().loop() == nullptr)
    return s.get<Expr>("named") != nullptr ? concat("write '", local, "named \"", own, "_2\"'")
                                           : concat("write 'as ", own, "_2'");
  const std::string value = c_.names.loop_value();
  if (value.empty())
    return "number the values of the loop, for (i, …) in enumerate(…), and put i in the name";
  return concat("write '", local, "named \"", own, "{", value, "}\"'");
}

// An instance that cannot be made: references to it give no further errors.
void Expander::lose_instance(const Statement& s, Scope& scope) {
  incomplete_ = true;
  evaluator().lose(s.range);
  evaluator().lost().add("root");  // of the instance around it
  if (const auto* as = s.get<Name>("as"); as != nullptr && scope.find_here(as->text) == nullptr)
    evaluator().define(scope, {as->text, as->range}, Value{Anything{}, s.range, true});
}

// Adds the entities of an instance to those of the enclosing instance.
void Expander::pass_names_on(const Instance& instance) {
  Instance* outer = c_.names.naming().instance;
  if (outer == nullptr) return;
  for (const auto& [name, full] : instance.names)
    outer->names.insert_or_assign(full.substr(c_.names.naming().prefix.size()), full);
}

bool Expander::make_instance(const Scope::Entry& entry, const Expr& target, const Statement& s,
                             const std::shared_ptr<Instance>& instance) {
  if (const auto* module = std::get_if<const Module*>(&entry.meaning))
    return instantiate(**module, target, s, instance);
  if (const auto* file = std::get_if<const LanguageFile*>(&entry.meaning))
    return use_file(**file, target, s, instance);
  if (const auto* assembly = std::get_if<const AssemblyDefinition*>(&entry.meaning))
    return expect_no_arguments(target, "an assembly") && expect_nothing_given(s, "an assembly") &&
           use_assembly(**assembly, s, *instance);
  if (const auto* foreign = std::get_if<const ForeignRobots*>(&entry.meaning)) {
    if (!expect_no_arguments(target, "a robot") || !expect_nothing_given(s, "a robot")) return false;
    if ((*foreign)->models.empty() && session_.diagnostics.has_errors()) return false;
    if ((*foreign)->models.size() != 1) {
      report(Rule::no_robot, target.range,
             concat("'", (*foreign)->path, "' holds ", (*foreign)->models.size(),
                    " robots; a file that is used must hold one"));
      return false;
    }
    merge((*foreign)->models.front(), s, *instance, (*foreign)->models.front().range.file);
    return true;
  }
  if (const auto* value = std::get_if<Value>(&entry.meaning);
      value != nullptr && std::holds_alternative<Anything>(value->content))
    return false;
  report(Rule::type_mismatch, target.range,
         concat("'", callee_of(target).text(), "' is ", describe(entry.meaning),
                "; 'use' takes a module, a robot or an assembly"))
      .note(entry.range, "it is defined here");
  return false;
}

bool Expander::expect_no_arguments(const Expr& target, std::string_view what) {
  if (target.kind != Expr::Kind::call || target.operands.size() == 1) return true;
  report(Rule::wrong_count, target.range, concat(what, " takes no values"));
  return false;
}

bool Expander::instantiate(const Module& module, const Expr& target, const Statement& s,
                           const std::shared_ptr<Instance>& instance) {
  Scope scope(module.scope);
  Scope around(evaluator().scope());  // what is given sees the instance, too
  if (s.get<Name>("as") != nullptr)
    around.bind(instance->name.text, instance->name.range, std::shared_ptr<const Instance>(instance));
  if (!fits(module, "a robot", target) || !bind(module, target, s, around, scope)) return false;
  const std::size_t first_link = c_.model.links.size();
  const std::size_t first_joint = c_.model.joints.size();
  const std::size_t first_assertion = delayed_.size();
  const LowerContext::Mark first = c_.mark();
  const Names::Naming outer = c_.names.naming();
  c_.names.set_naming({instance->prefix, instance.get(), target.range});
  const auto outer_instance = std::exchange(instance_, instance);
  used_robots_ += module.robot ? 1 : 0;
  {
    const Evaluator::Expanding expanding(evaluator());
    module.body->visit(session_.sources, session_.diagnostics, [&](const Statement& statement) {
      const bool about_itself =
          module.robot && (statement.word() == "version" || statement.word() == "gravity");
      if (about_itself) {
        report(Rule::used_robot_differs, statement.word_range(),
               concat("'", statement.word(), "' of a robot that is used in another one has no effect"));
        return;
      }
      const Evaluator::Within within(evaluator(), &scope);
      flow_.run(statement, scope,
                [this](const Statement& other, Scope& inner) { this->statement(other, inner); });
    });
  }
  used_robots_ -= module.robot ? 1 : 0;
  instance_ = outer_instance;
  c_.names.set_naming(outer);
  Patches(c_, s, *instance, first, module.body->text()).run();
  check_delayed(first_assertion, first_link, first_joint);
  find_root(*instance, first_link, first_joint, s.range);
  return true;
}

// Binds the values and statements of a `use` to the module's parameters, and reports what does not fit.
bool Expander::bind(const Module& module, const Expr& target, const Statement& s, const Scope& around,
                    Scope& into) {
  module.used = true;
  if (!module.body->kept() &&
      !session_.budget.spend_bytes(module.body->text().end - module.body->text().begin, target.range))
    return false;
  const std::string what = concat(module.robot ? "robot '" : "module '", module.name.text, "'");
  const Expr* call = target.kind == Expr::Kind::call ? &target : nullptr;
  const bool has_values = bind_arguments(evaluator(), call, target.range,
                                         {what, module.name.range, module.formals, module.scope}, into);
  return bind_given(module, s, around, into) && has_values;
}

// Binds what the `use` gives to the module's parameters for statements, and reports what does not fit.
bool Expander::bind_given(const Module& module, const Statement& s, const Scope& around, Scope& into) {
  const auto shares_name = [](const Formal& formal, const Name& name) {
    return formal.name.text == name.text;
  };
  std::map<std::string_view, const Name*> seen;
  bool good = true;
  for (const Statement& given : s.otherwise) {
    const Name& name = given.the<Name>("with");
    std::vector<std::string_view> known;
    const Formal* formal = nullptr;
    bool lost = false;
    for (const Formal* each : module.formals) {
      lost = lost || (shares_name(*each, name) && has_lost_type(evaluator(), *each));
      if (!takes_statements(*each)) continue;
      known.push_back(each->name.text);
      if (shares_name(*each, name)) formal = each;
    }
    if (formal == nullptr && (lost || has_broken_head(module))) {
      good = false;
    } else if (formal == nullptr) {
      report(Rule::unknown_name, name.range,
             concat("module '", module.name.text, "' has no parameter '", name.text, "' of type '",
                    kStatementsType, "'"))
          .nearest(name.text, known)
          .note(module.name.range, "it is defined here");
      good = false;
    } else if (const auto [first, fresh] = seen.try_emplace(name.text, &name); !fresh) {
      report(Rule::repeated_property, name.range, concat("'", name.text, "' is given twice"))
          .note(first->second->range, "the first is here");
      good = false;
    } else {
      evaluator().scope()->record(ProgramName::Kind::parameter, name.range, formal->name.range);
      into.bind(formal->name.text, formal->name.range,
                std::make_shared<const GivenStatements>(GivenStatements{
                    &given, &around, c_.names.naming().prefix, instance_, c_.names.naming().use}),
                ProgramName::Kind::parameter);
    }
  }
  for (const Formal* formal : module.formals) {
    if (!takes_statements(*formal) || seen.contains(formal->name.text)) continue;
    if (formal->preset == nullptr && good && !s.incomplete) {
      report(Rule::wrong_count, s.the<Expr>("use").range,
             concat("module '", module.name.text, "' needs statements for '", formal->name.text, "': with ",
                    formal->name.text, " { … }"))
          .note(formal->name.range, "the parameter is here");
      good = false;
    }
    into.bind(formal->name.text, formal->name.range, std::make_shared<const GivenStatements>(),
              ProgramName::Kind::parameter);
  }
  return good;
}

// Things that take no statements.
bool Expander::expect_nothing_given(const Statement& s, std::string_view what) {
  if (s.otherwise.empty()) return true;
  report(Rule::wrong_count, s.otherwise.front().word_range(),
         concat(what, " takes no statements; write what differs in it in braces, without 'with'"));
  return false;
}

bool Expander::use_file(const LanguageFile& file, const Expr& target, const Statement& s,
                        const std::shared_ptr<Instance>& instance) {
  if (file.robots.size() + file.assemblies.size() == 1) {
    if (!file.robots.empty()) return instantiate(*file.robots.front(), target, s, instance);
    return expect_no_arguments(target, "an assembly") && expect_nothing_given(s, "an assembly") &&
           use_assembly(*file.assemblies.front(), s, *instance);
  }
  std::vector<std::string_view> names;
  for (const Module* robot : file.robots) names.push_back(robot->name.text);
  for (const AssemblyDefinition* assembly : file.assemblies) names.push_back(assembly->name.text);
  report(Rule::no_robot, target.range,
         names.empty() ? concat("'", file.path, "' holds no robot")
                       : concat("'", file.path, "' holds several robots: ", join(names, ", ", in_quotes),
                                "; write 'use ", callee_of(target).text(), ".", names.front(), "'"));
  return false;
}

bool Expander::use_assembly(const AssemblyDefinition& assembly, const Statement& s, Instance& instance) {
  const auto model = assemble(assembly, session_, true);
  if (!model) return false;
  merge(*model, s, instance, session_.main_file);
  return true;
}

// The part's relative paths start in the folder of `file`.
void Expander::merge(const Model& part, const Statement& s, Instance& instance, FileId file) {
  Model& model = c_.model;
  const std::size_t entities = part.links.size() + part.joints.size();
  if (!session_.budget.spend(entities * (evaluator().expanding() ? Budget::kEntityCost : 1), s.range)) return;
  // The part's texts are copied, too. Their size is estimated from that of its file.
  const std::size_t text =
      part.range.valid() ? session_.sources.text(part.range.file).size() / kTextShare : 0;
  if (!session_.budget.spend_bytes(text + entities * instance.prefix.size(), s.range)) return;
  const std::size_t first_link = model.links.size();
  const std::size_t first_joint = model.joints.size();
  const LowerContext::Mark first = c_.mark();
  const MergeFindings findings = merge_model(model, part, {instance.prefix, [&](std::string_view path) {
                                                             return path_from_main(session_, file, path);
                                                           }});
  for (const MaterialClash& clash : findings.clashes) {
    instance.materials.insert_or_assign(model.materials[clash.first].name,
                                        model.materials[clash.renamed].name);
    report(Rule::used_robot_differs, s.word_range(),
           concat("material '", model.materials[clash.first].name, "' of robot '", part.name,
                  "' differs from an existing one; it is renamed to '", model.materials[clash.renamed].name,
                  "' here"))
        .note(model.materials[clash.first].name_range, "the existing one")
        .note(model.materials[clash.renamed].name_range, "the other one");
  }
  for (const StaleName& stale : findings.stale_names)
    report(Rule::used_robot_differs, stale.range,
           concat("the text of this <", stale.extension, "> names '", stale.name, "', which is called '",
                  instance.prefix, stale.name, "' here; the text is not changed"))
        .note(s.word_range(), concat("robot '", part.name, "' is used here"));
  if (part.gravity)
    report(Rule::used_robot_differs, s.word_range(),
           concat("the gravity of robot '", part.name,
                  "' is not taken over; write it in the robot that uses it"));
  {
    const Evaluator::Expanding expanding(evaluator(), evaluator().loop());
    for (const Link& link : part.links)
      c_.names.note_made("link", instance.prefix + link.name, link.name_range);
  }
  for (const Link& link : part.links) instance.names.insert_or_assign(link.name, instance.prefix + link.name);
  for (const Joint& joint : part.joints) instance.names.emplace(joint.name, instance.prefix + joint.name);
  for (const Frame& frame : part.frames) instance.names.emplace(frame.name, instance.prefix + frame.name);
  Patches(c_, s, instance, first, part.range).run();
  find_root(instance, first_link, first_joint, s.range);
}

// Exposes the only link of an instance that is no joint's child as `root`, unless this name is taken.
void Expander::find_root(Instance& instance, std::size_t first_link, std::size_t first_joint,
                         SourceRange range) {
  if (instance.exposed.contains("root") || instance.names.contains("root")) return;
  const Model& model = c_.model;
  std::unordered_set<std::string_view> children;
  for (std::size_t i = first_joint; i < model.joints.size(); ++i) children.insert(model.joints[i].child.name);
  const Link* root = nullptr;
  for (std::size_t i = first_link; i < model.links.size(); ++i) {
    // Links that the use has given are those of another text.
    if (children.contains(model.links[i].name) || !model.links[i].name.starts_with(instance.prefix)) continue;
    if (root != nullptr) return;  // several: none of them is the root
    root = &model.links[i];
  }
  if (root != nullptr) instance.exposed.emplace("root", Value{EntityRef{String(root->name)}, range});
}

}  // namespace romas::language
