// The frontend of Assembly files.
#include <array>
#include <filesystem>
#include <map>
#include <span>

#include "frontend/block/block_reader.h"
#include "frontend/block/block_schema.h"
#include "frontend/block/element_reader.h"
#include "frontend/block/library.h"
#include "frontend/xml/reader/xml_reader.h"
#include "ir/assembly/assembly.h"
#include "ir/model/child_place.h"
#include "ir/packages/relative_paths.h"
#include "support/text/text.h"

namespace romas {

namespace fs = std::filesystem;

namespace {

// Required of each part that is not on the ground.
constexpr std::array<std::string_view, 5> kJoining = {"parentContactPointIndex", "childContactPointIndex",
                                                      "parentMatchedAxis", "childMatchedAxis", "jointType"};

// The Block that a part refers to.
struct BlockWish {
  std::string id;
  std::optional<std::string> name, tag;
  SourceRange range;
};

class AssemblyReader {
 public:
  AssemblyReader(FileId file, FrontendContext& context) : file_(file), context_(context), library_(context) {}

  FrontendResult run() {
    FrontendResult result;
    if (!read()) {
      result.malformed = true;
      return result;
    }
    name_robot();
    find_blocks();
    const bool blocks_good = check_blocks(model_, context_.diagnostics);
    const bool assembly_good = check_assembly(model_, context_.diagnostics);
    // A faulty assembly gets no links, so that nothing is left to check.
    const bool has_errors =
        context_.diagnostics.error_count() > context_.diagnostics.reported(Rule::xml_malformed);
    if (!blocks_good || !assembly_good || has_errors) return result;
    build_assembly(model_, {context_.options.joint_zero_assembled, context_.options.default_limit});
    result.models.push_back(std::move(model_));
    return result;
  }

 private:
  bool read() {
    bool is_assembly = true;
    XmlSink sink;
    sink.begin = [&](const XmlElement& root) {
      model_.range = root.start_tag;
      model_.name_range = root.name_range;
      is_assembly = root.name == "Assembly";
      if (!is_assembly)
        context_.diagnostics.report(Rule::unknown_element, root.name_range,
                                    concat("an assembly file starts with <Assembly>, not <", root.name, ">"));
    };
    bool full = false;
    sink.child = [&](const XmlElement& child) {
      if (full || (full = !within_limits(child))) return;
      if (child.name == "Part") {
        read_part(child);
      } else {
        context_.diagnostics.report(Rule::unknown_element, child.name_range,
                                    concat("<Assembly> holds <Part> elements, not <", child.name, ">"));
      }
    };
    return read_xml(file_, context_.sources, context_.diagnostics, sink, context_.options.xml_parser());
  }

  // Limits the numbers of parts and errors, which all stay in memory.
  bool within_limits(const XmlElement& child) {
    constexpr std::size_t kMaxParts = 100'000;
    constexpr std::size_t kMaxErrors = 10'000;
    std::string what;
    if (model_.parts.size() >= kMaxParts) what = concat(kMaxParts, " parts");
    if (context_.diagnostics.error_count() >= kMaxErrors) what = concat(kMaxErrors, " errors");
    if (!what.empty())
      context_.diagnostics.report(
          Rule::input_limit, child.start_tag,
          concat("the assembly has more than ", what, "; nothing after this place was read"));
    return what.empty();
  }

  void read_part(const XmlElement& element) {
    const XmlAttribute* parent = element.attribute("parentId");
    const bool on_ground = parent != nullptr && parse_integer(trim(parent->value.text)) == -1;
    ElementReader reader(element, kPart, entity_place(EntityKind::part, model_.parts.size()), model_,
                         context_.diagnostics, on_ground ? std::span<const std::string_view>() : kJoining);
    Part part;
    part.range = element.range;
    const auto id = reader.whole("id");
    const auto parent_id = reader.whole("parentId");
    part.id = id.value_or(static_cast<int>(model_.parts.size()));
    part.parent_id = parent_id.value_or(part.id - 1);
    part.id_range = reader.range("id");
    part.parent_id_range = reader.range("parentId");
    part.block_range = reader.range("blockId");
    wishes_.push_back(read_wish(reader, element));
    part.chosen_by_name = wishes_.back().name || wishes_.back().tag;
    const bool joined = read_joint(reader, on_ground, part);
    part.incomplete = !id || !parent_id || !part.block_range.valid() || !joined;
    model_.parts.push_back(part);
  }

  static BlockWish read_wish(const ElementReader& reader, const XmlElement& element) {
    BlockWish wish;
    wish.id = reader.text("blockId").value_or("");
    wish.name = reader.text("blockName");
    wish.tag = reader.text("blockTag");
    wish.range = reader.range("blockId");
    if (!wish.range.valid()) wish.range = element.name_range;
    return wish;
  }

