#include "guess/regions.hpp"

#include <algorithm>
#include <numeric>

namespace mineproof {

namespace {

// Collect the region of a cell. Its cells are ordered by front, so that the enumeration of layouts meets
// contradictions early. `visited` marks visited cells and clues.
Region gather(const SearchBoard& board, int first, std::vector<char>& visited) {
    std::vector<int> cells;
    auto visit = [&](int cell) {
        if (board.known[cell] != unknown || visited[cell]) return;
        visited[cell] = 1;
        cells.push_back(cell);
    };
    visit(first);
    for (std::size_t k = 0; k < cells.size(); ++k)
        for (int there : board.field.around(cells[k])) {
            visit(there);
            if (!board.open[there] || visited[there]) continue;
            visited[there] = 1;
            for (int other : board.field.around(there)) visit(other);
        }
    Region region;
    for (int cell : cells) {
        const CountedFront* front = board.front_of[cell];
        if (!front || front->cells[0] != cell) continue;
        region.fronts.push_back(front);
        region.cells.insert(region.cells.end(), front->cells.begin(), front->cells.end());
    }
    region.sea = int(cells.size() - region.cells.size());
    for (int cell : cells)
        if (!board.front_of[cell]) region.cells.push_back(cell);
    return region;
}

// Set the weight of a layout for each number of its mines, from `fewest` to `most`: the number of ways to
// place the other mines.
void weigh(const SearchBoard& board, Region& region, int fewest, int most) {
    std::vector<double>& weights = region.mines.weights;
    region.mines.fewest = fewest;
    weights.assign(std::size_t(most - fewest + 1), 0.0);
    const Position& root = board.root;
    if (!region.sea && region.fronts.size() == 1) {
        // The region is one front without sea cells: find_odds() has computed these weights already.
        const std::vector<const CountedFront*>& fronts = board.root.join.fronts;
        auto place = std::find(fronts.begin(), fronts.end(), region.fronts[0]) - fronts.begin();
        std::vector<double> by_mines;
        board.root.join.weights(std::size_t(place), by_mines);
        for (int m = fewest; m <= most; ++m)
            weights[std::size_t(m - fewest)] = by_mines[std::size_t(m - region.fronts[0]->least)];
    } else {
        FrontJoin others;
        for (const CountedFront* front : root.fronts)
            if (std::find(region.fronts.begin(), region.fronts.end(), front) == region.fronts.end())
                others.fronts.push_back(front);
        others.build();
        for (int m = fewest; m <= most; ++m)
            for (std::size_t x = 0; x < others.all().size(); ++x)
                weights[std::size_t(m - fewest)] +=
                    others.all()[x] * board.sea_ways.ways(region.sea, root.mines - m - others.least - int(x));
    }
    // Endgame needs integers, so weights are rounded to multiples of 2^-50 of the total. A positive weight is
    // never rounded to 0.
    for (double& weight : weights)
        if (weight > 0) weight = std::max(1.0, std::nearbyint(weight / root.total * 0x1p50));
}

// Count the layouts of a region, and set their weights if they are few enough.
void count(const SearchBoard& board, Region& region, int most_layouts) {
    if (region.sea > board.sea_ways.most_gone()) return;  // the table of the sea does not reach that far
    FrontJoin within;
    within.fronts = region.fronts;
    within.build();
    const std::vector<double>& in_fronts = within.all();
    int least = within.least, most = least + int(in_fronts.size()) - 1 + region.sea;
    int fewest = std::max(least, board.root.mines - (board.root.most - most));
    int limit = std::min(most, board.root.mines - (board.root.least - least));
    std::vector<double> ways(std::size_t(limit - fewest + 1), 0.0);
    double in_sea = 1.0;  // ways to place k mines in the sea cells of the region
    for (int k = 0; k <= region.sea; ++k) {
        for (std::size_t x = 0; x < in_fronts.size(); ++x) {
            int mines = least + int(x) + k;
            if (mines >= fewest && mines <= limit && in_fronts[x] > 0)
                ways[std::size_t(mines - fewest)] += in_fronts[x] * in_sea;
        }
        in_sea *= double(region.sea - k) / (k + 1);
    }
    region.layouts = std::accumulate(ways.begin(), ways.end(), 0.0);
    if (region.layouts <= most_layouts) weigh(board, region, fewest, limit);
}

}  // namespace

std::vector<Region> find_regions(const SearchBoard& board, int most_layouts) {
    std::vector<Region> regions;
    std::vector<char> visited(board.cells, 0);
    for (int cell : board.root.hidden)
        if (!visited[cell]) regions.push_back(gather(board, cell, visited));
    if (regions.size() < 2) regions.clear();
    for (Region& region : regions) count(board, region, most_layouts);
    return regions;
}

}  // namespace mineproof
