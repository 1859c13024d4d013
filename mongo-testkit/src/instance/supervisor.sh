# Ends a server with its last user. Arguments: the folder of the server, seconds to wait for newcomers, `purge` to end
# it now. Makes the folder and its FIFO: every user holds a write end open and has written one byte, no line.
# POSIX sh, so that it runs wherever the tests run; nothing here polls while the server is used.
trap '' HUP INT QUIT TERM
umask 077
# One that was killed while it removed a folder left it under its other name, see below.
dir=${1%.dying}
linger=$2
purge=$3

if [ "$purge" != purge ]; then
    mkdir -p "$dir" || exit 1
    [ -p "$dir/fifo" ] || mkfifo "$dir/fifo" || exit 1
    # The read end becomes standard input. It would wait for a writer, so for a moment this is one.
    exec 3<>"$dir/fifo" 4<&0 0<"$dir/fifo" 3>&-
    # Ends when the process that started this has registered, or is gone.
    read -r ignored <&4
    exec 4<&-
fi

while [ "$purge" != purge ]; do
    # No user writes a line, so this ends when the last one is gone. A builtin, and the others without the FIFO: when
    # this shell is killed, no child of it may keep the read end, or nobody would notice.
    read -r ignored
    sleep "$linger" </dev/null
    # From here on newcomers wait. Without this file no user has ever got as far as that.
    mv "$dir/ready" "$dir/leaving" || break
    # A user that opened the FIFO before has written its byte, or is about to. No byte: nobody came.
    [ -n "$(dd bs=1 count=1)" ] || break
    mv "$dir/leaving" "$dir/ready"
done

# Under another name nothing new can start here: a start writes its process id first, into the folder's old name.
dying=$dir.dying
mv "$dir" "$dying"

# Whether a process is the server of this folder, and not another one that got the same number since.
is_ours() {
    if [ -r "/proc/$1/cmdline" ]; then
        tr '\0' ' ' <"/proc/$1/cmdline" | grep -qF -- "$dir/"
    else
        ps -o command= -p "$1" | grep -qF -- "$dir/"
    fi
}

if [ -s "$dying/pid" ]; then
    read -r pid <"$dying/pid"
    is_ours "$pid" && kill -9 "$pid"
fi
if [ -s "$dying/container" ]; then
    read -r container <"$dying/container"
    docker rm --force --volumes "$container"
fi

# A process that is being killed may still write for a moment.
tries=0
while rm -rf "$dying"; [ -e "$dying" ] && [ "$tries" -lt 50 ]; do
    tries=$((tries + 1))
    sleep 0.1
done
