#include "frontend/xml/mistakes/tag_reports.h"

#include <algorithm>

#include "frontend/xml/mistakes/start_tag.h"
#include "frontend/xml/text/xml_space.h"
#include "support/text/text.h"

namespace romas {

namespace {

using Kind = XmlTag::Kind;

// Names of elements: those of SDF, and those that hold others in the other formats.
constexpr std::string_view kElements[] = {
#define CHILD(parent, child, reading, count, writing) child,
#define PROPERTY(parent, child, property, writing) child,
#include "ir/format/sdf.def"
    "robot",       "inertial", "transmission", "gazebo",    "actuator",      "ros2_control",
    "hardware",    "mujoco",   "worldbody",    "body",      "asset",         "default",
    "tendon",      "equality", "keyframe",     "compiler",  "group",         "custom",
    "group_state", "Block",    "Assembly",     "statistic", "contactPoints",
};

}  // namespace

XmlMistake& TagReports::tell(std::size_t begin, std::size_t end, std::string message) {
  xml_.mistakes.push_back({begin, end, std::move(message), {}, {}});
  return xml_.mistakes.back();
}

void TagReports::note(XmlMistake& mistake, std::size_t i, std::string message) const {
  mistake.note = XmlMistake::Note{tag(i).begin, tag(i).end, std::move(message)};
}

void TagReports::lost_tag(std::size_t i) {
  const std::size_t begin = tag(i).begin;
  const std::size_t end = tag(i).name_begin + tag(i).name_size;
  XmlMistake& mistake =
      tell(begin, end, concat("'<' is missing before '", xml_.text.substr(begin, end - begin), "'"));
  mistake.fix = XmlMistake::Fix{begin, begin, "<", true};
}

void TagReports::twin(std::size_t i) {
  XmlMistake& mistake = tell(
      tag(i).begin, tag(i).end,
      concat("'<", name(i), ">' begins inside '<", name(i), ">'; write '</", name(i), ">' to close that"));
  mistake.fix = XmlMistake::Fix{tag(i).begin + 1, tag(i).begin + 1, "/", true};
}

// Whether some format has an element of this name that holds others.
bool TagReports::is_known(std::size_t i) const {
  const std::string_view word = name(i);
  return word.starts_with("xacro:") || std::ranges::find(kElements, word) != std::end(kElements);
}

// Decides which of two names that differ is the misspelt one: the start tag's if nothing else has its name.
bool TagReports::is_first_wrong(std::size_t start, std::size_t end) const {
  const auto is_used = [&](std::size_t i) {
    for (std::size_t other = 0; other + 1 < xml_.tags.size(); ++other)
      if (other != i && tag(other).kind != Kind::none && balance_.name_id(other) == balance_.name_id(i))
        return true;
    return false;
  };
  const bool is_half = name(end).starts_with(name(start)) && !is_used(start);
  if (is_half && (is_used(end) || is_known(end))) return true;
  if (is_known(start) || is_used(start)) return false;
  return is_half || is_known(end) || is_used(end);
}

void TagReports::different_names(std::size_t start, std::size_t end) {
  if (tag(start).vague) return;
  if (tag(end).broken) return;
  if (is_first_wrong(start, end)) {
    const std::size_t begin = tag(start).name_begin, name_end = begin + tag(start).name_size;
    XmlMistake& mistake =
        tell(begin, name_end,
             concat("'<", name(start), ">' is closed by '</", name(end), ">'; write '<", name(end), ">'"));
    note(mistake, end, concat("'</", name(end), ">' is here"));
    mistake.fix = XmlMistake::Fix{begin, name_end, std::string(name(end)), true};
    return;
  }
  const std::size_t begin = tag(end).name_begin, name_end = begin + tag(end).name_size;
  XmlMistake& mistake =
      tell(begin, name_end,
           concat("'</", name(end), ">' does not close '<", name(start), ">'; write '</", name(start), ">'"));
  note(mistake, start, concat("'<", name(start), ">' starts here"));
  mistake.fix = XmlMistake::Fix{begin, name_end, std::string(name(start)), true};
}

void TagReports::start_as_end(std::size_t i) {
  if (tag(i).broken) return;
  XmlMistake& mistake = tell(tag(i).begin, tag(i).end,
                             concat("'</", name(i), ">' closes no open element, and another '</", name(i),
                                    ">' follows; write '<", name(i), ">' to open it"));
  mistake.fix = XmlMistake::Fix{tag(i).begin + 1, tag(i).begin + 2, "", true};
}

void TagReports::stray_end_tag(std::size_t end) {
  if (tag(end).broken) return;
  // Elements in front of it that stand deeper had a start tag around them.
  std::size_t first = end, depth = 0;
  for (std::size_t i = end; tag(end).first_on_line && i-- > 0;) {
    if (tag(i).kind == Kind::none) continue;
    if (tag(i).kind == Kind::end) {
      ++depth;
      continue;
    }
    if (tag(i).kind == Kind::open && depth-- == 0) break;
    if (depth > 0) continue;
    if (!tag(i).first_on_line || tag(i).indent <= tag(end).indent) break;
    first = i;
  }
  if (first == end) {
    tell(tag(end).name_begin, tag(end).name_begin + tag(end).name_size,
         concat("'</", name(end), ">' closes no open element; remove it, or open its element"));
    return;
  }
  note(tell(tag(first).begin, tag(first).end,
            concat("the start tag of '</", name(end), ">' is missing before this '<", name(first), ">'")),
       end, concat("'</", name(end), ">' closes no open element"));
}

bool TagReports::is_leaf(std::size_t start) const {
  bool is_used = false;
  for (std::size_t i = 0; i < xml_.tags.size(); ++i) {
    if (i == start || balance_.name_id(i) != balance_.name_id(start)) continue;
    if (tag(i).kind == Kind::open) return false;
    is_used = is_used || tag(i).kind == Kind::empty;
  }
  return is_used;
}

std::string_view TagReports::indentation(std::size_t i) const {
  const std::size_t line = xml_.text.substr(0, tag(i).begin).rfind('\n') + 1;
  return xml_.text.substr(line, skip_xml_space(xml_.text, line) - line);
}

void TagReports::missing_end_tag(std::size_t start, std::size_t before) {
  if (tag(start).kind != Kind::open) return;
  const std::string_view element = name(start);
  const XmlTag& next = tag(before);
  const std::size_t behind = tag(start).end;
  bool is_next = true;
  for (std::size_t i = start + 1; i < before; ++i) is_next &= tag(i).kind == Kind::none;
  const std::string_view between = xml_.text.substr(behind, next.begin - behind);
  const std::string_view words = trim(between.substr(0, between.find('<')));  // up to a comment
  if (is_next && words.empty()) {
    // A line of blanks as deep as the start tag is what an end tag leaves.
    const std::string_view blanks = indentation(start);
    const bool is_trace =
        !blanks.empty() && between.find(concat("\n", blanks, "\n")) != std::string_view::npos;
    if (!is_trace || is_leaf(start)) {
      XmlMistake& mistake =
          tell(tag(start).begin, behind,
               concat("'<", element, ">' is not closed; end the tag with '/>', or write '</", element, ">'"));
      const bool is_sure = next.kind == Kind::end ||
                           (is_leaf(start) && next.first_on_line && next.indent <= tag(start).indent);
      if (xml_.text[behind - 1] == '>' && is_sure)
        mistake.fix = XmlMistake::Fix{behind - 1, behind, "/>", true};
      return;
    }
  }
  if (is_next && !words.empty()) {
    const auto end = static_cast<std::size_t>(words.data() - xml_.text.data()) + words.size();
    XmlMistake& mistake =
        tell(end, end, concat("'<", element, ">' is not closed; write '</", element, ">' after its text"));
    note(mistake, start, concat("'<", element, ">' starts here"));
    mistake.fix = XmlMistake::Fix{end, end, concat("</", element, ">"), true};
    return;
  }
  const bool at_end = before + 1 == xml_.tags.size();
  if (at_end) return text_end(start);
  XmlMistake& mistake =
      tell(next.begin, next.end,
           concat("'<", element, ">' is not closed before this '<", next.kind == Kind::end ? "/" : "",
                  name(before), ">'; write '</", element, ">'"));
  note(mistake, start, concat("'<", element, ">' starts here"));
  // The place is sure only if the indentation tells it, and the start tag stands alone on its line.
  if (!tag(start + 1).first_on_line) return;
  if (!next.first_on_line || !tag(start).first_on_line || next.indent > tag(start).indent) return;
  const std::size_t line = xml_.text.substr(0, next.begin).rfind('\n') + 1;
  const bool is_crlf = line > 1 && xml_.text[line - 2] == '\r';
  mistake.fix = XmlMistake::Fix{
      line, line, concat(indentation(start), "</", element, ">", is_crlf ? "\r\n" : "\n"), true};
}

void TagReports::missing_root(std::size_t end) {
  std::size_t first = 0;
  while (first + 1 < xml_.tags.size() && tag(first).kind == Kind::none) ++first;
  note(tell(tag(first).begin, tag(first).end,
            concat("the start tag of '</", name(end), ">' is missing before this '<", name(first), ">'")),
       end, concat("'</", name(end), ">' closes no open element"));
}

void TagReports::early_root_end(std::size_t root) {
  if (tag(root).broken) return;
  const bool was_end = tag(root).kind == Kind::none;
  tell(tag(root).begin, tag(root).end,
       was_end ? concat("'</", name(root), ">' ends the root element, but further elements follow; remove it")
               : concat("'<", name(root),
                        "/>' is the whole root element, but further elements follow; write '>' "
                        "in place of '/>'"));
}

void TagReports::second_root(std::size_t i) {
  tell(tag(i).begin, tag(i).end, "the root element is closed above; only comments can follow it");
}

void TagReports::text_end(std::size_t open) {
  const std::size_t last = xml_.tags.size() - 2;
  if (tag(last).broken && trim(xml_.text.substr(tag(last).end)).empty())
    return;  // the text is cut in that tag
  // The end of the content, or the line on which the end tag stood, of which only its line end is left.
  const std::size_t content_end = xml_.text.find_last_not_of(" \t\r\n") + 1;
  const std::size_t last_line = xml_.text.rfind('\n');
  const std::string_view blanks = xml_.text.substr(content_end);
  const std::size_t at = blanks.find('\n') == blanks.rfind('\n') ? content_end : last_line;
  note(tell(at, at, concat("the text ends, but '<", name(open), ">' is not closed")), open,
       concat("'<", name(open), ">' starts here"));
}

// Whether the tag has no attributes and neither has another one of its name: it was not cut in its middle.
bool TagReports::is_bare_elsewhere(std::size_t i) const {
  for (std::size_t other = 0; tag(i).bare && other < xml_.tags.size(); ++other)
    if (other != i && tag(other).kind == Kind::open && tag(other).bare &&
        balance_.name_id(other) == balance_.name_id(i))
      return true;
  return false;
}

void TagReports::finish_fixes() {
  const std::vector<std::uint32_t> partners = balance_.partners();
  for (XmlMistake& mistake : xml_.mistakes) {
    if (mistake.remedy == XmlMistake::Remedy::none || mistake.tag >= partners.size()) continue;
    const std::size_t i = mistake.tag;
    const XmlTag& broken = tag(i);
    const bool has_partner = partners[i] < xml_.tags.size() && !tag(partners[i]).vague;
    const std::string partner(has_partner ? name(partners[i]) : std::string_view());
    const auto fix = [&](std::size_t begin, std::size_t end, std::string text) {
      mistake.fix = XmlMistake::Fix{begin, end, std::move(text), true};
    };
    switch (mistake.remedy) {
      case XmlMistake::Remedy::close_tag:
        if (broken.kind == Kind::empty && xml_.text[broken.end - 1] == '/') fix(broken.end, broken.end, ">");
        if (broken.kind == Kind::open && has_partner && partner == name(i) && is_bare_elsewhere(i))
          fix(broken.end, broken.end, ">");
        break;
      case XmlMistake::Remedy::name_tag:
        if (broken.kind == Kind::open && has_partner) fix(broken.begin + 1, broken.begin + 1, partner);
        break;
      case XmlMistake::Remedy::rewrite_end_tag:
        if (broken.kind == Kind::end && has_partner) {
          const bool closed = xml_.text[broken.end - 1] == '>';
          fix(broken.begin + 2, broken.end - (closed ? 1 : 0), concat(partner, closed ? "" : ">"));
          if (closed && broken.name_size > 0)
            mistake.message = concat("an end tag holds only its name; write '</", partner, ">'");
        }
        break;
      case XmlMistake::Remedy::none: break;
    }
  }
}

}  // namespace romas
