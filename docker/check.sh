#!/usr/bin/env bash
# Checks the image and the compose file without a container engine: runs linters, then the steps of the Dockerfile in a
# temporary folder, and then starts the result. Needs Node, npm and git.
set -euo pipefail

repository=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp --directory)
server=
cleanup() {
  if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap cleanup EXIT

echo '== Linters'
cd "$work"
npx --yes dockerfile-utils@0.16.3 lint "$repository/docker/Dockerfile"
npx --yes dclint@3.1.0 --max-warnings 0 "$repository/docker/compose.yaml"

echo '== The build context'
mkdir context
cd "$repository"
git ls-files --cached --others --exclude-standard -z >"$work/files"
tar --create --null --files-from="$work/files" --ignore-failed-read | tar --extract --directory="$work/context"
cd "$work/context"
for entry in * .[!.]*; do
  grep --quiet --line-regexp --fixed-strings "!$entry" "$repository/docker/Dockerfile.dockerignore" || rm -rf "$entry"
done
ls

# Runs the Dockerfile: every stage is a folder that stands for its /app. What prepares the system (RUN install, USER,
# VOLUME) needs an engine and is left out; ENV, HEALTHCHECK and CMD are for the start.
echo '== The image'
words() { node -e 'console.log(JSON.parse(process.argv[1]).join("\n"))' "$1"; }
environment=()
while read -r instruction arguments; do
  read -ra argument <<<"$arguments"
  case "$instruction" in
    FROM)
      stage=$work/${argument[2]}
      mkdir "$stage"
      cd "$stage"
      ;;
    COPY)
      echo "COPY $arguments"
      source=$work/context
      if [[ ${argument[0]} == --from=* ]]; then
        source=$work/${argument[0]#--from=}
        argument=("${argument[@]:1}")
      fi
      for file in "${argument[@]:0:${#argument[@]}-1}"; do
        cp --recursive "$source/${file#/app/}" "${argument[-1]}"
      done
      ;;
    RUN)
      if [ "${argument[0]}" = npm ]; then
        echo "RUN $arguments"
        "${argument[@]}"
      fi
      ;;
    ENV) environment+=("${argument[@]}") ;;
    HEALTHCHECK) mapfile -t health < <(words "${arguments#*CMD }") ;;
    CMD) mapfile -t command < <(words "$arguments") ;;
  esac
done < <(sed --regexp-extended ':join; /\\$/ { N; s/\\\n */ /; b join }; /^#/d' "$repository/docker/Dockerfile")
du --human-readable --summarize "$stage"

echo '== A start'
port=$(node -e 'const s = require("node:net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })')
image=(env --ignore-environment PATH="$PATH" "${environment[@]}" HOST=127.0.0.1 PORT="$port" DATA_DIR="$work/data" TMPDIR="$work/data")
"${image[@]}" "${command[@]}" &
server=$!
for _ in {1..60}; do
  if "${image[@]}" "${health[@]}"; then break; fi
  kill -0 "$server"
  sleep 1
done
"${image[@]}" "${health[@]}"
echo 'It is ready.'
kill -TERM "$server"
wait "$server"
server=
echo 'SIGTERM ended it with 0.'