  // Reads how a part is joined to its parent. A part on the ground uses no contacts, and their attributes are
  // optional. Returns false if something is missing or wrong.
  static bool read_joint(ElementReader& reader, bool on_ground, Part& part) {
    part.parent_contact_range = reader.range("parentContactPointIndex");
    part.child_contact_range = reader.range("childContactPointIndex");
    part.parent_matched_axis_range = reader.range("parentMatchedAxis");
    part.child_matched_axis_range = reader.range("childMatchedAxis");
    part.joint_type_range = reader.range("jointType");
    part.offset_range = reader.range("offset");

    const auto parent_contact = reader.whole("parentContactPointIndex");
    const auto child_contact = reader.whole("childContactPointIndex");
    const auto parent_axis = reader.axis("parentMatchedAxis");
    const auto child_axis = reader.axis("childMatchedAxis");
    const auto type = reader.word("jointType");
    part.parent_contact = parent_contact.value_or(-1);
    part.child_contact = child_contact.value_or(-1);
    part.parent_matched_axis = parent_axis.value_or(SignedAxis::plus_x);
    part.child_matched_axis = child_axis.value_or(SignedAxis::plus_x);
    part.joint_type = static_cast<PartJointType>(type.value_or(0));
    part.offset = reader.number("offset");
    const bool connected = parent_contact && child_contact && parent_axis && child_axis && type;
    return (on_ground || connected) && (!part.offset_range.valid() || part.offset);
  }

  void name_robot() {
    const std::string file_name = fs::path(context_.sources.name(file_)).filename().string();
    model_.name = context_.options.robot_name.empty() ? file_name.substr(0, file_name.find('.'))
                                                      : context_.options.robot_name;
  }

  std::vector<std::size_t> candidates(const BlockWish& wish) const {
    return library_.find(wish.id, wish.name ? &*wish.name : nullptr, wish.tag ? &*wish.tag : nullptr);
  }

  // Copies the Blocks that parts use from the library into the model, each once.
  void find_blocks() {
    library_.load_given();
    const std::string path(context_.sources.name(file_));
    const std::string folder = folder_of(path);
    if (std::any_of(wishes_.begin(), wishes_.end(),
                    [&](const BlockWish& wish) { return !wish.id.empty() && candidates(wish).empty(); }))
      library_.load_neighbours(folder, path);
    model_.adopt_spellings(library_.model());
    std::map<std::size_t, BlockId> taken;
    for (std::size_t i = 0; i < wishes_.size(); ++i) {
      if (wishes_[i].id.empty()) continue;  // its absence was reported
      const auto found = candidates(wishes_[i]);
      if (found.size() != 1) {
        report_block(wishes_[i], found);
        continue;
      }
      const auto [block, fresh] = taken.try_emplace(found.front(), BlockId(model_.blocks.size()));
      if (fresh) {
        copy_extensions_of_block(library_.model(), found.front(), model_);
        model_.blocks.push_back(library_.model().blocks[found.front()]);
        model_.blocks.back().folder = relative_folder(model_.blocks.back().folder, folder);
      }
      model_.parts[i].block = block->second;
    }
  }

  void report_block(const BlockWish& wish, const std::vector<std::size_t>& found) {
    const auto& blocks = library_.model().blocks;
    if (found.empty()) {
      const std::string_view near = nearest_name(wish.id, blocks, &Block::id);
      const std::string help = near == wish.id  ? "; the library has that id only with another name or tag"
                               : blocks.empty() ? "; no Block file was found; name a file or folder with -L"
                               : near.empty()   ? "; check the files and folders given with -L"
                                                : did_you_mean(near);
      context_.diagnostics.report(Rule::block_unknown, wish.range,
                                  concat("the library has no Block '", wish.id, "'",
                                         wish.name ? concat(" named '", *wish.name, "'") : "",
                                         wish.tag ? concat(" with tag '", *wish.tag, "'") : "", help));
      return;
    }
    auto report =
        context_.diagnostics.report(Rule::block_ambiguous, wish.range,
                                    concat("the library has ", found.size(), " Blocks with id '", wish.id,
                                           "'; choose one with the attributes blockName and blockTag"));
    for (const std::size_t index : found)
      report.note(blocks[index].id_range,
                  concat("blockName=\"", blocks[index].name, "\" blockTag=\"", blocks[index].tag, "\""));
  }

  FileId file_;
  FrontendContext& context_;
  BlockLibrary library_;
  Model model_;
  std::vector<BlockWish> wishes_;  // by part
};

}  // namespace

FrontendResult parse_assembly(FileId file, FrontendContext& context) {
  return AssemblyReader(file, context).run();
}

}  // namespace romas
