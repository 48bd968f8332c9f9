// Modular robots written in the language: assembly NAME from LIBRARIES { base …; part …; }
#include <algorithm>
#include <map>

#include "frontend/language/expand/assertions.h"
#include "frontend/language/expand/expander.h"
#include "frontend/language/values/meanings.h"
#include "frontend/language/values/texts.h"
#include "ir/assembly/assembly.h"
#include "ir/packages/relative_paths.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// The part that a name refers to.
struct NamedPart {
  int id = 0;
  SourceRange range;
};

class Assembler {
 public:
  Assembler(const AssemblyDefinition& definition, Session& session, bool is_used)
      : definition_(definition),
        session_(session),
        scope_(definition.scope),
        c_(definition.name.text, definition.name.range, definition.statement->range, session, &scope_),
        flow_(c_.evaluator, session.diagnostics),
        tests_(c_, session),
        is_used_(is_used) {}

  std::optional<Model> run() {
    const std::size_t errors = session_.diagnostics.error_count();
    find_libraries();
    const Evaluator::Within within(evaluator(), &scope_);
    definition_.body->visit(session_.sources, session_.diagnostics, [this](const Statement& each) {
      flow_.run(each, scope_, [this](const Statement& s, Scope& /*scope*/) { statement(s); });
    });
    if (session_.diagnostics.error_count() > errors || unknown_library_ || session_.lost.has_text())
      return std::nullopt;
    Model& model = c_.model;
    const auto is_broken = [&](const Block& block) { return session_.diagnostics.in_doubt(block.range); };
    if (std::ranges::any_of(model.blocks, is_broken)) return std::nullopt;
    const bool blocks_good = check_blocks(model, session_.diagnostics);
    const bool assembly_good = check_assembly(model, session_.diagnostics);
    if (!blocks_good || !assembly_good) return std::nullopt;
    build_assembly(model, {session_.options.joint_zero_assembled, session_.options.default_limit});
    model.rebuild_index();
    const RobotFacts facts = robot_facts(model);
    c_.surroundings.facts = &facts;
    for (const auto& [s, scope] : delayed_) {
      const Evaluator::Within meant(evaluator(), scope.get());
      check_assertion(s, evaluator(), session_);
    }
    run_tests();
    return std::move(model);
  }

