#include "guess/counted_front.hpp"

namespace mineproof {

void FrontJoin::build() {
    before.resize(fronts.size() + 1);
    before[0].assign(1, 1.0);
    least = 0;
    for (std::size_t k = 0; k < fronts.size(); ++k) {
        const std::vector<double>&a = before[k], &b = fronts[k]->ways;
        std::vector<double>& to = before[k + 1];
        to.assign(a.size() + b.size() - 1, 0.0);
        for (std::size_t x = 0; x < a.size(); ++x)
            for (std::size_t y = 0; y < b.size(); ++y) to[x + y] += a[x] * b[y];
        least += fronts[k]->least;
    }
}

void FrontJoin::set_weights(const std::vector<double>& weights) {
    after.resize(fronts.size() + 1);
    after[fronts.size()] = weights;
    for (std::size_t k = fronts.size(); k-- > 0;) {
        const std::vector<double>& ways = fronts[k]->ways;
        const std::vector<double>& from = after[k + 1];
        std::vector<double>& to = after[k];
        to.assign(before[k].size(), 0.0);
        for (std::size_t e = 0; e < to.size(); ++e)
            for (std::size_t t = 0; t < ways.size(); ++t) to[e] += ways[t] * from[e + t];
    }
}

void FrontJoin::weights(std::size_t k, std::vector<double>& out) const {
    const std::vector<double>&a = before[k], &b = after[k + 1];
    out.assign(fronts[k]->ways.size(), 0.0);
    for (std::size_t t = 0; t < out.size(); ++t)
        for (std::size_t e = 0; e < a.size(); ++e) out[t] += a[e] * b[e + t];
}

}  // namespace mineproof
