#include "frontend/xacro/structure.h"

#include <algorithm>

#include "frontend/xacro/expander/expander.h"
#include "frontend/xacro/structure/writers.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// The innermost element between links and joints, and the innermost macro, whose text has a range.
struct Found {
  const void* element = nullptr;
  const void* macro = nullptr;
};

bool covers(const XmlElement& element, SourceRange range) {
  return element.range.file == range.file && element.range.begin <= range.begin &&
         range.begin < element.range.end;
}

void find_owner(const TraceNode& node, SourceRange range, Found& found) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == TraceNode::Kind::call && covers(*child->macro->element, range))
      found.macro = child->macro->element;
    if (child->kind == TraceNode::Kind::element) {
      if (covers(*child->source, range)) found.element = child->source;
      continue;
    }
    find_owner(*child, range, found);
  }
}

}  // namespace

struct Structure::State {
  State(FrontendContext& given, FileId file) : context(given), expander(context, file, &trace) {}

  FrontendContext context;
  Trace trace;
  Expander expander;
  std::optional<Documents::Document> document;
  std::set<const void*> written_out;
  std::map<const void*, std::string> reasons;
  UnreadData unread;
};

Structure::Structure(std::unique_ptr<State> state) : state_(std::move(state)) {}
Structure::~Structure() = default;

std::unique_ptr<Structure> Structure::read(FileId file, FrontendContext& context) {
  auto state = std::make_unique<State>(context, file);
  const std::size_t errors = context.diagnostics.error_count();
  state->document = state->expander.expand();
  if (!state->document || context.diagnostics.error_count() > errors) return nullptr;
  return std::unique_ptr<Structure>(new Structure(std::move(state)));
}

// The units of names are known after all their uses were written. So each round writes with the units that
// the round before found.
WrittenStructure Structure::write(const CoreForm& core_form, const IsBuiltIn& is_built_in,
                                  const std::string& folder) {
  constexpr int kRounds = 8;
  Dimensions dimensions;
  const auto once = [&] {
    for (bool all = false;;) {
      try {
        const Unkept unkept{state_->written_out, state_->reasons};
        return Writers(unkept, state_->trace, core_form, is_built_in, dimensions, state_->context, folder,
                       state_->unread)
            .write();
      } catch (const WithoutModule& without) {
        if (!write_out(without.macro, without.what())) throw std::logic_error(without.what());
      } catch (const NotKept& why) {
        if (all) return WrittenStructure{{{concat("// ", why.what()), nullptr}}, {}};
        all = true;
        write_out_all();
      }
    }
  };
  WrittenStructure written = once();
  for (int round = 0; round < kRounds && dimensions.decide(); ++round) written = once();
  return written;
}

bool Structure::write_out(const void* owner, const std::string& why) {
  if (owner == nullptr || !state_->written_out.insert(owner).second) return false;
  state_->reasons.emplace(owner, why);
  return true;
}

bool Structure::write_out_data(const std::string& file, const std::string& why) {
  UnreadData& unread = state_->unread;
  if (unread.files.emplace(canonical_path(file), why).second) return true;
  if (unread.all) return false;
  unread.all = why;
  return true;
}

const void* Structure::owner_of(SourceRange written) const {
  Found found;
  find_owner(state_->trace.root(), written, found);
  return found.macro != nullptr && !state_->written_out.contains(found.macro) ? found.macro : found.element;
}

namespace {
void all_owners(const TraceNode& node, std::set<const void*>& owners) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == TraceNode::Kind::element || child->kind == TraceNode::Kind::condition)
      owners.insert(child->source);
    if (child->kind == TraceNode::Kind::call) owners.insert(child->macro->element);
    if (child->symbol != nullptr) owners.insert(child->symbol->definition);
    if (child->kind != TraceNode::Kind::element) all_owners(*child, owners);
  }
}
}  // namespace

void Structure::write_out_all() { all_owners(state_->trace.root(), state_->written_out); }

std::string WrittenStructure::text() const {
  std::string out;
  for (const Line& line : lines) out += concat(line.text, "\n");
  return out;
}

}  // namespace romas::xacro
