#!/usr/bin/env bash
# Installs and builds the portal, and runs its tests on a database of its own on a server:
# DATABASE_URL=postgres://… bash examples/portal/check.sh
#
# The service and the client have to be built before.
set -euo pipefail
cd "$(dirname "$0")"
database=portal_$$

# Runs an SQL statement on the server.
sql() {
  (cd ../.. && node --input-type=module -e '
    import pg from "pg";
    const client = new pg.Client({ connectionString: process.argv[1] });
    await client.connect();
    await client.query(process.argv[2]);
    await client.end();' "$DATABASE_URL" "$1")
}

npm ci
npm run build
sql "create database $database"
trap 'sql "drop database $database with (force)"' EXIT
DATABASE_URL="${DATABASE_URL%/*}/$database" npm test
