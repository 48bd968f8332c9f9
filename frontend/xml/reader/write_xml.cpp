#include "frontend/xml/reader/write_xml.h"

#include "support/text/text.h"

namespace romas {

namespace {

void append_escaped(std::string& out, std::string_view text, bool attribute) {
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '\r': out += "&#13;"; break;
      case '"':
        if (attribute)
          out += "&quot;";
        else
          out += c;
        break;
      case '\n':
      case '\t':
        if (attribute)
          out += c == '\n' ? "&#10;" : "&#9;";
        else
          out += c;
        break;
      default: out += c;
    }
  }
}

// The elements are as deep as the reader of XML allows.
class Writer {
 public:
  explicit Writer(std::vector<PrintedPart>* parts = nullptr) : parts_(parts) {}

  void element(const XmlElement& element, std::size_t depth) {
    indent(depth);
    const std::size_t part = begin_part(element.range, element.start_tag);
    out_ += concat("<", element.name);
    for (const XmlAttribute& attribute : element.attributes) {
      out_ += ' ';
      const std::size_t said = begin_part(attribute.range, attribute.range);
      out_ += concat(attribute.name, "=\"");
      append_escaped(out_, attribute.value.text, true);
      out_ += '"';
      end_part(said);
    }
    if (!element.children.empty() || !element.comments.empty()) {
      out_ += ">\n";
      content(element, depth + 1);
      indent(depth);
      out_ += concat("</", element.name, ">");
    } else if (!element.text.text.empty()) {
      out_ += '>';
      escaped_text(element.text, element.text.text);
      out_ += concat("</", element.name, ">");
    } else {
      out_ += "/>";
    }
    end_part(part);
  }

  void comment(const XmlComment& comment, std::size_t depth) {
    indent(depth);
    const std::size_t part = begin_part(comment.range, comment.range);
    out_ += comment.instruction ? concat("<?", comment.text, "?>") : concat("<!--", comment.text, "-->");
    end_part(part);
  }

  void line(std::string_view text) { out_ += concat(text, "\n"); }
  std::string take() { return std::move(out_); }

 private:
  void indent(std::size_t depth) { out_.append(2 * depth, ' '); }

  // Texts and comments stand in front of the child that they name.
  void content(const XmlElement& element, std::size_t depth) {
    std::size_t comments = 0;
    std::size_t pieces = 0;
    if (element.pieces.empty() && !element.text.text.empty()) text(element.text, depth);
    for (std::size_t i = 0; i <= element.children.size(); ++i) {
      for (bool more = true; more;) {
        const bool has_comment = comments < element.comments.size() && element.comments[comments].before <= i;
        const bool has_piece = pieces < element.pieces.size() && element.pieces[pieces].before <= i;
        more = has_comment || has_piece;
        if (has_piece && (!has_comment || is_first(element.pieces[pieces], element.comments[comments]))) {
          text(element.pieces[pieces++].text, depth);
        } else if (has_comment) {
          comment(element.comments[comments++], depth);
          out_ += '\n';
        }
      }
      if (i == element.children.size()) break;
      this->element(element.children[i], depth);
      out_ += '\n';
    }
  }

  static bool is_first(const XmlPiece& piece, const XmlComment& comment) {
    if (piece.before != comment.before) return piece.before < comment.before;
    return piece.text.range.file == comment.range.file && piece.text.range.begin < comment.range.begin;
  }

  void text(const XmlText& text, std::size_t depth) {
    indent(depth);
    escaped_text(text, trim(text.text));
    out_ += '\n';
  }

  void escaped_text(const XmlText& text, std::string_view shown) {
    const std::size_t part = begin_part(text.range, text.range);
    append_escaped(out_, shown, false);
    end_part(part);
  }

  // A part that begins here, as end_part() takes it.
  std::size_t begin_part(SourceRange written, SourceRange head) {
    if (parts_ == nullptr) return 0;
    parts_->push_back({out_.size(), out_.size(), written, head});
    return parts_->size() - 1;
  }
  void end_part(std::size_t part) {
    if (parts_ != nullptr) (*parts_)[part].end = out_.size();
  }

  std::string out_;
  std::vector<PrintedPart>* parts_;
};

}  // namespace

std::string write_xml(std::span<const XmlComment> before, const XmlElement& root,
                      std::span<const XmlComment> behind, std::vector<PrintedPart>* parts) {
  Writer writer(parts);
  writer.line("<?xml version=\"1.0\"?>");
  for (const XmlComment& comment : before) {
    writer.comment(comment, 0);
    writer.line("");
  }
  writer.element(root, 0);
  writer.line("");
  for (const XmlComment& comment : behind) {
    writer.comment(comment, 0);
    writer.line("");
  }
  return writer.take();
}

std::string write_xml(const XmlElement& element) {
  Writer writer;
  writer.element(element, 0);
  return writer.take();
}

}  // namespace romas
