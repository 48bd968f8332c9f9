#include "frontend/block/block_reader.h"

#include <array>
#include <map>
#include <span>
#include <tuple>

#include "frontend/block/block_schema.h"
#include "frontend/block/element_reader.h"
#include "frontend/xml/reader/xml_reader.h"
#include "support/text/text.h"

namespace romas {

namespace {

class BlockReader {
 public:
  BlockReader(Model& library, DiagnosticEngine& diagnostics) : library_(library), diagnostics_(diagnostics) {}

  void read(const XmlElement& element) {
    constexpr std::array<std::string_view, 1> kWithMass = {"inertia"};
    const XmlElement* mass = element.child("mass");
    const XmlAttribute* value = mass == nullptr ? nullptr : mass->attribute("value");
    const bool has_mass = value != nullptr && parse_double(trim(value->value.text));
    ElementReader reader(
        element, kBlock, place(Slot::self), library_, diagnostics_,
        has_mass ? std::span<const std::string_view>(kWithMass) : std::span<const std::string_view>());
    Block block;
    block.range = element.range;
    block.id_range = element.name_range;
    if (const auto id = reader.text("id")) {
      block.id = *id;
      block.id_range = reader.range("id");
    }
    block.name = reader.text("name").value_or("");
    block.tag = reader.text("tag").value_or("");
    block.is_base = reader.flag("isBaseBlock");
    block.is_tool = reader.flag("isToolBlock");
    read_shape(reader, block);
    block.diffuse = file_value(reader, "diffuse", Slot::diffuse);
    block.normal = file_value(reader, "normal", Slot::normal);
    block.thumbnail = file_value(reader, "thumbnail", Slot::thumbnail);
    if (const XmlElement* contacts = reader.child("contactPoints")) read_contacts(*contacts, block);
    read_inertial(reader, block);
    library_.blocks.push_back(std::move(block));
  }

 private:
  // A place of the Block that is read.
  [[nodiscard]] Place place(Slot slot, std::size_t sub = 0) const {
    return {EntityKind::block, slot, 0, static_cast<std::uint32_t>(library_.blocks.size()),
            static_cast<std::uint32_t>(sub)};
  }

  void read_shape(const ElementReader& reader, Block& block) {
    const XmlElement* element = reader.child("shape");
    if (element == nullptr) return;
    ElementReader shape(*element, kBlockShape, place(Slot::shape), library_, diagnostics_);
    BlockShape result;
    result.range = element->range;
    result.pose = shape.pose("pose");
    const auto file = shape.text("value");
    if (!file) return;
    result.file = *file;
    block.shape = std::move(result);
  }

  std::optional<std::string> file_value(const ElementReader& reader, std::string_view name, Slot slot) {
    const XmlElement* element = reader.child(name);
    if (element == nullptr) return std::nullopt;
    return ElementReader(*element, kBlockFile, place(slot), library_, diagnostics_).text("value");
  }

  void read_contacts(const XmlElement& element, Block& block) {
    const ElementReader list(element, kContactList, {}, library_, diagnostics_);
    for (const XmlElement* child : list.children("contact")) {
      ElementReader reader(*child, kContact, place(Slot::contact, block.contacts.size()), library_,
                           diagnostics_);
      Contact contact;
      contact.range = child->range;
      contact.pose = reader.pose("pose");
      const auto type = reader.word("type", Rule::contact_type);
      if (type) contact.type = *type == 0 ? ContactType::joint : ContactType::assembly;
      const auto rot_axis = reader.axis("rotAxis", Rule::contact_axis);
      const auto zero_axis = reader.axis("zeroAxis", Rule::contact_axis);
      contact.rot_axis = rot_axis.value_or(SignedAxis::plus_z);
      // A faulty axis was reported. The default is perpendicular to `rot_axis`, so that no second error
      // follows.
      contact.zero_axis = zero_axis && rot_axis
                              ? *zero_axis
                              : static_cast<SignedAxis>((static_cast<unsigned>(contact.rot_axis) + 2) % 6);
      block.contacts.push_back(std::move(contact));
    }
  }

  void read_inertial(const ElementReader& reader, Block& block) {
    if (const XmlElement* mass = reader.child("mass")) {
      block.mass =
          ElementReader(*mass, kBlockMass, place(Slot::mass), library_, diagnostics_).number("value");
      if (reader.child("com") == nullptr && block.mass && block.mass->value() != 0)
        diagnostics_.report(Rule::block_com_missing, mass->range,
                            concat("the Block '", block.name.empty() ? block.id : block.name,
                                   "' has a mass but no <com>, so its centre of mass is taken as the origin "
                                   "of {b}; write <com x='0' y='0' z='0'/> if that is right"));
    }
    if (const XmlElement* com = reader.child("com")) {
      ElementReader inner(*com, kBlockCom, place(Slot::com), library_, diagnostics_);
      const auto x = inner.number("x");
      const auto y = inner.number("y");
      const auto z = inner.number("z");
      if (x && y && z) block.com = Number3{*x, *y, *z};
    }
    if (const XmlElement* inertia = reader.child("inertia")) block.inertia = read_inertia(*inertia);
  }

