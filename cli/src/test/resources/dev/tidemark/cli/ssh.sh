# Machines that ssh reaches: network namespaces, each with an address and a real sshd of its own, and one more, the hub, in
# which a command and a Redis may run that they reach. They end with standard input. Takes root, sshd, ip and python3.
#
#   ssh.sh FOLDER REDIS     prints "hub NAMESPACE", then of each machine its name, namespace and sshd's process
#
# Temporary files of a Java that is not told otherwise are in FOLDER/tmp. gen1 to gen4 are on one bridge; far is 100 ms away by each direction; ahead has a clock that is 5 s ahead; full has a full
# disk at FOLDER/full; bare has an empty home of 500 MB. In FOLDER/bin is an ssh that knows them all, and as
# stranger, gen1 with another host key than the known one, and as nobody, gen1 with a key that it does not let in. At
# 10.213.0.98 packets vanish, and impatient is that address with a ConnectTimeout. What ssh is asked is in FOLDER/asked.
set -e
folder=$1
redis=$2
tag=tm$$
net=10.213.0
started=
machines='gen1 gen2 gen3 gen4 far ahead full bare'

# Whatever was started under the daemons, too, in whichever sessions.
end() {
    trap '' EXIT
    for name in hub $machines; do
        ip netns pids $tag-$name 2>/dev/null | xargs -r kill -9 || true
    done
    [ -z "$started" ] || kill -9 $started 2>/dev/null || true
    for name in hub $machines; do
        ip netns del $tag-$name 2>/dev/null || true
    done
}
trap end EXIT
trap 'exit 1' INT TERM HUP

mkdir -p "$folder/bin" "$folder/full" "$folder/tmp" /run/sshd
chmod 755 "$folder"
for key in host other user unknown; do
    ssh-keygen -q -t ed25519 -N '' -C '' -f "$folder/$key"
done
cp "$folder/user.pub" "$folder/authorized"

ip netns add $tag-hub
ip -n $tag-hub link set lo up
ip -n $tag-hub link add bridge type bridge
ip -n $tag-hub addr add $net.1/24 dev bridge
ip -n $tag-hub link set bridge up
cat >"$folder/ssh_config" <<CONFIGURATION
Host *
    User root
    IdentitiesOnly yes
    UserKnownHostsFile $folder/known
    GlobalKnownHostsFile none
    LogLevel ERROR
Host impatient
    HostName $net.98
    ConnectTimeout 1
Host stranger
    HostName $net.11
    HostKeyAlias stranger
Host nobody
    HostName $net.11
    HostKeyAlias gen1
    IdentityFile $folder/unknown
CONFIGURATION
cat >"$folder/bin/ssh" <<SSH
#!/bin/sh
[ "\$1" = -G ] || echo "\$*" >>"$folder/asked"
exec /usr/bin/ssh -F "$folder/ssh_config" "\$@"
SSH
chmod 755 "$folder/bin/ssh"
echo "stranger $(cut -d ' ' -f 1,2 "$folder/other.pub")" >"$folder/known"

# A machine's daemon. What is mounted in a namespace is there alone.
begin() {
    set -- "$1" ip netns exec $tag-$1 /usr/sbin/sshd -D -e -f "$folder/$1.sshd"
    case $1 in
        ahead) shift && exec unshare --time --monotonic 5 --boottime 5 --fork --kill-child "$@" ;;
        full) shift 5 && exec ip netns exec $tag-full sh -c 'mount -t tmpfs -o size=64k full "$0" &&
            ! head -c 1M /dev/zero 2>/dev/null >"$0/filled" && exec "$@"' "$folder/full" "$@" ;;
        bare) shift 5 && exec ip netns exec $tag-bare sh -c 'mount -t tmpfs -o size=500m bare "$0" && exec "$@"' \
            "$(getent passwd root | cut -d : -f 6)" "$@" ;;
        *) shift && exec "$@" ;;
    esac
}

number=10
echo "hub $tag-hub"
for name in $machines; do
    number=$((number + 1))
    address=$net.$number
    ip netns add $tag-$name
    ip -n $tag-$name link set lo up
    if [ $name = far ]; then
        address=10.213.1.2
        ip netns exec $tag-hub python3 "$(dirname "$0")/far.py" 0.1 $tag-a $tag-b >"$folder/far.log" 2>&1 &
        started="$started $!"
        until ip -n $tag-hub link show $tag-b >/dev/null 2>&1; do sleep 0.05; done
        ip -n $tag-hub link set $tag-b netns $tag-far
        ip -n $tag-hub addr add 10.213.1.1/24 dev $tag-a
        ip -n $tag-hub link set $tag-a up
        ip -n $tag-far addr add $address/24 dev $tag-b
        ip -n $tag-far link set $tag-b up
        ip -n $tag-far route add default via 10.213.1.1
    else
        ip -n $tag-hub link add p-$name type veth peer name eth0 netns $tag-$name
        ip -n $tag-hub link set p-$name master bridge up
        ip -n $tag-$name addr add $address/24 dev eth0
        ip -n $tag-$name link set eth0 up
    fi
    cat >"$folder/$name.sshd" <<CONFIGURATION
ListenAddress $address:22
HostKey $folder/host
AuthorizedKeysFile $folder/authorized
StrictModes no
UsePAM no
PidFile none
PermitRootLogin prohibit-password
PasswordAuthentication no
SetEnv JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=$folder/tmp
CONFIGURATION
    printf 'Host %s\n    HostName %s\n    HostKeyAlias %s\n    IdentityFile %s/user\n' $name $address $name "$folder" \
        >>"$folder/ssh_config"
    echo "$name $(cut -d ' ' -f 1,2 "$folder/host.pub")" >>"$folder/known"
    begin $name 2>"$folder/$name.log" &
    started="$started $!"
    echo "$name $tag-$name $!"
    until grep -q 'Server listening' "$folder/$name.log" 2>/dev/null; do
        kill -0 $! || exit 1
        sleep 0.05
    done
done
# Not before: what a bridge knows of its neighbours is gone when its own address changes with its members.
ip -n $tag-hub neigh add $net.98 lladdr 02:00:00:00:00:98 dev bridge nud permanent
printf 'Host stranger\n    IdentityFile %s/user\n' "$folder" >>"$folder/ssh_config"

ip netns exec $tag-hub "$redis" --bind $net.1 --port 6379 --protected-mode no --save '' --appendonly no --enable-debug-command local --dir "$folder" \
    --unixsocket "$folder/redis.socket" >"$folder/redis.log" 2>&1 &
started="$started $!"
until [ -S "$folder/redis.socket" ]; do
    kill -0 $! || exit 1
    sleep 0.05
done
echo ready
cat >/dev/null || true
