#!/bin/sh
# Certificates for Kafka, MongoDB and Redis: `make-certificates.sh FOLDER` writes FOLDER/ca/ca.crt, and for each engine
# FOLDER/<engine>/tls.pem (certificate and key) with ca.crt beside it. They hold for ten years. The key of the authority is
# thrown away, so that no further certificate can be signed. Existing files stay; to make all again, remove FOLDER's files first.
set -eu
umask 077
folder=$1
# The user as which each engine runs in its image.
engines='kafka:1000 mongodb:999 redis:999'
missing=no
for file in ca/ca.crt kafka/tls.pem mongodb/tls.pem redis/tls.pem; do [ -s "$folder/$file" ] || missing=yes; done
[ "$missing" = yes ] || exit 0
command -v openssl > /dev/null || { echo 'make-certificates.sh: openssl is missing' >&2; exit 1; }

rm -f "$folder"/*/tls.pem "$folder"/*/ca.crt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
openssl req -x509 $key -days 3650 -subj '/CN=Tuma engines' -addext keyUsage=critical,keyCertSign,cRLSign \
  -keyout "$work/ca.key" -out "$work/ca.crt" 2>/dev/null
mkdir -p "$folder/ca"
for one in $engines; do
  engine=${one%:*}
  openssl req $key -subj "/CN=$engine" -keyout "$work/key" -out "$work/request" 2>/dev/null
  printf 'subjectAltName=DNS:%s,DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' "$engine" > "$work/names"
  openssl x509 -req -in "$work/request" -CA "$work/ca.crt" -CAkey "$work/ca.key" -CAcreateserial -days 3650 \
    -extfile "$work/names" -out "$work/certificate" 2>/dev/null
  mkdir -p "$folder/$engine"
  cat "$work/certificate" "$work/key" > "$folder/$engine/tls.pem"
  cp "$work/ca.crt" "$folder/$engine/ca.crt"
  # In compose root makes them, for engines that run as other users.
  if [ "$(id -u)" = 0 ]; then chown "${one#*:}" "$folder/$engine" "$folder/$engine/tls.pem"; fi
  chmod 755 "$folder/$engine"
  chmod 400 "$folder/$engine/tls.pem"
  chmod 444 "$folder/$engine/ca.crt"
done
# Written last, because it says that all files exist.
cp "$work/ca.crt" "$folder/ca/ca.crt"
chmod 755 "$folder/ca"
chmod 444 "$folder/ca/ca.crt"
