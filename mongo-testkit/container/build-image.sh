#!/bin/sh
# Builds a local image of a mongod program, for machines that have Docker and can't pull an image.
# Usage: build-image.sh <mongod> <image:tag>. Linux with glibc; about 130 MB; nothing is downloaded.
set -eu
mongod=$1
image=$2

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/fs/usr/bin" "$root/fs/etc" "$root/fs/data/db" "$root/fs/tmp"
cp "$mongod" "$root/fs/usr/bin/mongod"

# Every library that the loader would load, and the loader itself, each where it is expected.
ldd "$mongod" | grep -o '/[^ ]*' | while read -r library; do
    mkdir -p "$root/fs$(dirname "$library")"
    cp -L "$library" "$root/fs$library"
done
# Name look-ups load these by name.
for library in libnss_files.so.2 libnss_dns.so.2; do
    found=$(ldconfig -p 2>/dev/null | grep -o "/.*/$library" | head -n 1)
    if [ -n "$found" ]; then
        mkdir -p "$root/fs$(dirname "$found")"
        cp -L "$found" "$root/fs$found"
    fi
done
echo 'root:x:0:0:root:/:/sbin/nologin' >"$root/fs/etc/passwd"
echo 'hosts: files dns' >"$root/fs/etc/nsswitch.conf"

cat >"$root/Dockerfile" <<'END'
FROM scratch
COPY fs /
ENTRYPOINT ["/usr/bin/mongod", "--bind_ip_all", "--dbpath", "/data/db"]
END
# The classic builder works without any other image.
DOCKER_BUILDKIT=0 docker build --quiet --tag "$image" "$root"
