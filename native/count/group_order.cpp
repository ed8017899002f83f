#include "count/group_order.hpp"

#include <algorithm>

namespace mineproof {

const std::vector<int>& GroupOrder::find(const CellGroups& groups, int clues) {
    if (int(mark.size()) < clues) mark.resize(clues, 0);
    int first = last_reached(groups, clues);
    placed.assign(groups.count(), 0);
    opened.assign(clues, 0);
    opened[first] = 1;
    open_clues.assign(1, first);
    order.clear();
    while (!open_clues.empty()) {
        std::size_t best = cheapest(groups, clues);
        int clue = open_clues[best];
        open_clues.erase(open_clues.begin() + long(best));
        // Groups that touch more clues go first: the last group of a clue is then forced.
        std::size_t from = order.size();
        for (int group : groups.groups(clue))
            if (!placed[group]) {
                placed[group] = 1;
                order.push_back(group);
            }
        std::stable_sort(order.begin() + long(from), order.end(),
                         [&](int a, int b) { return groups.clues(a).size() > groups.clues(b).size(); });
        for (std::size_t i = from; i < order.size(); ++i) open_clues_of(groups, order[i]);
    }
    return order;
}

// The clue to start with: the last one that a breadth-first walk from clue 0 reaches.
int GroupOrder::last_reached(const CellGroups& groups, int clues) {
    opened.assign(clues, 0);
    open_clues.assign(1, 0);
    opened[0] = 1;
    for (std::size_t i = 0; i < open_clues.size(); ++i)
        for (int group : groups.groups(open_clues[i])) open_clues_of(groups, group);
    return open_clues.back();
}

void GroupOrder::open_clues_of(const CellGroups& groups, int group) {
    for (int clue : groups.clues(group))
        if (!opened[clue]) {
            opened[clue] = 1;
            open_clues.push_back(clue);
        }
}

// Which of the open clues opens the fewest others if it is finished now; its place in `open_clues`.
std::size_t GroupOrder::cheapest(const CellGroups& groups, int clues) {
    std::size_t best = 0;
    if (open_clues.size() < 2) return best;
    int fewest = clues + 1;
    for (std::size_t i = 0; i < open_clues.size() && fewest; ++i) {
        int fresh = newly_opened(groups, open_clues[i]);
        if (fresh < fewest) {
            fewest = fresh;
            best = i;
        }
    }
    return best;
}

int GroupOrder::newly_opened(const CellGroups& groups, int clue) {
    int fresh = 0;
    ++mark_stamp;
    for (int group : groups.groups(clue)) {
        if (placed[group]) continue;
        for (int other : groups.clues(group))
            if (!opened[other] && mark[other] != mark_stamp) {
                mark[other] = mark_stamp;
                ++fresh;
            }
    }
    return fresh;
}

}  // namespace mineproof
