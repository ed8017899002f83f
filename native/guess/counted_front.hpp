// Fronts with their ways counted, and products of a few of them.
#pragma once

#include <cstddef>
#include <vector>

namespace mineproof {

struct CountedFront {
    std::vector<int> clues;        // the opened cells whose clues it consists of
    std::vector<int> cells;        // its undecided cells, group by group
    std::vector<int> group_start;  // by group, and one more: where its cells start in `cells`
    int least;                     // fewest mines
    std::vector<double> ways;      // by number of mines, from `least` on
    std::vector<double> mined;  // for each group a row like `ways`: those in which one cell of it is a mine

    int width() const { return int(ways.size()); }
    int groups() const { return int(group_start.size()) - 1; }
    int size(int group) const { return group_start[group + 1] - group_start[group]; }
    // Layouts in which one cell of a group is a mine, if the number of mines has these weights.
    double mined_ways(int group, const std::vector<double>& weights) const {
        const double* row = &mined[std::size_t(group) * ways.size()];
        double sum = 0.0;
        for (int t = 0; t < width(); ++t) sum += row[t] * weights[t];
        return sum;
    }
};

// The product of some fronts by their total number of mines, from `least` on. Prefix and suffix products
// are kept: weights of the total can be turned into weights of the mine count of each front.
class FrontJoin {
  public:
    // Multiply `fronts`.
    void build();
    const std::vector<double>& all() const { return before[fronts.size()]; }
    // Set the weight of each term of all().
    void set_weights(const std::vector<double>& weights);
    // After set_weights(): the weight of each mine count of front `k`, from its least on.
    void weights(std::size_t k, std::vector<double>& out) const;

    std::vector<const CountedFront*> fronts;  // to be set before build()
    int least = 0;                            // fewest mines of all of them together

  private:
    std::vector<std::vector<double>> before;  // by k: the product of the fronts before k
    std::vector<std::vector<double>> after;   // by k: the weighted product of the fronts from k on
};

}  // namespace mineproof
