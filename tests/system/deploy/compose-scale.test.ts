import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../../server/config.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'deploy/compose');
const text = readFileSync(join(folder, 'compose.scale.yml'), 'utf8');

interface Service {
  build?: string;
  image: string;
  user?: string;
  entrypoint?: string[];
  command?: string | string[];
  environment?: Record<string, string>;
  read_only: boolean;
  cap_drop: string[];
  cap_add?: string[];
  security_opt: string[];
  volumes: string[];
  ports?: string[];
  networks?: string[];
  stop_grace_period?: string;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
}
const { services, volumes, networks } = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks: Record<string, { internal?: boolean } | null>;
};
const service = (name: string) => services[name] as Service;
const sites = ['site-1', 'site-2'].map(service);
const openssl = 'openssl';
const hasOpenssl = spawnSync(openssl, ['version']).status === 0;

function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'studio-compose-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Runs new-secrets.sh and returns its variables, as Compose reads them. */
function newSecrets(): Record<string, string> {
  const file = join(temporaryFolder(), 'scale.env');
  const run = () =>
    spawnSync(join(folder, 'new-secrets.sh'), ['www.studio.example'], {
      env: { ...process.env, SCALE_ENV: file },
    });
  expect(run().status).toBe(0);
  const made = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o077).toBe(0);
  // A second run would replace the secrets, and lose what they have sealed.
  expect(run().status).not.toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(made);
  const lines = made.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
}

const filled = (value: string, given: Record<string, string>) =>
  value.replace(/\$\{(\w+):[-?][^}]*\}/g, (_all, name: string) => given[name] ?? '');

it('every container can write to nothing but its volumes and keeps no rights that it does not need', () => {
  for (const [name, each] of Object.entries(services)) {
    expect(each, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  }
  const more = Object.entries(services).flatMap(([name, { cap_add }]) => (cap_add ? [[name, cap_add]] : []));
  expect(more).toEqual([
    ['proxy', ['NET_BIND_SERVICE']],
    ['certificates', ['CHOWN']],
  ]);
  // Only the proxy is reachable from outside, and only the sites reach database and store.
  expect(Object.keys(services).filter((name) => service(name).ports)).toEqual(['proxy']);
  expect(networks.back).toEqual({ internal: true });
  for (const name of ['database', 'store', 'bucket']) expect(service(name).networks).toEqual(['back']);
  expect(service('proxy').networks).toEqual(['front']);
});

it.skipIf(!hasOpenssl)(
  'the two sites take the same settings, made of secrets that are new, and each has a disk of its own',
  () => {
    const secrets = newSecrets();
    for (const [, name = ''] of text.matchAll(/\$\{(\w+):\?/g)) expect(secrets[name], name).toMatch(/./);
    const [environment, other] = sites.map((site) =>
      Object.fromEntries(
        Object.entries(site.environment ?? {}).map(([name, value]) => [name, filled(value, secrets)]),
      ),
    );
    expect(environment).toEqual(other);
    const config = loadConfig(environment);
    expect([config.TRUST_PROXY, config.UPSTREAM_URL]).toEqual([1, undefined]);
    expect(config.PUBLIC_URL?.origin).toBe('https://www.studio.example');
    for (const site of sites) {
      expect(site.stop_grace_period).toBe(`${config.SHUTDOWN_DELAY_MS / 1000 + 10}s`);
      expect(site.healthcheck?.test.join(' ')).toContain('http://127.0.0.1:3000/readyz?self=1');
    }
    // Longer than two health checks of Caddy, so that it notices before the port closes.
    const asked = /health_interval (\d+)s/.exec(
      readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8'),
    )?.[1];
    expect(config.SHUTDOWN_DELAY_MS).toBeGreaterThan(2_000 * Number(asked));
    const disks = sites.map((site) => site.volumes.find((volume) => volume.endsWith(':/data')));
    expect(disks).toEqual(['data-1:/data', 'data-2:/data']);
  },
);

it('names parts and files that are there', () => {
  const environment = sites[0]?.environment ?? {};
  const database = new URL(filled(environment.DATABASE_URL ?? '', { DATABASE_PASSWORD: 'x' }));
  const store = new URL(new URL(environment.MEDIA_URL ?? '').searchParams.get('endpoint') ?? '');
  expect([database.hostname, store.hostname].map((name) => name in services)).toEqual([true, true]);
  expect(service('bucket').environment).toMatchObject({
    ENDPOINT: store.origin,
    BUCKET: new URL(environment.MEDIA_URL ?? '').hostname,
  });
  expect(service('store').environment?.VGW_PORT).toBe(`:${store.port}`);
  expect(service('store').healthcheck?.test.at(-1)).toBe(`https://127.0.0.1:${store.port}/health`);
  expect(service('proxy').environment?.SITE_UPSTREAM).toBe('site-1:3000 site-2:3000');
  const mounts = Object.values(services).flatMap((each) => each.volumes.map((volume) => volume.split(':')));
  for (const [from = ''] of mounts) {
    if (from.startsWith('.')) expect(existsSync(join(folder, from)), from).toBe(true);
    else expect(Object.keys(volumes)).toContain(from);
  }
  for (const name of Object.keys(volumes)) expect(mounts.map(([from]) => from)).toContain(name);
  for (const { depends_on } of Object.values(services))
    for (const name of Object.keys(depends_on ?? {})) expect(Object.keys(services)).toContain(name);
  // Only our own image is built here.
  for (const each of Object.values(services))
    expect(each.build).toBe(each.image === 'studio-site' ? '../..' : undefined);
});

it('nginx tells who the visitor is by what it sees, and neither limits nor collects in place of the product', () => {
  const conf = readFileSync(join(root, 'deploy/nginx/studio-site-tls.conf'), 'utf8');
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
