#!/usr/bin/env bash
# Packs the service, installs it into this application as an ESM host and as a CommonJS host, and runs the tests of both:
# DATABASE_URL=postgres://… bash examples/host-app/check.sh
#
# With the path of a packed service as its argument, it packs none.
# Each host gets a database of its own on that server.
set -euo pipefail
packed=${1:+$(realpath "$1")}
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
work=$(mktemp --directory)
databases=()

finish() {
  cd "$root"
  for database in "${databases[@]}"; do sql "drop database $database with (force)"; done
  rm -rf "$work"
}
trap finish EXIT

# Runs an SQL statement on the server.
sql() {
  node --input-type=module -e '
    import pg from "pg";
    const client = new pg.Client({ connectionString: process.argv[1] });
    await client.connect();
    await client.query(process.argv[2]);
    await client.end();' "$DATABASE_URL" "$1"
}

if [ -z "$packed" ]; then
  npm pack "$root" --pack-destination "$work"
  packed=$(echo "$work"/*.tgz)
fi

# Builds a host, and runs its tests on a database of its own. Usage: check NAME
check() {
  local database=host_app_${#databases[@]}_$$ package
  cd "$work/$1"
  for package in @nestjs/core @nestjs/common typeorm; do
    if [ "$(find . -path "*/node_modules/$package/package.json" | wc -l)" != 1 ]; then
      echo "There is more than one copy of $package."
      return 1
    fi
  done
  npm run build
  sql "create database $database"
  databases+=("$database")
  JWT_SECRET=$(openssl rand -hex 32) SESSION_SECRET=$(openssl rand -hex 32) \
    DATABASE_URL="${DATABASE_URL%/*}/$database" npm test
}

# Runs the tests of a host on the database in memory, by Jest. Usage: check_by_jest NAME
check_by_jest() {
  cd "$work/$1"
  npm run test:swc
  npm run test:ts-jest
}

for type in module commonjs; do
  mkdir "$work/$type"
  cp -R package.json package-lock.json tsconfig.json jest.*.config.mjs libs src test "$work/$type"
done

echo '== An ES module'
(cd "$work/module" && npm ci && npm install --no-save "$packed")
check module
check_by_jest module

echo '== An ES module with the lowest versions of the peer dependencies'
cp --archive --link "$work/module" "$work/lowest"
cd "$work/lowest"
lowest=$(node --print '
  const { peerDependencies } = require("feedback-changelog-service/package.json");
  Object.entries(peerDependencies).filter(([name]) => name !== "@nestjs/typeorm")
    .map(([name, range]) => name + range.replace("^", "@")).join(" ")')
npm install --no-save $lowest "$packed"
check lowest

echo '== A CommonJS application'
cp --archive --link "$work/module/node_modules" "$work/commonjs"
cd "$work/commonjs"
npm pkg set type=commonjs
check commonjs
check_by_jest commonjs

echo '== A CommonJS application with @nestjs/typeorm 11'
# Before Node 24.9, Jest cannot load it beside NestJS 12.
npm install --no-save --legacy-peer-deps @nestjs/typeorm@11.0.3 "$packed"
check commonjs
