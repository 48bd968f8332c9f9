// Expressions in a canonical form: one blank around operators, and brackets around every operation within
// another.
#include <cmath>

#include "frontend/xacro/expressions/syntax/expression.h"
#include "frontend/xacro/expressions/syntax/syntax.h"

namespace romas::xacro {

namespace {

class ExpressionPrinter {
 public:
  std::string take() { return std::move(out_); }

  void print(const Node& node) {
    switch (node.kind) {
      case NodeKind::constant: constant(node.constant); break;
      case NodeKind::name:
      case NodeKind::local: out_ += node.name; break;
      case NodeKind::attribute:
        operand(node.children[0]);
        out_.append(".").append(node.name);
        break;
      case NodeKind::subscript:
        operand(node.children[0]);
        out_ += '[';
        index(node.children[1]);
        out_ += ']';
        break;
      case NodeKind::slice: slice(node); break;
      case NodeKind::call:
        operand(node.children[0]);
        out_ += '(';
        list(node, 1);
        out_ += ')';
        break;
      case NodeKind::keyword:
        out_.append(node.name).append("=");
        print(node.children[0]);
        break;
      case NodeKind::list: bracketed(node, '[', ']'); break;
      case NodeKind::set: bracketed(node, '{', '}'); break;
      case NodeKind::tuple: tuple(node); break;
      case NodeKind::dict: dict(node); break;
      case NodeKind::comprehension: comprehension(node); break;
      case NodeKind::clause: clause(node); break;
      default: operation(node);
    }
  }

 private:
  // A literal that is too large for a float is infinite.
  void constant(const Value& value) {
    const bool infinite = value.is(Kind::real) && std::isinf(value.real());
    out_ += infinite ? "1e999" : repr(value);
  }
  static bool is_operation(const Node& node) {
    return node.kind == NodeKind::unary || node.kind == NodeKind::binary || node.kind == NodeKind::compare ||
           node.kind == NodeKind::both || node.kind == NodeKind::either || node.kind == NodeKind::conditional;
  }
  void operand(const Node& node) {
    // A dot behind a number would be its point.
    const bool brackets =
        is_operation(node) || (node.kind == NodeKind::constant && !node.constant.is(Kind::text));
    if (brackets) out_ += '(';
    print(node);
    if (brackets) out_ += ')';
  }

  void operation(const Node& node) {
    if (node.kind == NodeKind::unary) {
      out_.append(sign_of(node.op)).append(node.op == Operator::negate ? " " : "");
      return operand(node.children[0]);
    }
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      if (i > 0) out_.append(" ").append(sign_between(node, i)).append(" ");
      operand(node.children[i]);
    }
  }
  static std::string_view sign_between(const Node& node, std::size_t i) {
    switch (node.kind) {
      case NodeKind::both: return "and";
      case NodeKind::either: return "or";
      case NodeKind::conditional: return i == 1 ? "if" : "else";
      case NodeKind::compare: return sign_of(i == 1 ? node.op : node.ops[i - 2]);
      default: return sign_of(node.op);
    }
  }

  void list(const Node& node, std::size_t first) {
    for (std::size_t i = first; i < node.children.size(); ++i) {
      if (i > first) out_ += ", ";
      print(node.children[i]);
    }
  }
  void bracketed(const Node& node, char open, char close) {
    out_ += open;
    list(node, 0);
    out_ += close;
  }
  void tuple(const Node& node) {
    out_ += '(';
    list(node, 0);
    if (node.children.size() == 1) out_ += ',';
    out_ += ')';
  }
  void dict(const Node& node) {
    out_ += '{';
    for (std::size_t i = 0; i < node.children.size(); i += 2) {
      if (i > 0) out_ += ", ";
      print(node.children[i]);
      out_ += ": ";
      print(node.children[i + 1]);
    }
    out_ += '}';
  }

  void index(const Node& node) {
    bool slices = false;
    if (node.kind == NodeKind::tuple)
      for (const Node& child : node.children) slices = slices || child.kind == NodeKind::slice;
    if (!slices) return print(node);
    list(node, 0);
    if (node.children.size() == 1) out_ += ',';
  }
  void slice(const Node& node) {
    std::size_t next = 0;
    for (unsigned part = 0; part < 3; ++part) {
      if (part == 1 || (part == 2 && (node.parts & 4U) != 0)) out_ += ':';
      if ((node.parts & 1U << part) != 0) print(node.children[next++]);
    }
  }

  void comprehension(const Node& node) {
    constexpr std::string_view kOpen = "[{{(";
    constexpr std::string_view kClose = "]}})";
    const auto gives = static_cast<std::size_t>(node.gives);
    out_ += kOpen[gives];
    const Node& element = node.children[0];
    const bool in_braces = node.gives == Gives::set || node.gives == Gives::dict;
    print(in_braces ? element.children[0] : element);
    if (node.gives == Gives::dict) {
      out_ += ": ";
      print(element.children[1]);
    }
    for (std::size_t i = 1; i < node.children.size(); ++i) {
      out_ += ' ';
      print(node.children[i]);
    }
    out_ += kClose[gives];
  }
  void clause(const Node& node) {
    out_ += "for ";
    print(node.children[0]);
    out_ += " in ";
    operand(node.children[1]);
    for (std::size_t i = 2; i < node.children.size(); ++i) {
      out_ += " if ";
      operand(node.children[i]);
    }
  }

  std::string out_;
};

}  // namespace

std::string print(const Expression& expression) {
  ExpressionPrinter printer;
  printer.print(expression.root());
  return printer.take();
}

}  // namespace romas::xacro
