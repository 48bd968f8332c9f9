#include "frontend/language/lower/lowering.h"

#include "frontend/language/words/foreign_words.h"
#include "support/text/text.h"

namespace romas::language {

Lowering::Lowering(std::string name, SourceRange name_range, SourceRange head, Session& session,
                   const Scope* scope)
    : session_(session),
      sources_(session.sources),
      diagnostics_(session.diagnostics),
      evaluator_(session.sources, session.diagnostics, model_, session.budget, session.lost, scope),
      flow_(evaluator_, session.diagnostics) {
  model_.name = std::move(name);
  model_.name_range = name_range;
  model_.range = head;
  evaluator_.set_data_source(session.load);
  evaluator_.set_entity_source([this](const Expr& expr) { return entity_or_value(expr, true); });
}

void Lowering::add(const Statement& s) {
  using Lower = void (Lowering::*)(const Statement&);
  struct Row {
    std::string_view word;
    Lower lower;
  };
  static constexpr std::array kStatements = {
      Row{"link", &Lowering::link},
      Row{"joint", &Lowering::joint},
      Row{"material", &Lowering::material},
      Row{"frame", &Lowering::frame},
      Row{"loop_joint", &Lowering::loop_joint},
      Row{"spring", &Lowering::spring},
      Row{"wing", &Lowering::wing},
      Row{"thrust", &Lowering::thrust},
      Row{"sensor", &Lowering::sensor},
      Row{"transmission", &Lowering::transmission},
      Row{"gazebo", &Lowering::gazebo},
      Row{"ros2_control", &Lowering::ros2_control},
      Row{"block", &Lowering::block},
      Row{"part", &Lowering::part},
      Row{"extension", &Lowering::extension},
      Row{"version", &Lowering::version},
      Row{"gravity", &Lowering::gravity},
  };
  for (const Row& row : kStatements)
    if (row.word == s.word()) (this->*row.lower)(s);
  if (evaluator_.expanding()) session_.budget.spend(Budget::kEntityCost, s.range);
}

void Lowering::version(const Statement& s) {
  if (version_range_.valid()) report_repeated(version_range_, s.range, "version");
  version_range_ = s.range;
  model_.version = text(s, "version");
}

void Lowering::gravity(const Statement& s) {
  if (gravity_range_.valid()) report_repeated(gravity_range_, s.range, "gravity");
  gravity_range_ = s.range;
  model_.gravity = evaluator_.number3(s.the<Expr>("gravity"), "m/s^2", "gravity");
}

Model Lowering::finish(SourceRange end) {
  model_.range.end = end.end;
  model_.rebuild_index();
  check_references();
  check_delayed();
  resolve_parts();
  resolve_extensions();
  return std::move(model_);
}

void Lowering::check_delayed() {
  for (const DelayedQuantity& delayed : delayed_) {
    const JointId id = model_.find_joint(delayed.joint);
    if (!id) continue;
    const JointType type = model_.joint(id).type;
    const std::string_view units =
        delayed.follower ? mimic_units(*delayed.follower, type) : motion_units(type).position;
    evaluator_.check_dimension(delayed.quantity, delayed.range, units, delayed.what);
  }
}

// --- what all entities share -------------------------------------------------------------------------------

void Lowering::report_repeated(SourceRange first, SourceRange second, std::string_view word) {
  report(Rule::repeated_property, second, concat("'", word, "' occurs twice"))
      .note(first, "the first is here");
}

class Lowering::Once {
 public:
  Once(DiagnosticEngine& diagnostics, std::string_view what, Words repeatable)
      : diagnostics_(diagnostics), what_(what), repeatable_(repeatable) {}

  void check(const Statement& s) {
    if (std::find(repeatable_.begin(), repeatable_.end(), s.word()) != repeatable_.end()) return;
    const auto first =
        std::find_if(seen_.begin(), seen_.end(), [&](const Seen& other) { return other.word == s.word(); });
    if (first == seen_.end()) {
      seen_.push_back({std::string(s.word()), s.word_range()});
      return;
    }
    diagnostics_.report(Rule::repeated_property, s.word_range(), concat(what_, " has '", s.word(), "' twice"))
        .note(first->range, "the first is here");
  }

