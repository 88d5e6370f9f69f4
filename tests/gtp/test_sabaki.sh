#!/bin/sh
# Runs sabaki.js with @sabaki/gtp, which is fetched from npm into the build folder:
#   sh test_sabaki.sh ENGINE FOLDER
# Ends with 77, "skipped", when there is no node or the library can't be had.

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
engine=$1 folder=$2
library=$folder/node_modules/@sabaki/gtp

skip() {
    echo "skipped: $*"
    exit 77
}

command -v node >/dev/null 2>&1 || skip "there is no node"
mkdir -p "$folder" || exit 1
if [ ! -f "$library/package.json" ]; then
    command -v npm >/dev/null 2>&1 || skip "there is no npm to fetch @sabaki/gtp"
    (cd "$folder" && echo '{"private": true}' >package.json &&
        npm install --no-audit --no-fund --ignore-scripts --fetch-retries=1 \
            --fetch-timeout=20000 @sabaki/gtp@3.0.0 >npm.log 2>&1 </dev/null) ||
        skip "npm can't fetch @sabaki/gtp (see $folder/npm.log)"
fi
exec node "$here/sabaki.js" "$library" "$engine"