  std::optional<InertiaTensor> read_inertia(const XmlElement& element) {
    ElementReader reader(element, kBlockInertia, place(Slot::inertia), library_, diagnostics_);
    InertiaTensor tensor;
    tensor.range = element.range;
    bool complete = true;
    const auto component = [&](std::string_view name, Number& to) {
      const XmlAttribute* attribute = reader.attribute(name);
      if (attribute != nullptr && attribute->name.starts_with('l'))
        diagnostics_
            .report(Rule::block_misspelt_inertia, attribute->name_range,
                    concat("'", attribute->name,
                           "' is spelt with an l as in the scanned manual; the attribute is '", name, "'"))
            .fix(attribute->name_range, std::string(name));
      const auto value = reader.number(name);
      complete = complete && value.has_value();
      if (value) to = *value;
    };
    component("Ixx", tensor.ixx);
    component("Iyy", tensor.iyy);
    component("Izz", tensor.izz);
    component("Ixy", tensor.ixy);
    component("Iyz", tensor.iyz);
    component("Ixz", tensor.ixz);
    return complete ? std::optional(tensor) : std::nullopt;
  }

  Model& library_;
  DiagnosticEngine& diagnostics_;
};

}  // namespace

namespace {

// Limits the numbers of Blocks and errors: each Block of a file becomes a robot.
bool within_limits(const XmlElement& child, std::size_t count, DiagnosticEngine& diagnostics) {
  constexpr std::size_t kMaxBlocks = 10'000;
  if (count < kMaxBlocks && diagnostics.error_count() < kMaxBlocks) return true;
  diagnostics.report(
      Rule::input_limit, child.start_tag,
      concat("the library has more than ", kMaxBlocks, count < kMaxBlocks ? " errors" : " Blocks",
             "; nothing after this place was read"));
  return false;
}

}  // namespace

bool read_blocks(FileId file, FrontendContext& context, Model& library) {
  DiagnosticEngine& diagnostics = context.diagnostics;
  BlockReader reader(library, diagnostics);
  bool single = false;
  std::size_t count = 0;
  bool full = false;
  XmlSink sink;
  sink.begin = [&](const XmlElement& root) { single = root.name == "Block"; };
  std::vector<XmlElement> parts;  // of one Block, which is small and read as a whole
  sink.child = [&](XmlElement& child) {
    if (single) parts.push_back(std::move(child));
    if (single || full) return;
    full = !within_limits(child, count, diagnostics);
    if (full) return;
    if (child.name == "Block") {
      reader.read(child);
      ++count;
    } else {
      diagnostics.report(Rule::unknown_element, child.name_range,
                         concat("a Block library holds <Block> elements, not <", child.name, ">"));
    }
  };
  std::optional<XmlElement> block;
  sink.end = [&](XmlElement& root) {
    if (single) block = std::move(root);
    if (!single && count == 0)
      diagnostics.report(Rule::missing_element, root.name_range,
                         concat("<", root.name, "> holds no <Block>"));
  };
  if (!read_xml(file, context.sources, diagnostics, sink, context.options.xml_parser())) return false;
  if (!block) return true;
  block->children = std::move(parts);
  reader.read(*block);
  return true;
}

void copy_extensions_of_block(const Model& library, std::size_t block, Model& to) {
  for (Extension extension : library.extensions) {
    if (extension.owner.kind != EntityKind::block || extension.owner.index != block) continue;
    extension.owner.index = static_cast<std::uint32_t>(to.blocks.size());
    to.extensions.push_back(std::move(extension));
  }
}

bool check_unique_blocks(const Model& library, DiagnosticEngine& diagnostics) {
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, SourceRange> seen;
  bool good = true;
  for (const Block& block : library.blocks) {
    const auto [first, fresh] = seen.try_emplace(
        std::tuple(std::string_view(block.id), std::string_view(block.name), std::string_view(block.tag)),
        block.id_range);
    if (fresh) continue;
    good = false;
    diagnostics
        .report(Rule::block_duplicate, block.id_range,
                concat("a second Block has id '", block.id, "', name '", block.name, "' and tag '", block.tag,
                       "'; give it another tag"))
        .note(first->second, "the first is here");
  }
  return good;
}

}  // namespace romas