 private:
  DiagnosticEngine& diagnostics_;
  std::string_view what_;
  Words repeatable_;
  struct Seen {  // statements of modules live no longer than they run
    std::string word;
    SourceRange range;
  };
  std::vector<Seen> seen_;
};

void Lowering::check_body(const Statement& entity, std::string_view what, Words repeatable) {
  Once once(diagnostics_, what, repeatable);
  for (const Statement& property : entity.body) once.check(property);
}

void Lowering::body(const Statement& entity, std::string_view what, Words repeatable,
                    const std::function<void(const Statement&)>& lower) {
  Once once(diagnostics_, what, repeatable);
  properties(entity, [&](const Statement& property) {
    const std::string_view where = entity.word() == "link" ? "a link" : "a joint";
    if (!expect_place(property, where, diagnostics_)) return;
    if (!flow_.doubtful()) once.check(property);
    lower(property);
  });
}

void Lowering::properties(const Statement& entity, const std::function<void(const Statement&)>& lower) {
  const std::string_view where = entity.word() == "link" ? "a link" : "a joint";
  ControlFlow::Lower each;
  each = [&](const Statement& property, Scope& /*scope*/) {
    const Evaluator::PartsRunner& runner = evaluator_.parts_runner();
    const auto used = [&](const Statement& part, Scope& inner) { flow_.run(part, inner, each); };
    if (!runner || !runner(property, where, used)) lower(property);
  };
  flow_.run(entity.body, nullptr, each);
}

void Lowering::check_arguments(const Statement& s) {
  for (std::size_t i = 1; i < s.arguments.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (s.arguments[i].label == s.arguments[k].label) {
        report_repeated(s.arguments[k].range, s.arguments[i].range, s.arguments[i].label);
        return;
      }
}

std::optional<Number> Lowering::number(const Statement& s, std::string_view label, std::string_view units,
                                       std::string_view what, std::size_t index) {
  const auto* expr = s.get<Expr>(label, index);
  return expr == nullptr ? std::nullopt : evaluator_.number(*expr, units, what);
}

TransformExpr Lowering::pose(const Statement& s, std::string_view what) {
  const auto* expr = s.get<Expr>("at");
  return expr == nullptr ? TransformExpr() : evaluator_.pose(*expr, what).value_or(TransformExpr());
}

std::string Lowering::text(const Statement& s, std::string_view label, std::size_t index) {
  const auto* written = s.get<Text>(label, index);
  if (written == nullptr) return {};
  if (written->pieces) return evaluator_.fill(*written->pieces, Evaluator::TextUse::message);
  if (evaluator_.expanding()) session_.budget.spend_bytes(written->text.size(), written->range);
  return written->text;
}

// A misspelt type is taken as the one that differs by one letter, and any other wrong one as a foreign type,
// so that its limits give no further errors.
JointType Lowering::joint_type(const TypeName& type, std::string& foreign_type) {
  if (type.foreign) {
    foreign_type = type.text;
    return JointType::foreign;
  }
  if (const auto known = parse_joint_type(type.text)) return *known;
  std::vector<std::string_view> words;
  for (auto candidate = JointType::fixed; candidate != JointType::foreign;
       candidate = static_cast<JointType>(static_cast<int>(candidate) + 1))
    words.push_back(to_string(candidate));
  if (const ForeignWord* foreign = find_foreign_word(WordPlace::joint_type, type.text)) {
    report(Rule::bad_value, type.range, concat("there is no joint type '", type.text, "'; ", foreign->help))
        .suggest(type.range, std::string(foreign->instead));
    return *parse_joint_type(foreign->instead);
  }
  const std::string_view near = nearest_name(type.text, words);
  report(Rule::bad_value, type.range,
         concat("there is no joint type '", type.text, "'",
                near.empty() ? "; other types are written foreign \"…\"" : ""))
      .meant(near);
  if (!near.empty() && edit_distance(type.text, near, 1) <= 1) return *parse_joint_type(near);
  foreign_type = type.text;
  return JointType::foreign;
}

}  // namespace romas::language
