#!/bin/sh
# Run the steps of the README, on a machine that has only python3 (with venv) and make: run, explain,
# play, open the page, repeat a published table. Print the seconds of each step.
#
#     sh tests/newcomer.sh                  on this machine, in a copy of the checkout
#     sh tests/newcomer.sh FOLDER           in a new Debian, made in FOLDER by debootstrap (as root)
set -eu
checkout=$(cd "$(dirname "$0")/.." && pwd)

if [ $# -gt 0 ]; then
  root=$1
  sh "$checkout/.ci/debian" "$root" bookworm python3,python3-venv,make,ca-certificates
  exec chroot "$root" env -i HOME=/home PATH=/usr/bin:/bin $(cat "$root/home/pip") \
    sh /home/checkout/tests/newcomer.sh
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if git -C "$checkout" rev-parse >/dev/null 2>&1; then
  git -C "$checkout" archive HEAD | tar -x -C "$work"
else
  cp -r "$checkout/." "$work"
fi
cd "$work"
began=$(date +%s)
step() { # arguments: a description, then the command; exit status 1 means "no" and is not an error
  what=$1
  shift
  before=$(date +%s)
  "$@" >"$work/said" 2>&1 || [ $? -eq 1 ] || { cat "$work/said"; echo "FAILED: $what"; exit 1; }
  echo "$(($(date +%s) - before)) s  $what"
}
step "make run" make run
grep -q "^Stuck: r11c1" said
mineproof=$work/.venv/bin/mineproof
printf '4x3x2\n0000\n1211\nHHHH\n' >position.mine
step "why is r3c2 safe?" "$mineproof" explain position.mine r3c2
grep -q "r3c2 is safe" said
printf 'open r5c5\nbest\nwhy r1c1\nquit\n' >keys
step "a game in the terminal" sh -c "$mineproof play --plain <keys"
grep -q "mines left" said
step "the page's extra" make .venv/ready-web
"$mineproof" serve --port 0 --no-browser >served 2>&1 &
server=$!
until grep -q "http://" served; do sleep 0.2; done
address=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' served)
step "the page answers" .venv/bin/python -c "import urllib.request as u; u.urlopen('$address').read()"
kill "$server"
wait "$server" || true
step "the lab's extra" .venv/bin/python -m pip install --quiet '.[lab]'
step "a published table" "$mineproof" lab run levels --scale 0.02
step "shown" "$mineproof" lab show levels
grep -q "complete" said
took=$(($(date +%s) - began))
echo "$took s in all"
[ "$took" -le 600 ]
