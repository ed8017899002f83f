#include "guess/recount.hpp"

#include <algorithm>

namespace mineproof {

void Recount::begin() {
    counter.begin(board.cells);
    clues.clear();
    touched.clear();
    from_sea = 0;
    has_free = false;
    board.links.forget();
}

void Recount::touch(int cell) {
    const CountedFront* front = board.front_of[cell];
    if (!front)
        ++from_sea;
    else if (std::find(touched.begin(), touched.end(), front) == touched.end())
        touched.push_back(front);
}

void Recount::add_free_front(int cell) {
    board.walk(cell, cell);
    counter.add_front(board.links.set, 0);
    clues.push_back(board.links.clues);
    has_free = true;
}

void Recount::count(const Position& position) {
    for (const CountedFront* front : touched)
        for (int clue : front->clues)
            if (!board.links.visited(clue) && board.undecided[clue]) {
                board.walk(clue);
                counter.add_front(board.links.set);
                clues.push_back(board.links.clues);
            }
    counter.count_ways();
    copies = 0;
    rest.fronts.clear();
    for (const CountedFront* front : position.fronts)
        if (std::find(touched.begin(), touched.end(), front) == touched.end()) rest.fronts.push_back(front);
    for (int k = has_free; k < counter.fronts(); ++k) rest.fronts.push_back(copy(k, 0));
    rest.build();
}

OutcomeCounter::Outcome Recount::outcome(int number) const {
    static const double single_way = 1.0;
    return has_free ? counter.outcome(0, number) : OutcomeCounter::Outcome{0, 0, 0, &single_way};
}

const CountedFront* Recount::copy(int number, int outcome) {
    if (copies == fronts.size()) fronts.push_back(std::make_unique<CountedFront>());
    CountedFront* front = fronts[copies++].get();
    copy_front(counter, number, outcome, clues[number], *front);
    return front;
}

}  // namespace mineproof
