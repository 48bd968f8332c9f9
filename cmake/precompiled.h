// Nearly every source from ir/ upwards includes these headers: the standard library, and the model.
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "ir/model/entity.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"
#include "support/text/text.h"
