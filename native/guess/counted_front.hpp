// A front with its number of layouts (ways) for each mine count, and the product of several fronts.
#pragma once

#include <cstddef>
#include <vector>

namespace mineproof {

struct CountedFront {
    std::vector<int> clues;        // the opened cells with its clues
    std::vector<int> cells;        // its undecided cells, group by group; a group has equal clues
    std::vector<int> group_start;  // by group: the index of its first cell in `cells`; then the end
    int least;                     // fewest mines
    std::vector<double> ways;      // number of layouts by number of mines, from `least` on
    std::vector<double> mined;  // a row like `ways` for each group: layouts in which its first cell is a mine

    int width() const { return int(ways.size()); }
    int groups() const { return int(group_start.size()) - 1; }
    int size(int group) const { return group_start[group + 1] - group_start[group]; }
    // The weighted number of layouts in which the first cell of a group is a mine. `weights` has the weight
    // of each number of mines, from `least` on.
    double mined_ways(int group, const std::vector<double>& weights) const {
        const double* row = &mined[std::size_t(group) * ways.size()];
        double sum = 0.0;
        for (int t = 0; t < width(); ++t) sum += row[t] * weights[t];
        return sum;
    }
};

// The number of layouts of several fronts together, by their total number of mines from `least` on. Prefix
// and suffix products are stored, so that weights of the total give weights of the mine count of each front.
class FrontJoin {
  public:
    // Multiply `fronts`.
    void build();
    const std::vector<double>& all() const { return before[fronts.size()]; }
    // Set the weight of each total, in the order of all().
    void set_weights(const std::vector<double>& weights);
    // After set_weights(): the weight of each mine count of front `k`, from its least on.
    void weights(std::size_t k, std::vector<double>& out) const;

    std::vector<const CountedFront*> fronts;  // the factors; the caller sets them before build()
    int least = 0;                            // fewest mines of all fronts together

  private:
    std::vector<std::vector<double>> before;  // by k: the product of the fronts before k
    std::vector<std::vector<double>> after;   // by k: the weighted product of the fronts from k on
};

}  // namespace mineproof
