#include "frontend/mjcf/refusals/refusals.h"

#include "frontend/mjcf/refusals/refusal_part.h"

namespace romas::mjcf {

void check_refusals(const RefusalInputs& inputs, SchemaReader& schema) {
  RefusalState state{inputs, schema};
  check_body_refusals(state);
  check_asset_refusals(state);
  check_constraint_refusals(state);
  check_actuator_refusals(state);
  check_sensor_refusals(state);
}

}  // namespace romas::mjcf
