#!/bin/sh
# Two random secrets for docker-compose.yml; files that exist are left alone.
set -eu
folder="$(dirname "$0")/secrets"
mkdir -p "$folder"
chmod 700 "$folder"
for name in neo4j_password operator_key; do
  if [ ! -e "$folder/$name" ]; then
    (umask 077 && head -c 24 /dev/urandom | base64 | tr '+/' '-_' | tr -d '\n' > "$folder/$name")
    # The containers run as another user, so the files must be readable to it; the folder above keeps others out.
    chmod 644 "$folder/$name"
    echo "wrote $folder/$name"
  fi
done
