// A table of the ways to place mines in the sea: binomial coefficients, all divided by the same number to
// keep them in the range of a double.
#pragma once

#include <vector>

namespace mineproof {

class SeaTable {
  public:
    // Fill the table for a sea of `sea` cells. The search takes at most `most_gone` cells out of it. The
    // fronts hold between `fewest` and `most` of the `mines` of the position. Throws Contradiction if the sea
    // cannot hold the rest.
    void fill(int sea, int mines, int fewest, int most, int most_gone);

    // C(sea - gone, mines), scaled; 0 if the sea cannot hold that many mines.
    double ways(int gone, int mines) const {
        int k = mines - low;
        return k < 0 || k >= width || gone >= rows ? 0.0 : table[std::size_t(gone) * width + k];
    }
    int most_gone() const { return rows - 1; }  // cells that may leave the sea
    double log_scale() const { return scale; }  // logarithm of the common divisor

  private:
    std::vector<double> table;  // by cells taken out of the sea, then by mines from `low` on
    int low = 0;                // mines of the first column
    int width = 0;              // columns
    int rows = 0;               // rows
    double scale = 0;           // logarithm of the common divisor
};

}  // namespace mineproof
