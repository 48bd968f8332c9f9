// Links whose names become one identifier stay apart.
#include "clash.hpp"

using clash::Link;
static_assert(clash::n_links == 4 && clash::n_joints == 2);
static_assert(clash::link_names[static_cast<std::size_t>(Link::a_b)] == "a_b");
static_assert(clash::link_names[static_cast<std::size_t>(Link::a_b_2)] == "a_b_2");
static_assert(clash::link_names[static_cast<std::size_t>(Link::a_b_3)] == "a-b");
static_assert(clash::link_names[static_cast<std::size_t>(Link::a_b_4)] == "a.b");
static_assert(clash::joint_names[0] == "j-1" && clash::joint_names[1] == "j_1");
