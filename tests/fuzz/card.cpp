#include "fuzz/allowing_errors.hpp"
#include "fuzz/targets.hpp"
#include "l2bench/model.hpp"

namespace l2bench::fuzz {
void read_card(std::string_view text) {
  allowing_errors([&] { model_card_for(open_model_rig(parse_model_card(text, "fuzz"))->device().info()); });
}

}  // namespace l2bench::fuzz
