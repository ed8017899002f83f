// A player of Minesweeper by logic: it derives clauses by resolution and marks the cell of each unit clause.
// It reads the game from standard input, a line for each hint, and writes its marks to standard output.
// To compile: g++ -O2 -std=c++17 player.cpp -o player
//
// KB holds clauses without duplicates, none a superset of another; KB0 holds the decided literals.
// A literal is a cell's number from 1, positive for a mine, negative for a safe cell.
#include <algorithm>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using Clause = std::vector<int>;  // sorted literals

constexpr int FEW = 10;      // the mine count is used when so few cells are unmarked
constexpr int PATIENCE = 5;  // rounds without a marking before we give up

struct Game {
    int rows, cols, mines;
    std::map<int, int> clues;              // open cell: its number
    std::map<Clause, long> kb;             // clause: when it was inserted
    std::map<int, std::set<Clause>> with;  // literal: the clauses that have it
    std::set<int> kb0;                     // decided literals
    long clock = 0;                        // insertions so far

    std::string place(int lit, const char* between) const {
        int cell = std::abs(lit) - 1;
        return std::to_string(cell / cols + 1) + between + std::to_string(cell % cols + 1);
    }
    std::string literal(int lit) const { return (lit > 0 ? "+" : "-") + place(lit, ","); }
    std::vector<int> around(int cell) const {  // the literals of the neighbours
        std::vector<int> found;
        for (int r = (cell - 1) / cols - 1; r <= (cell - 1) / cols + 1; ++r)
            for (int c = (cell - 1) % cols - 1; c <= (cell - 1) % cols + 1; ++c)
                if (r >= 0 && r < rows && c >= 0 && c < cols && r * cols + c + 1 != cell)
                    found.push_back(r * cols + c + 1);
        return found;
    }
    void erase(const Clause clause) {
        kb.erase(clause);
        for (int lit : clause) with[lit].erase(clause);
    }
    void insert(const Clause& whole) {
        Clause clause;
        for (int lit : whole) {
            if (kb0.count(lit)) return;  // true already
            if (!kb0.count(-lit)) clause.push_back(lit);
        }
        std::sort(clause.begin(), clause.end());
        if (clause.empty() || kb.count(clause)) return;
        for (int lit : clause)
            for (const Clause& other : with[lit])
                if (includes(clause.begin(), clause.end(), other.begin(), other.end())) return;
        for (const Clause& other : std::set<Clause>(with[clause[0]]))
            if (includes(other.begin(), other.end(), clause.begin(), clause.end())) erase(other);
        kb[clause] = ++clock;
        for (int lit : clause) with[lit].insert(clause);
        std::cout << "clause";
        for (int lit : clause) std::cout << ' ' << literal(lit);
        std::cout << '\n';
    }
    // All clauses that say "`count` of these are mines".
    void tell(int count, const std::vector<int>& cells) {
        std::vector<int> open;
        for (int lit : cells) {
            count -= kb0.count(lit);
            if (!kb0.count(lit) && !kb0.count(-lit)) open.push_back(lit);
        }
        choose(open, (int)open.size() - count + 1, 1);
        choose(open, count + 1, -1);
    }
    void choose(const std::vector<int>& cells, int size, int sign) {
        if (size < 1 || size > (int)cells.size()) return;
        std::vector<bool> chosen(size, true);
        chosen.resize(cells.size());
        do {
            Clause clause;
            for (size_t i = 0; i < cells.size(); ++i)
                if (chosen[i]) clause.push_back(sign * cells[i]);
            insert(clause);
        } while (std::prev_permutation(chosen.begin(), chosen.end()));
    }
    // Take a unit: mark its cell and shorten the clauses that deny it. True if the game is over.
    bool take(int lit) {
        erase({lit});
        kb0.insert(lit);
        std::cout << "unit " << literal(lit) << '\n';
        for (const Clause& clause : std::set<Clause>(with[-lit]))
            erase(clause), insert(clause);  // `insert` leaves out the literal that is decided now
        if (!clues.count(-lit)) {
            std::cout << (lit > 0 ? "flag " : "open ") << place(lit, " ") << std::endl;  // flushed!
            std::string word;
            int row, col;
            if (!(std::cin >> word) || word == "end") return true;  // `main` skips the word after it
            if (word == "clue") std::cin >> row >> col >> clues[-lit];
        }
        if (lit < 0) tell(clues[-lit], around(-lit));
        return false;
    }
    // Match each clause with the older ones; one of the two has two literals. True if that gave anything.
    bool round(long& seen) {
        std::vector<std::pair<long, Clause>> fresh;
        for (auto& [clause, when] : kb)
            if (when > seen) fresh.push_back({when, clause});
        std::sort(fresh.begin(), fresh.end());
        const long before = seen = clock;
        for (auto& [when, clause] : fresh)
            for (int pivot : clause) {
                for (const Clause& other : std::set<Clause>(with[-pivot])) {
                    if (!kb.count(clause) || !kb.count(other) || kb[other] > when) continue;
                    if (clause.size() != 2 && other.size() != 2) continue;
                    std::set<int> both(clause.begin(), clause.end());
                    both.insert(other.begin(), other.end());
                    both.erase(pivot), both.erase(-pivot);
                    auto denied = [&](int lit) { return both.count(-lit); };
                    if (std::none_of(both.begin(), both.end(), denied)) insert({both.begin(), both.end()});
                }
            }
        return clock > before;
    }
    void play() {
        for (auto& [cell, number] : std::map<int, int>(clues)) insert({-cell});
        bool counted = false;
        for (long seen = 0, idle = 0; idle <= PATIENCE;) {
            auto unit = std::find_if(kb.begin(), kb.end(), [](auto& one) { return one.first.size() == 1; });
            if (unit != kb.end()) {
                if (idle = 0, take(unit->first[0])) return;
            } else if (!counted && rows * cols - (int)kb0.size() <= FEW) {
                std::vector<int> all(rows * cols);
                std::iota(all.begin(), all.end(), 1);
                counted = true, tell(mines, all);
            } else if (++idle > PATIENCE || !round(seen))
                break;
        }
        std::cout << "stuck" << std::endl;  // `main` skips the answer
    }
};

int main() {
    Game game{};
    int row, col;
    for (std::string word; std::cin >> word;) {
        if (word == "game") game = Game(), std::cin >> game.rows >> game.cols >> game.mines;
        if (word == "given" && std::cin >> row >> col) std::cin >> game.clues[(row - 1) * game.cols + col];
        if (word == "go") game.play();
    }
}
