# A Slurm of two nodes, which are both this machine, with files in a folder of its own; it ends with standard input.
# Prints the path of its configuration when both nodes are idle.
set -e
folder=$1
port=$2
host=$(hostname -s)
mkdir -p "$folder/munge" "$folder/state"
chmod 755 "$folder" "$folder/munge"
head -c 1024 /dev/urandom > "$folder/munge/key"
chmod 600 "$folder/munge/key"
cat > "$folder/slurm.conf" <<CONFIGURATION
ClusterName=trial
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
NodeName=n[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 2))] CPUs=1
PartitionName=all Nodes=ALL Default=YES State=UP
CONFIGURATION
export SLURM_CONF=$folder/slurm.conf
started=
trap 'kill $started; wait' EXIT
munged --foreground --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
    --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" >&2 &
started="$started $!"
until [ -S "$folder/munge/socket" ]; do sleep 0.1; done
slurmctld -D > "$folder/slurmctld.log" 2>&1 &
started="$started $!"
for node in n1 n2; do
    slurmd -D -N $node > "$folder/$node.log" 2>&1 &
    started="$started $!"
done
until [ "$(sinfo -h -o '%t %D' 2> /dev/null)" = "idle 2" ]; do
    for each in $started; do kill -0 "$each"; done
    sleep 0.2
done
echo "$SLURM_CONF"
cat > /dev/null || true
