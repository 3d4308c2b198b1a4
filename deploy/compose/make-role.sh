#!/bin/sh
# Runs once, when the image makes a new database: a role that owns its own database and nothing else.
set -e
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" <<'SQL'
create role studio login password :'password';
create database studio owner studio;
revoke all on database studio from public;
SQL
