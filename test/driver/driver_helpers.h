// Calls of the driver as a program that uses the library makes them.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "driver/stages/compile.h"

namespace romas::test {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline driver::CompileRequest emitting(std::vector<std::string> targets) {
  driver::CompileRequest request;
  request.emit.targets = std::move(targets);
  request.emit.output_folder = "out";
  return request;
}

inline driver::Pipelines pipelines_of(const driver::CompileRequest& request) {
  driver::Pipelines pipelines;
  std::string error;
  EXPECT_TRUE(driver::make_pipelines(request, pipelines, error)) << error;
  return pipelines;
}

// Texts by the names that inputs, imports and libraries call them.
inline SourceManager::Texts texts(const std::vector<std::pair<std::string, std::string>>& files) {
  SourceManager::Texts texts;
  for (const auto& [name, text] : files) texts.emplace(SourceManager::file_key(name), text);
  return texts;
}

inline driver::CompileResult compile_text(const std::string& name, const SourceManager::Texts& texts,
                                          const driver::CompileRequest& request) {
  return driver::compile(name, request, pipelines_of(request), &texts);
}

// Everything that a caller sees of a result, as one text.
inline std::string print_result(const driver::CompileResult& result) {
  std::string text = std::to_string(static_cast<int>(result.status)) + "\n";
  text += render_text(result.report, {});
  for (const OutputFile& file : result.files) text += file.path + "\n" + file.text;
  for (const std::string& path : result.files_read) text += path + "\n";
  return text + result.printed;
}

inline const char* const kPendulum = R"(<robot name="pendulum">
  <link name="base"/>
  <link name="arm"><inertial><mass value="1"/><origin xyz="0 0 -0.5"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="10" velocity="2"/></joint>
</robot>
)";

}  // namespace romas::test
