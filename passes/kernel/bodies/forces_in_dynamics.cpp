#include "passes/kernel/bodies/forces_in_dynamics.h"

#include "passes/kernel/bodies/differentiate.h"

namespace romas::lowering {

namespace {

// The outputs of a kernel, built anew from values for its input arrays.
std::vector<OutputArray> rebuilt_outputs(KernelBuilder& builder, const Kernel& kernel,
                                         const std::vector<std::vector<Value>>& inputs) {
  const std::vector<Value> values = rebuild(builder, kernel, inputs);
  std::vector<OutputArray> outputs = kernel.outputs;
  for (OutputArray& output : outputs)
    for (Value& element : output.elements) element = values[element.index()];
  return outputs;
}

std::vector<Value> zeros(KernelBuilder& builder, std::uint32_t size) {
  return std::vector<Value>(size, builder.constant(0));
}

void add_to(KernelBuilder& builder, std::vector<Value>& sum, const std::vector<Value>& other) {
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] = builder.add(sum[k], other[k]);
}

// F(q, v): what acts where all inputs are 0.
Kernel resting_forces(const Kernel& applied_forces) {
  KernelBuilder builder("resting_forces");
  std::vector<std::vector<Value>> inputs;
  for (std::size_t array = 0; array < 2; ++array) {
    const KernelArray& input = applied_forces.inputs[array];
    inputs.push_back(elements_of(builder, builder.add_input(input.name, input.size)));
  }
  inputs.push_back(zeros(builder, applied_forces.inputs[2].size));
  builder.add_output("tau", rebuilt_output(builder, applied_forces, inputs));
  return builder.take();
}

// A kernel of q, v and tau (and more inputs) where F acts beside tau.
Kernel with_forces_beside_torques(const Kernel& kernel, const Kernel& forces) {
  KernelBuilder builder(kernel.name);
  std::vector<std::vector<Value>> inputs = same_inputs(builder, kernel);
  add_to(builder, inputs[2], rebuilt_output(builder, forces, {inputs[0], inputs[1]}));
  for (OutputArray& output : rebuilt_outputs(builder, kernel, inputs))
    builder.add_output(output.name, std::move(output.elements));
  return builder.take();
}

// A kernel whose first inputs are q and v, or q alone, which stands for no velocity. `forces` has the same
// outputs, of q and v: they are taken from those of the kernel.
Kernel without_forces(const Kernel& kernel, const Kernel& forces) {
  KernelBuilder builder(kernel.name);
  const std::vector<std::vector<Value>> inputs = same_inputs(builder, kernel);
  const std::vector<Value> velocity = inputs.size() > 1 ? inputs[1] : zeros(builder, forces.inputs[1].size);
  const std::vector<OutputArray> taken = rebuilt_outputs(builder, forces, {inputs[0], velocity});
  std::vector<OutputArray> outputs = rebuilt_outputs(builder, kernel, inputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::vector<Value>& elements = outputs[i].elements;
    for (std::size_t k = 0; k < elements.size(); ++k)
      elements[k] = builder.sub(elements[k], taken[i].elements[k]);
    builder.add_output(outputs[i].name, std::move(elements));
  }
  return builder.take();
}

}  // namespace

Kernel lower_forward_dynamics_with_forces(const Kernel& forward_dynamics, const Kernel& applied_forces) {
  KernelBuilder builder("forward_dynamics_with_forces");
  std::vector<std::vector<Value>> inputs = same_inputs(builder, forward_dynamics);
  const std::uint32_t u = builder.add_input("u", applied_forces.inputs[2].size);
  const std::vector<Value> of_thrusters = elements_of(builder, u);
  add_to(builder, inputs[2], rebuilt_output(builder, applied_forces, {inputs[0], inputs[1], of_thrusters}));
  builder.add_output("a", rebuilt_output(builder, forward_dynamics, inputs));
  return builder.take();
}

ForcesInDynamics::ForcesInDynamics(const Kernel& applied_forces) : forces_(resting_forces(applied_forces)) {}

Kernel ForcesInDynamics::torque(const DynamicsPlan& plan, Dynamics kind) const {
  Kernel kernel = lower_inverse_dynamics(plan, kind);
  return any() ? without_forces(kernel, forces_) : kernel;
}

Kernel ForcesInDynamics::acceleration(Kernel kernel) const {
  return any() ? with_forces_beside_torques(kernel, forces_) : std::move(kernel);
}

Kernel ForcesInDynamics::torque_derivatives(Kernel kernel, const DynamicsModel& model) const {
  if (!any()) return kernel;
  return without_forces(kernel, differentiated(forces_, model, {"q", "v"}, "force_rates"));
}

}  // namespace romas::lowering
