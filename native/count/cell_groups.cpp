#include "count/cell_groups.hpp"

#include <algorithm>

#include "base/errors.hpp"

namespace mineproof {

namespace {

bool equal(Lists::Range a, Lists::Range b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace

void CellGroups::resize(int cells) {
    if (int(cell_stamp.size()) >= cells) return;
    cell_stamp.resize(cells, 0);
    number_of.resize(cells);
}

void CellGroups::build(const ClueSet& clues, int free) {
    number_cells(clues);
    find_groups(clues.count());
    link_clues(clues.count());
    drop_duplicates(clues, free);
}

// Cells are numbered in the order in which the clues name them.
void CellGroups::number_cells(const ClueSet& clues) {
    ++stamp;
    board_cells.clear();
    clues_of_cell.plan(0);
    for (int cell : clues.cells) {
        if (cell_stamp[cell] != stamp) {
            cell_stamp[cell] = stamp;
            number_of[cell] = int(board_cells.size());
            board_cells.push_back(cell);
            clues_of_cell.plan_another();
        }
        clues_of_cell.grow(number_of[cell]);
    }
    clues_of_cell.allot();
    for (int k = 0; k < clues.count(); ++k)
        for (int at = clues.start[k]; at < clues.start[k + 1]; ++at)
            clues_of_cell.add(number_of[clues.cells[at]], k);
}

void CellGroups::find_groups(int clues) {
    // A cell looks for its group among those that have the same first clue.
    latest_group.assign(clues, -1);
    first_cell.clear();
    next_group.clear();
    int count = int(board_cells.size());
    group_of_cell.resize(count);
    for (int c = 0; c < count; ++c) {
        Lists::Range own = clues_of_cell[c];
        int group = latest_group[own[0]];
        while (group >= 0 && !equal(own, clues_of_cell[first_cell[group]])) group = next_group[group];
        if (group < 0) {
            group = int(first_cell.size());
            first_cell.push_back(c);
            next_group.push_back(latest_group[own[0]]);
            latest_group[own[0]] = group;
        }
        group_of_cell[c] = group;
    }
    cells_of.plan(int(first_cell.size()));
    for (int group : group_of_cell) cells_of.grow(group);
    cells_of.allot();
    for (int c = 0; c < count; ++c) cells_of.add(group_of_cell[c], board_cells[c]);
}

void CellGroups::link_clues(int clues) {
    groups_of.plan(clues);
    for (int cell : first_cell)
        for (int clue : clues_of_cell[cell]) groups_of.grow(clue);
    groups_of.allot();
    for (int g = 0; g < count(); ++g)
        for (int clue : clues_of_cell[first_cell[g]]) groups_of.add(clue, g);
}

void CellGroups::drop_duplicates(const ClueSet& clues, int free) {
    dropped.assign(clues.count(), 0);
    for (int k = 0; k < clues.count(); ++k) {
        if (k == free) continue;
        Lists::Range own = groups_of[k];
        for (int other : clues_of_cell[first_cell[own[0]]]) {
            if (other >= k) break;
            if (other == free || dropped[other] || !equal(own, groups_of[other])) continue;
            if (clues.need[other] != clues.need[k]) throw Contradiction("clues clash");
            dropped[k] = 1;
            break;
        }
    }
    clues_of.clear();
    for (int cell : first_cell) {
        for (int clue : clues_of_cell[cell])
            if (!dropped[clue]) clues_of.push(clue);
        clues_of.close();
    }
}

}  // namespace mineproof
