#!/bin/sh
# Writes scale.env, which compose.scale.yml reads, with new secrets: ./new-secrets.sh www.example.com
set -eu
[ $# = 1 ] || { echo "Usage: ./new-secrets.sh www.example.com" >&2; exit 2; }
file=${SCALE_ENV:-scale.env}
secret() { openssl rand -hex "$1"; }
umask 077
# An existing file stays: what its secrets have sealed, no other opens.
set -C
cat > "$file" <<ENV
# Keep a copy of this file elsewhere, like a password: no backup has it, and without SESSION_SECRET nobody opens forms that wait.
SITE_ADDRESS=$1
SESSION_SECRET=$(secret 32)
DATABASE_PASSWORD=$(secret 24)
AWS_ACCESS_KEY_ID=studio
AWS_SECRET_ACCESS_KEY=$(secret 24)
# Of the first admin; change the password after you have signed in.
ADMIN_EMAIL=admin@$1
ADMIN_PASSWORD=$(secret 12)
# SMTP_URL=smtps://user:password@mail.example.com
# MAIL_FROM=hello@example.com
ENV
