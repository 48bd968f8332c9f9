#!/usr/bin/env bash
# The README's two commands on a Debian that has nothing but what `debootstrap --variant=minbase` makes, and git.
# Usage, as root: unshare -m bash bare.sh SUITE FOLDER [COMMAND…]; SUITE is bookworm (12) or trixie (13), without a COMMAND those of the
# README are run. FOLDER/SUITE becomes the system's root; FOLDER/archives keeps the packages that were fetched. The clone is at HEAD, with the
# corpus beside it, for reading alone, if it is beside this one. CCACHE_DIR, if it is set, is the cache of the compiler there, too.
set -euo pipefail
suite=$1 folder=$2
shift 2
source=$(cd "$(dirname "$0")/../.." && pwd)
root=$folder/$suite
rm -rf --one-file-system "$root"
mkdir -p "$root" "$folder/archives"
folder=$(cd "$folder" && pwd) root=$folder/$suite
debootstrap --variant=minbase --include=git,ca-certificates --cache-dir="$folder/archives" "$suite" "$root" >"$folder/$suite.log" ||
  { tail -n 5 "$folder/$suite.log" >&2; exit 1; }

# The host's network and the certificates that it trusts.
cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt" 2>/dev/null || true
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$folder/archives" "$root/var/cache/apt/archives"
echo 'Binary::apt-get::APT::Keep-Downloaded-Packages "true";' >"$root/etc/apt/apt.conf.d/01keep"
git clone -q --no-hardlinks "$source" "$root/srv/romas"
if [ -d "$source/../shared/corpus" ]; then
  mkdir -p "$root/srv/shared"
  mount --bind "$source/../shared" "$root/srv/shared"
  mount -o remount,bind,ro "$root/srv/shared"
fi

if [ -n "${CCACHE_DIR:-}" ]; then
  mkdir -p "$root/srv/ccache"
  mount --bind "$CCACHE_DIR" "$root/srv/ccache"
fi

if [ $# = 0 ]; then
  mapfile -t commands < <(sed -n 's/^\(\.\/x [a-z]*\) *#.*/\1/p' "$source/README.md")
  [ ${#commands[@]} = 2 ] || { echo "README.md does not name two commands" >&2; exit 1; }
else
  commands=("$@")
fi
for command in "${commands[@]}"; do
  SECONDS=0
  echo "== $suite: $command"
  chroot "$root" env -i HOME=/root TERM=dumb PATH=/usr/sbin:/usr/bin:/sbin:/bin ${CI:+CI=$CI} ${CCACHE_DIR:+CCACHE_DIR=/srv/ccache} \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt bash -c "cd /srv/romas && $command"
  echo "== $suite: $command: $((SECONDS / 60)) min $((SECONDS % 60)) s"
done
