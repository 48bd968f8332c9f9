// Members of a `type` that nothing in the file reads: they are demanded of every record in vain. Which record
// an expression is, only its value tells, so that a name that is read of any counts for all.
#include <algorithm>

#include "frontend/language/lints/lints.h"
#include "frontend/language/words/builtin_info.h"
#include "support/text/text.h"

namespace romas::language {

void Lints::define_members(const Statement& type) {
  const auto* name = type.get<Name>("type");
  const auto* written = type.first<TypeExpr>();
  if (name != nullptr && written != nullptr) add_members({name->text, name->range}, *written);
}

// The recursion is as deep as brackets are nested.
void Lints::add_members(const Binding& of, const TypeExpr& record) {
  for (const TypeExpr& element : record.elements) add_members(of, element);
  if (record.kind != TypeExpr::Kind::record) return;
  const FileId file = record.range.file;
  for (std::size_t i = 0; i < record.names.size(); ++i) {
    const SourceRange own = {file, record.names[i].range.begin, record.elements[i].range.end};
    const SourceRange whole = i + 1 < record.names.size()
                                  ? SourceRange{file, own.begin, record.names[i + 1].range.begin}
                              : i > 0 ? SourceRange{file, record.elements[i - 1].range.end, own.end}
                                      : SourceRange{};
    members_.push_back({of, record.names[i], whole});
  }
}

void Lints::read_members(const Expr& expr) {
  if (expr.kind == Expr::Kind::member || expr.kind == Expr::Kind::text) read_members_.emplace(expr.text());
  if (expr.kind == Expr::Kind::call) hand_over(expr);
}

// Another file may read any member of a record that it receives, so these members count as used.
void Lints::hand_over(const Expr& given) {
  const Expr& callee = given.operands.front();
  if (callee.kind != Expr::Kind::member || callee.operands.front().kind != Expr::Kind::name) return;
  const Local* file = find(callee.operands.front().text());
  if (file == nullptr || file->kind != Kind::import) return;
  using enum Expr::Kind;
  all_are_read_ =
      all_are_read_ || std::any_of(given.operands.begin() + 1, given.operands.end(), [](const Expr& one) {
        return one.kind == name || one.kind == member || one.kind == index || one.kind == Expr::Kind::call ||
               one.kind == record || one.kind == list || one.kind == each || one.kind == let_in ||
               one.kind == conditional || one.kind == group;
      });
}

// for (name, value) in RECORD: only a list that is written out, or that a function of the language makes, is
// none.
void Lints::goes_through(const Pattern& pattern, const Expr& list) {
  if (pattern.parts.size() != 2 || list.kind == Expr::Kind::list || list.kind == Expr::Kind::each) return;
  const std::vector<BuiltinInfo> functions = builtin_functions();
  const bool is_made =
      list.kind == Expr::Kind::call &&
      std::ranges::find(functions, list.operands.front().text(), &BuiltinInfo::name) != functions.end();
  if (!is_made) all_are_read_ = true;
}

void Lints::find_unread_members() {
  if (all_are_read_) return;
  for (const Member& member : members_) {
    const auto type = frames_.front().find(member.type.text);
    const bool is_told =
        type != frames_.front().end() && type->second.used;  // an unused type is told as a whole
    if (!is_told || member.name.text.starts_with('_') || read_members_.contains(member.name.text)) continue;
    Finding finding{Rule::unused_name,
                    member.name.range,
                    concat("nothing reads the member '", member.name.text, "' of the type '",
                           member.type.text, "'; remove it"),
                    {},
                    {},
                    {}};
    if (member.whole.valid()) finding.fix = {member.whole, ""};
    findings_.push_back(std::move(finding));
  }
}

}  // namespace romas::language
