#!/bin/sh
# Makes a virtual environment with pip in FOLDER, or keeps one that is sound.  usage: venv.sh PYTHON FOLDER
# Prints one line when it makes one. Falls back where Debian's python3 comes without python3-venv.
set -u
asked=$1 folder=$2

say() { printf '%s\n' "$@" >&2; }
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
has_pip() { "$folder/bin/python" -m pip --version >/dev/null 2>&1; }

# Sound: it runs, it is new enough, it has pip, and it has not been moved or copied from elsewhere.
if new_enough "$folder/bin/python" && has_pip && [ "$(cat "$folder/.where" 2>/dev/null)" = "$PWD/$folder" ]
then exit 0
fi

python=
for one in "$asked" python3 python3.14 python3.13 python3.12 python3.11; do
    if new_enough "$one"; then python=$one; break; fi
done
if [ -z "$python" ]; then
    if command -v "$asked" >/dev/null 2>&1
    then say "Bingo needs Python 3.11 or newer; $asked is $("$asked" --version 2>&1)."
    else say "Bingo needs Python 3.11 or newer, and there is no '$asked' here."
    fi
    say "On Debian or Ubuntu: apt-get install python3 python3-venv" \
        "Or name another one:  make PYTHON=/path/to/python3.12 ..."
    exit 1
fi
[ "$python" = "$asked" ] || say "'$asked' is missing or older than 3.11; taking $python."

say "Making a virtual environment in $folder ($("$python" --version))"
rm -rf "$folder"
if "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    "$python" -m venv "$folder" >/dev/null 2>&1
fi
has_pip || {  # no ensurepip: an empty environment, and pip from elsewhere
    rm -rf "$folder"
    "$python" -m venv --without-pip "$folder" >/dev/null 2>&1 &&
        "$python" -m pip --python "$folder/bin/python" install -qq pip >/dev/null 2>&1
}
has_pip || {
    rm -rf "$folder"
    "$python" -m virtualenv -q "$folder" >/dev/null 2>&1 ||
        virtualenv -q -p "$python" "$folder" >/dev/null 2>&1
}
has_pip || {
    rm -rf "$folder"
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    say "$python cannot make a virtual environment: its ensurepip or venv is missing." \
        "On Debian or Ubuntu: apt-get install python3-venv (or python$version-venv), then try again."
    exit 1
}
printf '%s\n' "$PWD/$folder" >"$folder/.where"
