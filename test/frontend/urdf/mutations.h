// Every text that differs from a URDF file in one element or attribute.
#pragma once

#include <functional>
#include <string>

namespace romas::test {

struct Mutation {
  // What was done where, in words that are the same for all places of one kind:
  // "delete robot/joint[revolute]/limit@effort".
  std::string name;
  std::string text;
};

// Deletes, empties, misspells and repeats each element and attribute that urdfdom reads, one at a time, and
// makes each value a word. `per_name` limits how many mutations of one name are made; 0: no limit. Returns
// false if the text is not well-formed.
bool for_each_mutation(const std::string& text, std::size_t per_name,
                       const std::function<void(const Mutation&)>& take);

}  // namespace romas::test
