import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Stage, Started } from './stage.ts';

/**
 * Servers that are not Node programs: each is a column where it is installed, and is listed as missing where it is
 * not.
 */

/**
 * Starts nginx with one worker and keep-alive connections to the host; with `cache` it caches answers for a minute.
 */
export async function nginx(
  stage: Stage,
  upstream: string,
  { cache = false } = {},
): Promise<Started | undefined> {
  const url = await freeUrl(stage);
  const folder = stage.folder();
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    file,
    `user ${userInfo().username}; daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error;
events { worker_connections 1024; }
http {
  access_log ${folder}/access;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${cache ? `proxy_cache_path ${folder}/kept keys_zone=kept:10m; proxy_cache kept; proxy_cache_valid 200 1m;` : ''}
  client_max_body_size 1g;
  keepalive_requests 1000000;
  upstream host { server ${new URL(upstream).host}; keepalive 32; }
  server {
    listen ${new URL(url).host};
    location / { proxy_pass http://host; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}`,
  );
  return stage.installed('nginx', url, ['-c', file, '-p', folder, '-e', `${folder}/error`]);
}

/** Starts Caddy as a proxy without certificates. */
export async function caddy(stage: Stage, upstream: string): Promise<Started | undefined> {
  const url = await freeUrl(stage);
  const file = join(stage.folder(), 'Caddyfile');
  const site = `${url} {\n  reverse_proxy ${new URL(upstream).host}\n}\n`;
  writeFileSync(file, `{\n  admin off\n  auto_https off\n}\n${site}`);
  return stage.installed('caddy', url, ['run', '--config', file, '--adapter', 'caddyfile']);
}

/** Starts Varnish with its default rules: it caches answers without a cookie for two minutes. */
export async function varnish(stage: Stage, upstream: string): Promise<Started | undefined> {
  const url = await freeUrl(stage);
  const { host } = new URL(url);
  const backend = new URL(upstream).host;
  return stage.installed('varnishd', url, ['-F', '-a', host, '-b', backend, '-n', stage.folder()]);
}

async function freeUrl(stage: Stage): Promise<string> {
  return `http://127.0.0.1:${await stage.freePort()}`;
}
