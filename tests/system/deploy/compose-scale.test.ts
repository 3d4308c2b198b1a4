import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const deploy = join(import.meta.dirname, '../../../deploy');
const text = readFileSync(join(deploy, 'compose/compose.scale.yml'), 'utf8');
const { services, networks } = parse(text, { merge: true });

it('every container can write to nothing but its volumes and keeps no rights that it does not need', () => {
  const locked = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
  const named = (of: string) => Object.keys(services).filter((name) => services[name][of]);
  for (const name of Object.keys(services)) expect(services[name], name).toMatchObject(locked);
  expect([services.proxy.cap_add, services.certificates.cap_add]).toEqual([['NET_BIND_SERVICE'], ['CHOWN']]);
  expect(named('cap_add').sort()).toEqual(['certificates', 'proxy']);
  // Only the proxy is reachable from outside, and only the sites reach database and store.
  expect(named('ports')).toEqual(['proxy']);
  expect(networks.back).toEqual({ internal: true });
  for (const name of ['database', 'store', 'bucket']) expect(services[name].networks).toEqual(['back']);
  expect(services.proxy.networks).toEqual(['front']);
});

it('nginx tells who the visitor is by what it sees, and neither limits nor collects in place of the product', () => {
  const conf = readFileSync(join(deploy, 'nginx/studio-site-tls.conf'), 'utf8');
  for (const line of [
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header traceparent "";',
    'client_max_body_size 0;',
    'proxy_request_buffering off;',
    'proxy_buffering off;',
    'set $args self=1;',
  ])
    expect(conf).toContain(line);
});

it('the file for port 80 loads before there is a certificate, and answers the challenge for one', () => {
  const conf = readFileSync(join(deploy, 'nginx/studio-site.conf'), 'utf8').replaceAll(/#.*/g, '');
  expect(conf).not.toMatch(/ssl|443/);
  expect(conf).toContain('location ^~ /.well-known/acme-challenge/');
});
