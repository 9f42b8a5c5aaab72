#!/bin/bash
# A realm of its own and a PostgreSQL that asks for its tickets, both on loopback and in a folder of their own, until standard
# input ends. Says the server's port, and where the file of the realm and a ticket of the user ada are, a line each.
set -euo pipefail
folder=$(mktemp -d)
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
as_nobody() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; } # PostgreSQL refuses to be root
kdc=
exec 3>&2
ended() {
    [ "$?" -eq 0 ] || [ ! -f "$folder/said" ] || cat "$folder/said" >&3
    [ ! -f "$folder/data/postmaster.pid" ] || as_nobody "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null
    [ -z "$kdc" ] || kill "$kdc"
    rm -rf "$folder"
}
trap ended EXIT
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
realm=TIDEMARK.TEST
kdc_port=$(free_port)
port=$(free_port)
export KRB5_CONFIG=$folder/krb5.conf KRB5_KDC_PROFILE=$folder/kdc.conf KRB5CCNAME=$folder/ticket
cat >"$KRB5_CONFIG" <<END
[libdefaults]
 default_realm = $realm
 dns_lookup_kdc = false
 rdns = false
 udp_preference_limit = 1
[realms]
 $realm = {
  kdc = 127.0.0.1:$kdc_port
 }
[domain_realm]
 localhost = $realm
END
cat >"$KRB5_KDC_PROFILE" <<END
[kdcdefaults]
 kdc_listen = ""
 kdc_tcp_listen = 127.0.0.1:$kdc_port
[realms]
 $realm = {
  database_name = $folder/principals
  key_stash_file = $folder/stash
 }
END
{
    kdb5_util create -s -P master
    kadmin.local -q 'addprinc -pw ticket ada'
    kadmin.local -q 'addprinc -randkey postgres/localhost'
    kadmin.local -q "ktadd -k $folder/keytab postgres/localhost"
    chmod 755 "$folder"
    chmod 644 "$folder/keytab"
    krb5kdc -n 3>&- &
    kdc=$!
    until kinit ada <<<ticket; do kill -0 "$kdc"; done
    install -d -o nobody "$folder/data"
    as_nobody "$bin/initdb" -D "$folder/data" -A trust -U ada
    echo 'host all all 127.0.0.1/32 gss include_realm=0' >"$folder/data/pg_hba.conf"
    as_nobody "$bin/pg_ctl" -D "$folder/data" -l "$folder/data/log" -w start \
        -o "-p $port -h 127.0.0.1 -c unix_socket_directories= -c krb_server_keyfile=$folder/keytab" 3>&-
} >"$folder/said" 2>&1
printf '%s\n' "$port" "$KRB5_CONFIG" "$KRB5CCNAME"
cat >/dev/null
