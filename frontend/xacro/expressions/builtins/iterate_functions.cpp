// Results of map, filter, zip, enumerate and reversed.
#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/evaluation/iterate.h"

namespace romas::xacro {

namespace {

class MapIterator : public Iterator {
 public:
  MapIterator(Value function, std::vector<Ref<Iterator>> sources)
      : Iterator(TypeId::map), function_(std::move(function)), sources_(std::move(sources)) {}
  bool next(Evaluator& evaluator, Value& element) override {
    check_stack();
    std::vector<Value> arguments(sources_.size());
    for (std::size_t i = 0; i < sources_.size(); ++i)
      if (!sources_[i]->next(evaluator, arguments[i])) return false;
    element = evaluator.call(function_, std::move(arguments));
    return true;
  }

 private:
  Value function_;
  std::vector<Ref<Iterator>> sources_;
};

class FilterIterator : public Iterator {
 public:
  FilterIterator(Value function, Ref<Iterator> source)
      : Iterator(TypeId::filter), function_(std::move(function)), source_(std::move(source)) {}
  bool next(Evaluator& evaluator, Value& element) override {
    check_stack();
    while (source_->next(evaluator, element))
      if (truth(function_.is(Kind::none) ? element : evaluator.call(function_, {element}))) return true;
    return false;
  }

 private:
  Value function_;
  Ref<Iterator> source_;
};

class ZipIterator : public Iterator {
 public:
  ZipIterator(std::vector<Ref<Iterator>> sources, bool strict)
      : Iterator(TypeId::zip), sources_(std::move(sources)), strict_(strict) {}
  bool next(Evaluator& evaluator, Value& element) override {
    check_stack();
    charge_elements(evaluator.budget(), sources_.size());
    std::vector<Value> parts(sources_.size());
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      if (sources_[i]->next(evaluator, parts[i])) continue;
      if (strict_) check_ended(evaluator, i);
      return false;
    }
    if (sources_.empty()) return false;
    element = make_tuple(std::move(parts));
    return true;
  }

 private:
  void check_ended(Evaluator& evaluator, std::size_t ended) {
    Value spare;
    bool differs = ended > 0;
    for (std::size_t i = ended + 1; i < sources_.size() && !differs; ++i)
      differs = sources_[i]->next(evaluator, spare);
    if (differs) fail("zip() with strict=True takes lists of the same length");
  }

  std::vector<Ref<Iterator>> sources_;
  bool strict_;
};

class EnumerateIterator : public Iterator {
 public:
  EnumerateIterator(Ref<Iterator> source, std::int64_t start)
      : Iterator(TypeId::enumerate), source_(std::move(source)), next_(static_cast<std::uint64_t>(start)) {}
  bool next(Evaluator& evaluator, Value& element) override {
    check_stack();
    Value inner;
    if (!source_->next(evaluator, inner)) return false;
    element = make_tuple({Value(static_cast<std::int64_t>(next_++)), std::move(inner)});
    return true;
  }

 private:
  Ref<Iterator> source_;
  std::uint64_t next_;
};

class ReversedIterator : public Iterator {
 public:
  explicit ReversedIterator(std::vector<Value> elements)
      : Iterator(TypeId::reversed), elements_(std::move(elements)) {}
  bool next(Evaluator& evaluator, Value& element) override {
    charge(evaluator.budget(), 1);
    if (elements_.empty()) return false;
    element = std::move(elements_.back());
    elements_.pop_back();
    return true;
  }

 private:
  std::vector<Value> elements_;
};

}  // namespace

Ref<Iterator> map_iterator(Value function, std::vector<Ref<Iterator>> sources) {
  return make_iterator<MapIterator>(std::move(function), std::move(sources));
}
Ref<Iterator> filter_iterator(Value function, Ref<Iterator> source) {
  return make_iterator<FilterIterator>(std::move(function), std::move(source));
}
Ref<Iterator> zip_iterator(std::vector<Ref<Iterator>> sources, bool strict) {
  return make_iterator<ZipIterator>(std::move(sources), strict);
}
Ref<Iterator> enumerate_iterator(Ref<Iterator> source, std::int64_t start) {
  return make_iterator<EnumerateIterator>(std::move(source), start);
}
Ref<Iterator> reversed_iterator(std::vector<Value> elements) {
  return make_iterator<ReversedIterator>(std::move(elements));
}

}  // namespace romas::xacro
