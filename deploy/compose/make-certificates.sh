#!/bin/sh
# For each "name:uid" a key that only this uid can read and a certificate for this name, good for ten years, signed by an authority
# whose own key is thrown away. What is there already stays; to make all of them anew, remove /certificates/*.
set -eu
certificates=${CERTIFICATES:-/certificates}
authority=${AUTHORITY:-/authority}
[ -e "$certificates/complete" ] && exit 0
umask 077
curve="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
work=$(mktemp -d)
openssl req -x509 $curve -days 3650 -subj /CN=studio -keyout "$work/ca.key" -out "$work/ca.pem" 2>&1
for each in "$@"; do
  name=${each%:*}
  openssl req $curve -subj "/CN=$name" -keyout "$certificates/$name.key" -out "$work/request" 2>&1
  printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth\n' "$name" > "$work/extensions"
  openssl x509 -req -in "$work/request" -CA "$work/ca.pem" -CAkey "$work/ca.key" -CAcreateserial -days 3650 \
    -extfile "$work/extensions" -out "$certificates/$name.pem" 2>&1
  chown "${each#*:}" "$certificates/$name.key"
  chmod 644 "$certificates/$name.pem"
done
cat "$work/ca.pem" > "$authority/ca.pem"
chmod 644 "$authority/ca.pem"
chmod 755 "$certificates" "$authority"
rm -r "$work"
touch "$certificates/complete"
