#!/bin/sh
# Run the steps of a student with the C++ example: compile it, grade it, grade two defective versions,
# run an experiment with it, make the report. Each step is checked. Print the seconds of each step. All
# steps together take at most ten minutes of CPU time.
#
#     sh tests/student_path.sh              needs g++ or c++, and .venv (make .venv/ready-dev)
set -eu
checkout=$(cd "$(dirname "$0")/.." && pwd)
bin=${MINEPROOF_BIN:-$checkout/.venv/bin}
compiler=$(command -v g++ || command -v c++)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
began=$(date +%s)

step() { # arguments: a description, then the command; exit status 1 means "no" and is not an error
  what=$1
  shift
  before=$(date +%s)
  "$@" >said 2>&1 || [ $? -eq 1 ] || { cat said; echo "FAILED: $what"; exit 1; }
  echo "$(($(date +%s) - before)) s  $what"
}
require() { # argument: a Python expression over `answer`, the JSON in the file `said`; it must be true
  "$bin/python" -c "
import json, sys
answer = json.loads(open('said').read().splitlines()[-1])
held = $1
if not held:
    print(json.dumps({key: answer[key] for key in ('sound', 'faults', 'smallest', 'clauses', 'points')}))
    sys.exit('FAILED: ' + sys.argv[1])" "$1"
}
# Replace a text of the program, which must occur exactly once.
edit() {
  "$bin/python" - "$1" "$2" <<'PYTHON'
import sys
old, new = sys.argv[1:]
text = open("mine.cpp").read()
assert text.count(old) == 1, f"{text.count(old)} times: {old}"
open("mine.cpp", "w").write(text.replace(old, new))
PYTHON
}
compile() { "$compiler" -O2 -std=c++17 mine.cpp -o mine; }

# 1. The example without changes: sound, complete, by the rules.
cp "$checkout/examples/player.cpp" mine.cpp
step "compile the example" compile
step "grade it" "$bin/mineproof" grade exec:./mine --boards 20 --seed 5 --json
require "answer['sound'] and not answer['faults'] and answer['points'] == answer['max']"
require "answer['clauses']['subsumed'] == 0 and answer['clauses']['first_difference'] is None"

# 2. A version that deletes the parents of a resolvent: it misses cells, and a small board shows it.
edit "denied)) insert({both.begin(), both.end()});" \
  "denied)) { insert({both.begin(), both.end()}); erase(clause); erase(other); }"
step "compile it with parents deleted" compile
step "grade that" "$bin/mineproof" grade exec:./mine --level easy --boards 40 --seed 5 --json
require "answer['sound'] and answer['smallest']['than'] == 'assignment'"
require "all(int(side) <= 5 for side in answer['smallest']['position'].split(chr(10))[0].split('x')[:2])"
step "grade that for people" "$bin/mineproof" grade exec:./mine --level easy --boards 20 --seed 5
grep -q "smallest   on the smallest board found in .* it misses what assignment finds" said
sed -n '/^smallest/,/^$/p' said

# 3. A version without subsumption: it is as complete as before, and `grade` names a subsumed clause.
cp "$checkout/examples/player.cpp" mine.cpp
edit "if (includes(clause.begin(), clause.end(), other.begin(), other.end())) return;" ";"
edit "if (includes(other.begin(), other.end(), clause.begin(), clause.end())) erase(other);" ";"
step "compile it without subsumption" compile
step "grade that" "$bin/mineproof" grade exec:./mine --level easy --boards 20 --seed 5 \
  --search 100 --json
require "answer['sound'] and answer['levels'][0]['against']['difference']['value'] == 0"
require "answer['clauses']['subsumed'] > 100"
require "answer['clauses']['first_difference']['kind'] == 'subsumed'"
require "'stricter' in answer['clauses']['first_difference']['text']"
"$bin/python" -c "
import json
first = json.loads(open('said').read().splitlines()[-1])['clauses']['first_difference']
assert first['clause']
print('the first subsumed clause:', first['clause'], '(' + first['text'] + ')')"

# 4. An experiment that compares the example with `assignment`, on the same boards.
cp "$checkout/examples/player.cpp" mine.cpp
step "compile the example again" compile
step "an experiment" "$bin/mineproof" lab run --name mine --size 9x9 --vary mines=8..14..3 \
  --boards 30 --strategies assignment,exec:./mine
step "its table" "$bin/mineproof" lab show mine --json
"$bin/python" -c "
import json
rows = [json.loads(line) for line in open('said')]
complete = {}
for row in rows:
    complete.setdefault(row['settings']['strategy'], []).append(row['means']['complete'])
assert sorted(complete) == ['assignment', 'exec:./mine'], complete
assert complete['assignment'] == complete['exec:./mine'], complete"

# 5. The report to hand in.
step "the PDF" "$bin/mineproof" lab report --only mine --pdf report.pdf --language en
[ "$(head -c 5 report.pdf)" = "%PDF-" ]

# Other work on the machine makes the elapsed time longer, but not the CPU time.
times >spent
"$bin/python" -c "
import re
*_, children = open('spent')
spent = sum(60 * int(m) + float(s) for m, s in re.findall(r'([0-9]+)m([0-9.]+)s', children))
print(f'{spent:.0f} s of CPU in all, $(($(date +%s) - began)) s on the clock')
assert spent <= 600, 'more than ten minutes'"
