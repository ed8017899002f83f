#include "count/counter.hpp"

namespace mineproof {

void Counter::begin(int cells) {
    store.clear(cells);
    builder.resize(cells);
    weigher.clear();
}

int Counter::add_front(const ClueSet& clues) {
    int front = builder.build(clues);
    deducer.added(front);
    weigher.added(front);
    return front;
}

void Counter::drop_front(int front) {
    weigher.dropped(front);
    store.drop(front);
}

}  // namespace mineproof
