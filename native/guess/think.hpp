// How hard to think about a guess, in steps that are the same on every machine. Python sets every field
// (core/think.py); these defaults serve C++ callers.
#pragma once

namespace mineproof {

constexpr int most_plies = 12;

struct Think {
    int layouts = 1000;          // endings with at most this many layouts are played out
    long ending_work = 2000000;  // steps that playing one out may take
    bool living = true;          // never choose a dead cell while another one is alive
    double window = 0.20;        // evaluate cells whose upper bound is at most this share below the best
    int sea_cells = 12;          // evaluate at most this many cells of the sea
    bool flips = true;           // take coin flips to come into account
    double least_flip = 0.003;   // ignore coin flips less likely than this
    int plies = 12;              // 1: the least risk; 2: and the risk of the next guess; more: deeper
    double close = 0.10;         // search cells deeper whose score is at most this share below the best
    int answers = 8;             // guesses tried after a clue that leaves nothing certain
    double reach = 0.04;         // do not search deeper after what is less likely than this
    long work = 20000;           // cells opened in thought by the deeper search
    bool regions = true;         // play regions that only the mine count links independently
    int rollouts = 0;            // games played on from the leading cells of one decision
};

}  // namespace mineproof
