#include "count/front_store.hpp"

#include <algorithm>

namespace mineproof {

void FrontStore::clear(int cell_limit) {
    list.clear();
    free_numbers.clear();
    steps.clear();
    cells.clear();
    edges.clear();
    nodes.clear();
    free_mines.clear();
    living_nodes = fewest_mines = most_mines = widest_front = 0;
    limit = std::max(most_in_all, 4 * cell_limit);
}

int FrontStore::add(const Front& front) {
    living_nodes += front.end_node() - first_node(front);
    fewest_mines += front.least;
    most_mines += front.most;
    widest_front = std::max(widest_front, front.most - front.least);
    int number = fronts();
    if (free_numbers.empty()) {
        list.push_back(front);
    } else {
        number = free_numbers.back();
        free_numbers.pop_back();
        list[number] = front;
    }
    list[number].living = true;
    return number;
}

void FrontStore::drop(int number) {
    Front& front = list[number];
    living_nodes -= front.end_node() - first_node(front);
    fewest_mines -= front.least;
    most_mines -= front.most;
    front.living = false;
    free_numbers.push_back(number);
}

void FrontStore::undo_to(const Mark& mark) {
    steps.resize(mark.steps);
    cells.resize(mark.cells);
    edges.resize(mark.edges);
    nodes.resize(mark.nodes);
}

void FrontStore::compact_if_sparse() {
    if (int(nodes.size()) > 2 * living_nodes + 4096) compact();
}

void FrontStore::compact() {
    by_place.clear();
    for (int k = 0; k < fronts(); ++k)
        if (list[k].living) by_place.push_back(k);
    std::sort(by_place.begin(), by_place.end(),
              [this](int a, int b) { return list[a].first_step < list[b].first_step; });
    int step_at = 0, cell_at = 0, edge_at = 0, node_at = 0, outcome_at = 0;
    for (int k : by_place) {
        Front& front = list[k];
        const Step first = steps[front.first_step], last = steps[front.end_step - 1];
        int by_cells = cell_at - first.first_cell, by_edges = edge_at - first.first_edge;
        int by_nodes = node_at - first.first_node, by_steps = step_at - front.first_step;
        for (int c = first.first_cell; c < last.end_cell; ++c) cells[cell_at++] = cells[c];
        for (int e = first.first_edge; e < last.end_edge; ++e)
            edges[edge_at++] = {edges[e].from + by_nodes, edges[e].to + by_nodes, edges[e].mines};
        for (int u = first.first_node; u < front.end_node(); ++u) nodes[node_at++] = nodes[u];
        for (int t = 0; t < front.outcomes; ++t)
            free_mines[outcome_at + t] = free_mines[front.first_outcome + t];
        for (int s = front.first_step; s < front.end_step; ++s) {
            Step step = steps[s];
            step.first_cell += by_cells;
            step.end_cell += by_cells;
            step.first_edge += by_edges;
            step.end_edge += by_edges;
            step.first_node += by_nodes;
            step.end_node += by_nodes;
            steps[step_at++] = step;
        }
        front.first_step += by_steps;
        front.end_step += by_steps;
        front.last_layer += by_nodes;
        front.first_outcome = outcome_at;
        outcome_at += front.outcomes;
    }
    steps.resize(step_at);
    cells.resize(cell_at);
    edges.resize(edge_at);
    nodes.resize(node_at);
    free_mines.resize(outcome_at);
}

}  // namespace mineproof
