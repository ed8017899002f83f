// Which cells touch each other, and opening cells of a board whose clues are known.
//
// A table of neighbours was too large for the cache on boards of a million cells, so neighbours are stored by
// kind of cell (see Field). With this and the eight bytes of Live::Cell a game of `complete` on 1000x1000
// costs 1.4 times as much a cell as one on 30x16 with 10 % mines, 1.2 times with 16 % (`make bench`).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mineproof {

constexpr int most_neighbours = 15;  // most neighbours of a cell: a key stores a clue in four bits

// The neighbours of every cell. A cell has a kind, and a kind has the index differences to its neighbours.
// A grid has a dozen kinds (corners, edges, odd rows). A cell needs four bytes, a row of a neighbour table
// needs 32. On a graph every cell may have another kind.
class Field {
  public:
    // `table` has `ways` entries for each cell, at most most_neighbours. An entry of `cells` or more is
    // unused.
    Field(const std::int32_t* table, int cells, int ways);

    int cells() const { return int(kind_of.size()); }
    int degree(int cell) const { return kinds[kind_of[cell]].degree; }  // number of neighbours
    bool has_degree(int degree) const { return is_degree[degree]; }     // does any cell have that many?
    int most_degree() const { return largest_degree; }  // largest number of neighbours of a cell

    // The neighbours of one cell, for a range-based loop.
    class Neighbours {
      public:
        Neighbours(int cell, const std::int32_t* first, int count)
            : cell(cell), first(first), last(first + count) {}
        struct Iterator {
            int cell;                  // whose neighbours these are
            const std::int32_t* step;  // the difference to the current neighbour
            int operator*() const { return cell + *step; }
            Iterator& operator++() { return ++step, *this; }
            bool operator!=(const Iterator& other) const { return step != other.step; }
        };
        Iterator begin() const { return {cell, first}; }
        Iterator end() const { return {cell, last}; }

      private:
        int cell;                   // whose neighbours these are
        const std::int32_t* first;  // the first difference
        const std::int32_t* last;   // one past the last difference
    };
    Neighbours around(int cell) const {
        const Kind& kind = kinds[kind_of[cell]];
        return {cell, kind.steps, kind.degree};
    }

  private:
    struct alignas(64) Kind {                 // a power of two, so that indexing is a shift
        std::int32_t degree;                  // number of neighbours
        std::int32_t steps[most_neighbours];  // index of each neighbour minus the index of the cell
        bool operator==(const Kind& other) const {
            return degree == other.degree && std::equal(steps, steps + degree, other.steps);
        }
    };
    struct HashOfKind {
        std::size_t operator()(const Kind& kind) const;
    };
    std::vector<std::uint32_t> kind_of;        // by cell: its kind
    std::vector<Kind> kinds;                   // the distinct kinds
    bool is_degree[most_neighbours + 1] = {};  // by number of neighbours: does any cell have that many?
    int largest_degree = 0;                    // largest number of neighbours of a cell
};

// Open a cell of a board whose clues are known (negative for mines). Opening a zero opens all its
// neighbours too. `seen` is negative where a cell is hidden. Returns the number of opened cells, 0 if the
// cell was open before, -1 if it is a mine. `queue` is scratch memory.
int flood(const Field& field, const std::int8_t* clues, std::int8_t* seen, int cell, std::vector<int>& queue);

}  // namespace mineproof
