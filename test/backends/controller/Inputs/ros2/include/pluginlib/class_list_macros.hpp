// Stand-in for pluginlib: exports a function that makes the plugin.
#pragma once

#define PLUGINLIB_EXPORT_CLASS(Derived, Base)                            \
  extern "C" __attribute__((visibility("default"))) Base* make_plugin(); \
  Base* make_plugin() { return new Derived(); }
