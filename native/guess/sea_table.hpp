// Ways to place mines in the sea, as a table: binomial coefficients, all divided by the same number.
#pragma once

#include <vector>

namespace mineproof {

class SeaTable {
  public:
    // A sea of `sea` cells, of which at most `most_gone` leave it in thought. Of the `mines` of the
    // position the fronts hold between `fewest` and `most`. Throws Contradiction if the sea cannot hold
    // the rest.
    void fill(int sea, int mines, int fewest, int most, int most_gone);

    // C(sea - gone, mines), scaled; 0 where nothing is possible.
    double ways(int gone, int mines) const {
        int k = mines - low;
        return k < 0 || k >= width || gone >= rows ? 0.0 : table[std::size_t(gone) * width + k];
    }
    int most_gone() const { return rows - 1; }  // cells that may leave the sea
    double log_scale() const { return scale; }  // logarithm of the number that all were divided by

  private:
    std::vector<double> table;  // by cells gone, then by mines from `low` on
    int low = 0;                // mines of the first column
    int width = 0;              // columns
    int rows = 0;               // rows
    double scale = 0;           // logarithm of the number that all entries were divided by
};

}  // namespace mineproof
