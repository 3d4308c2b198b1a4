import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage, Started } from './stage.ts';

/** nginx as a proxy with one worker and kept connections to the host; undefined where it is not installed. */
export async function nginxProxy(stage: Stage, upstream: string): Promise<Started | undefined> {
  const port = await stage.freePort();
  const folder = stage.folder();
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error;
events { worker_connections 1024; }
http {
  access_log ${folder}/access;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  client_max_body_size 1g;
  upstream host { server ${new URL(upstream).host}; keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://host; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}`,
  );
  return stage.installed('nginx', `http://127.0.0.1:${port}`, [
    '-c',
    file,
    '-p',
    folder,
    '-e',
    `${folder}/error`,
  ]);
}
