// Pinocchio's inverse dynamics as a module of Python with as little between them as there can be: it reads
// and writes the memory of the arrays, and makes none. Pinocchio's own bindings, which check and convert and
// make an array for the result, take more.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <exception>
#include <fstream>
#include <memory>
#include <pinocchio/algorithm/rnea.hpp>

#include "pinocchio_model.h"
#include "table.h"

namespace {

struct Robot {
  explicit Robot(bench::PinocchioModel made) : model(std::move(made)), data(model.model) {}
  bench::PinocchioModel model;
  pinocchio::Data data;
};
std::unique_ptr<Robot> robot;

// open(table): the robot of inverse_dynamics from now on. Its rows stand parents first.
PyObject* open(PyObject*, PyObject* argument) {
  const char* path = PyUnicode_AsUTF8(argument);
  if (path == nullptr) return nullptr;
  std::ifstream in(path);
  bench::Case table;
  for (bench::LinkRow row = bench::read_row(in); in; row = bench::read_row(in)) {
    table.links.push_back(row.name);
    if (row.type != "root" && row.type != "fixed") table.joints.push_back(row.joint);
    table.rows.push_back(row);
  }
  try {
    robot = std::make_unique<Robot>(bench::make_pinocchio_model(table));
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
    return nullptr;
  }
  Py_RETURN_NONE;
}

// inverse_dynamics(q, v, a, out): arrays of n doubles each, in the order of the table's joints, as Pinocchio
// has them for a chain.
PyObject* inverse_dynamics(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (count != 4 || !robot) {
    PyErr_SetString(PyExc_TypeError, "open(table), then inverse_dynamics(q, v, a, out)");
    return nullptr;
  }
  const Eigen::Index n = robot->model.model.nv;
  Py_buffer views[4];
  for (int i = 0; i < 4; ++i) {
    const int flags = i == 3 ? PyBUF_CONTIG : PyBUF_CONTIG_RO;
    const bool got = PyObject_GetBuffer(arguments[i], &views[i], flags) == 0;
    const bool good = got && views[i].len == static_cast<Py_ssize_t>(n * sizeof(double));
    if (good) continue;
    if (got) PyErr_SetString(PyExc_ValueError, "an array of n doubles is expected");
    for (int k = 0; k < (got ? i + 1 : i); ++k) PyBuffer_Release(&views[k]);
    return nullptr;
  }
  const auto in = [&](int i) {
    return Eigen::Map<const Eigen::VectorXd>(static_cast<double*>(views[i].buf), n);
  };
  pinocchio::rnea(robot->model.model, robot->data, in(0), in(1), in(2));
  Eigen::Map<Eigen::VectorXd>(static_cast<double*>(views[3].buf), n) = robot->data.tau;
  for (Py_buffer& view : views) PyBuffer_Release(&view);
  Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"open", open, METH_O, nullptr},
    {"inverse_dynamics", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(inverse_dynamics)),
     METH_FASTCALL, nullptr},
    {nullptr, nullptr, 0, nullptr}};
PyModuleDef description = {
    PyModuleDef_HEAD_INIT, "pinocchio_loop", nullptr, -1, functions, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_pinocchio_loop() { return PyModule_Create(&description); }