 private:
  void run_tests() {
    PartNumbers numbers;
    for (const auto& [name, part] : parts_) numbers.emplace(name, static_cast<std::size_t>(part.id));
    tests_.run(numbers);
  }
  Evaluator& evaluator() { return c_.evaluator; }
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return session_.diagnostics.report(rule, range, std::move(message));
  }

  // The libraries after `from`, else the Blocks of the file itself.
  void find_libraries() {
    if (const Argument* from = definition_.statement->find("from")) {
      for (const Item& item : from->values)
        if (const auto* name = std::get_if<Name>(&item)) find_library(*name);
    } else if (definition_.own_blocks != nullptr) {
      libraries_.push_back(definition_.own_blocks);
    }
  }

  void find_library(const Name& name) {
    const Scope::Entry* entry = scope_.find(name.text);
    if (entry != nullptr) {
      if (const auto* library = std::get_if<const BlockLibraryModel*>(&entry->meaning))
        libraries_.push_back(*library);
      else if (const auto* file = std::get_if<const LanguageFile*>(&entry->meaning))
        add_blocks_of(**file, name);
      else if (const auto* value = std::get_if<Value>(&entry->meaning);
               value != nullptr && std::holds_alternative<Anything>(value->content))
        unknown_library_ = true;
      else
        report(Rule::type_mismatch, name.range,
               concat("'", name.text, "' is ", describe(entry->meaning), ", not a Block library"))
            .note(entry->range, "it is defined here");
      return;
    }
    unknown_library_ = true;
    if (session_.lost.has(name.text)) return;
    session_.lost.add(name.text);
    const std::string_view near = nearest_name(name.text, scope_.visible());
    report(Rule::unknown_name, name.range,
           concat("'", name.text, "' is not defined",
                  near.empty() ? concat("; write 'import \"blocks/\" as ", name.text, ";'") : ""))
        .meant(near);
  }

  void add_blocks_of(const LanguageFile& file, const Name& name) {
    if (file.blocks != nullptr) {
      libraries_.push_back(file.blocks.get());
      return;
    }
    unknown_library_ = true;
    report(Rule::type_mismatch, name.range,
           concat("the file '", file.path, "' defines no Blocks outside its robots"));
  }

  void statement(const Statement& s) {
    if (s.word() == "assert") {
      assertion(s);
      return;
    }
    if (s.word() == "test") {
      if (!is_used_) tests_.keep(s);
      return;
    }
    if (!session_.budget.spend(evaluator().expanding() ? Budget::kEntityCost : 0, s.range)) return;
    Part part;
    part.id = static_cast<int>(c_.model.parts.size());
    part.range = s.range;
    part.id_range = s.word_range();
    const Name& name = s.the<Name>(s.word());
    if (const auto block = choose_block(s)) {
      part.block = *block;
      part.chosen_by_name = shares_id(c_.model.blocks[block->index()]);
    }
    part.block_range = s.the_argument("block").range;
    if (s.word() == "part") connect(s, part);
    const auto [place, fresh] = parts_.try_emplace(c_.names.text(name), NamedPart{part.id, name.range});
    if (!fresh)
      report(Rule::duplicate_name, name.range, concat("part '", place->first, "' is defined twice"))
          .note(place->second.range, "the first is here");
    c_.model.parts.push_back(part);
  }

  void assertion(const Statement& s) {
    const auto exprs = s.all<Expr>();
    if (std::any_of(exprs.begin(), exprs.end(),
                    [](const Expr* expr) { return mentions_robot_facts(*expr); })) {
      std::set<std::string_view> names;
      for (const Expr* expr : exprs) add_names(*expr, names);
      delayed_.emplace_back(s, snapshot(*evaluator().scope(), std::move(names)));
    } else {
      check_assertion(s, evaluator(), session_);
    }
  }

  // on PART.contact[I] by contact[J] [TYPE] [match AXIS -> AXIS] [offset Q]
  void connect(const Statement& s, Part& part) {
    bool child_side = false;
    bool has_parent = false;
    bool has_child = false;
    for (const Argument& argument : s.arguments) {
      if (argument.label == "on") {
        child_side = false;
        const auto* parent = argument.values.empty() ? nullptr : std::get_if<Name>(&argument.values.front());
        if (parent != nullptr) find_parent(*parent, part);
        has_parent = parent != nullptr;
      }
      if (argument.label == "by") child_side = true;
      if (argument.label == "contact") contact(argument, child_side, part);
      if (argument.label == "contact" && child_side) has_child = true;
      if (argument.label == "match") match(argument, part);
      for (const Item& item : argument.values)
        if (const auto* word = std::get_if<Name>(&item);
            word != nullptr && argument.label != "on" && argument.label != "part")
          type(*word, part);
    }
    if (!has_parent || !has_child)
      report(Rule::missing_element, s.word_range(),
             "a part must say which contacts are connected: 'on PART.contact[0] by contact[0]'");
    if (const auto* offset = s.get<Expr>("offset")) {
      part.offset_range = offset->range;
      part.offset = part.joint_type == PartJointType::prismatic
                        ? evaluator().properties().number(*offset, "m", "the offset")
                        : evaluator().properties().degrees(*offset, "the offset");
    }
  }

  void find_parent(const Name& name, Part& part) {
    part.parent_id_range = name.range;
    const std::string text = c_.names.text(name);
    if (const auto found = parts_.find(text); found != parts_.end()) {
      part.parent_id = found->second.id;
      return;
    }
    if (session_.lost.has_entity(text)) return;
    session_.lost.add(text);
    std::vector<std::string_view> known;
    for (const auto& [known_name, known_part] : parts_) known.push_back(known_name);
    report(Rule::unknown_name, name.range, concat("there is no part '", text, "' above this one"))
        .nearest(text, known);
  }

  void contact(const Argument& argument, bool child_side, Part& part) {
    const auto* expr = argument.values.empty() ? nullptr : std::get_if<Expr>(&argument.values.front());
    if (expr == nullptr) return;
    const auto index = evaluator().properties().whole_number(*expr, "the number of a contact");
    (child_side ? part.child_contact : part.parent_contact) = static_cast<int>(index.value_or(-1));
    (child_side ? part.child_contact_range : part.parent_contact_range) = expr->range;
  }

  void match(const Argument& argument, Part& part) {
    const auto axis = [&](std::size_t index, SignedAxis& target, SourceRange& range) {
      const auto* written =
          index < argument.values.size() ? std::get_if<AxisName>(&argument.values[index]) : nullptr;
      if (written == nullptr) return;
      range = written->range;
      if (const auto known = parse_signed_axis(written->text))
        target = *known;
      else
        report(Rule::bad_value, written->range,
               concat("'", written->text, "' is not an axis; an axis is x, -x, y, -y, z or -z"));
    };
    axis(0, part.parent_matched_axis, part.parent_matched_axis_range);
    axis(1, part.child_matched_axis, part.child_matched_axis_range);
  }

  void type(const Name& word, Part& part) {
    part.joint_type_range = word.range;
    for (const auto known : {PartJointType::fixed, PartJointType::revolute, PartJointType::prismatic}) {
      if (to_string(known) != word.text) continue;
      part.joint_type = known;
      return;
    }
    report(Rule::bad_value, word.range,
           concat("a part must be connected as fixed, revolute or prismatic, not '", word.text, "'"));
  }

  // block("ID"[, "NAME"[, "TAG"]]): the Block is added to the model at its first use.
  std::optional<BlockId> choose_block(const Statement& s) {
    std::vector<Text> wish;
    for (const Item& item : s.the_argument("block").values)
      if (const auto* text = std::get_if<Text>(&item)) {
        wish.push_back(*text);
        if (text->pieces) wish.back().text = fill(evaluator(), *text->pieces, TextUse::name);
      }
    if (wish.empty()) return std::nullopt;
    std::vector<const Block*> found;
    std::vector<const Model*> owners;
    for (const BlockLibraryModel* library : libraries_)
      for (const Block& block : library->model.blocks)
        if (block.id == wish[0].text && (wish.size() < 2 || block.name == wish[1].text) &&
            (wish.size() < 3 || block.tag == wish[2].text)) {
          found.push_back(&block);
          owners.push_back(&library->model);
        }
    const auto same = [&](const Block* block) {
      return block->id == found[0]->id && block->name == found[0]->name && block->tag == found[0]->tag;
    };
    // Duplicate Blocks were reported at their definitions.
    if (!found.empty() && std::all_of(found.begin(), found.end(), same))
      return take(*found.front(), *owners.front());
    if (unknown_library_ || session_.lost.has(wish[0].text)) return std::nullopt;  // why was reported
    report_block(wish, found);
    return std::nullopt;
  }

  // The libraries have another Block with this id, so that the id alone does not tell which one is meant.
  bool shares_id(const Block& block) const {
    const auto is_another = [&](const Block& other) {
      return other.id == block.id && (other.name != block.name || other.tag != block.tag);
    };
    return std::any_of(libraries_.begin(), libraries_.end(), [&](const BlockLibraryModel* library) {
      const auto& blocks = library->model.blocks;
      return std::any_of(blocks.begin(), blocks.end(), is_another);
    });
  }

  BlockId take(const Block& block, const Model& owner) {
    Model& model = c_.model;
    const auto [place, fresh] = taken_.try_emplace(&block, BlockId(model.blocks.size()));
    if (fresh) {
      model.adopt_spellings(owner);
      model.blocks.push_back(block);
      model.blocks.back().folder =
          relative_folder(block.folder, folder_of(session_.sources.name(session_.main_file)));
    }
    return place->second;
  }

  void report_block(const std::vector<Text>& wish, const std::vector<const Block*>& found) {
    if (!found.empty()) {
      auto builder = report(Rule::block_ambiguous, wish[0].range,
                            concat("there are ", found.size(), " Blocks with id '", wish[0].text,
                                   "'; choose one by name and tag: block(\"", wish[0].text, "\", \"",
                                   found[0]->name, "\", \"", found[0]->tag, "\")"));
      for (const Block* block : found)
        builder.note(block->id_range, concat("name \"", block->name, "\", tag \"", block->tag, "\""));
      return;
    }
    std::vector<std::string_view> ids;
    for (const BlockLibraryModel* library : libraries_)
      for (const Block& block : library->model.blocks) ids.push_back(block.id);
    const std::string_view near = nearest_name(wish[0].text, ids);
    const std::string help =
        ids.empty()            ? "; there are no Blocks at all; name a library: 'assembly … from lib'"
        : near == wish[0].text ? "; the library has that id only with another name or tag"
        : near.empty()         ? "; check the ids in the library"
                               : did_you_mean(near);
    report(Rule::block_unknown, wish[0].range, concat("the library has no Block '", wish[0].text, "'", help));
  }

  const AssemblyDefinition& definition_;
  Session& session_;
  Scope scope_;
  LowerContext c_;
  ControlFlow flow_;
  std::vector<const BlockLibraryModel*> libraries_;
  bool unknown_library_ = false;  // one of them could not be read
  std::map<std::string, NamedPart, std::less<>> parts_;
  std::map<const Block*, BlockId> taken_;
  // Assertions about the complete robot, and the meanings of their names.
  std::vector<std::pair<Statement, std::unique_ptr<Scope>>> delayed_;
  DelayedTests tests_;
  bool is_used_;
};

}  // namespace

std::optional<Model> assemble(const AssemblyDefinition& assembly, Session& session, bool is_used) {
  return Assembler(assembly, session, is_used).run();
}

}  // namespace romas::language
