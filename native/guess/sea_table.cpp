#include "guess/sea_table.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"

namespace mineproof {

void SeaTable::fill(int sea, int mines, int fewest, int most, int most_gone) {
    int least = std::max(0, mines - most), high = std::min(sea, mines - fewest);
    if (least > high) throw Contradiction("the mine count fits no layout");
    int middle = (least + high) / 2;
    low = std::max(0, least - most_gone);
    width = high - low + 1;
    rows = std::min(sea, most_gone) + 1;
    table.assign(std::size_t(rows) * width, 0.0);
    table[middle - low] = 1.0;
    for (int k = middle; k < high; ++k) table[k + 1 - low] = table[k - low] * (sea - k) / (k + 1);
    for (int k = middle; k > low; --k) table[k - 1 - low] = table[k - low] * k / (sea - k + 1);
    for (int gone = 1; gone < rows; ++gone) {
        const double* above = &table[std::size_t(gone - 1) * width];
        double* row = &table[std::size_t(gone) * width];
        int from = sea - gone + 1;
        for (int k = 0; k < width; ++k)
            row[k] = low + k > sea - gone ? 0.0 : above[k] * (from - (low + k)) / from;
    }
    scale = std::lgamma(sea + 1.0) - std::lgamma(middle + 1.0) - std::lgamma(sea - middle + 1.0);
}

}  // namespace mineproof
