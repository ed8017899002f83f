#include "guess/ending_player.hpp"

#include <tuple>

namespace mineproof {

std::vector<Candidate> EndingPlayer::play_out(const std::vector<int>& cells, const Endgame::Mines& mines,
                                              const Think& think, bool all) {
    std::vector<Candidate> candidates;
    std::vector<Endgame::Move> moves;
    if (!enumerate(cells, mines, think) || !endgame.solve(moves, all, think.ending_work)) return candidates;
    double weight = endgame.weight();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!(moves[i].safe > 0) || (all && !moves[i].exact)) continue;
        Candidate candidate{cells[i], 1.0 - moves[i].safe / weight};
        candidate.score = moves[i].wins / weight;
        candidate.dead = moves[i].dead;
        candidates.push_back(candidate);
    }
    return candidates;
}

// Number the cells and the clues around them, and let `endgame` enumerate the layouts.
bool EndingPlayer::enumerate(const std::vector<int>& cells, const Endgame::Mines& mines, const Think& think) {
    std::vector<int> needs, clues;
    for (std::size_t i = 0; i < cells.size(); ++i) number_of[cells[i]] = int(i);
    std::vector<Endgame::Cell> list(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (int there : board.field.around(cells[i])) {
            list[i].known_mines += board.known[there] == mined;
            if (board.open[there] && number_of[there] < 0) {
                number_of[there] = int(needs.size());
                needs.push_back(board.need[there]);
                clues.push_back(there);
            }
            if (number_of[there] >= 0)
                (board.open[there] ? list[i].clues : list[i].around).push_back(number_of[there]);
        }
    for (int cell : cells) number_of[cell] = -1;
    for (int clue : clues) number_of[clue] = -1;
    return endgame.gather(list, needs, mines, think.layouts, think.ending_work);
}

const Candidate& EndingPlayer::best_of(const std::vector<Candidate>& candidates) {
    // Scores are exact integers divided by the same number, so equal scores are equal as doubles.
    auto order = [](const Candidate& candidate) {
        return std::make_tuple(candidate.score <= 0, candidate.dead, -candidate.score, candidate.risk);
    };
    const Candidate* best = &candidates[0];
    for (const Candidate& candidate : candidates)
        if (order(candidate) < order(*best)) best = &candidate;
    return *best;
}

}  // namespace mineproof
