import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../../server/config.ts';

const root = join(import.meta.dirname, '../../..');
const file = join(root, 'deploy/compose/compose.yml');

interface Service {
  build?: string;
  environment: Record<string, string>;
  read_only: boolean;
  cap_drop: string[];
  cap_add?: string[];
  security_opt: string[];
  tmpfs?: string[];
  volumes: string[];
  ports?: string[];
  stop_grace_period?: string;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
}
const { services, volumes } = parse(readFileSync(file, 'utf8')) as {
  services: { site: Service; proxy: Service };
  volumes: Record<string, null>;
};
const { site, proxy } = services;

it('both containers can write to nothing but their volumes and keep no rights that they do not need', () => {
  for (const service of [site, proxy]) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  }
  expect([site.cap_add, proxy.cap_add]).toEqual([undefined, ['NET_BIND_SERVICE']]);
  expect(site.tmpfs?.join()).toMatch(/^\/tmp:.*noexec/);
  // Only the proxy is reachable from outside.
  expect(site.ports).toBeUndefined();
});

it('the product takes its settings, has time to stop, and is asked for its own health only', () => {
  const given = { SITE_ADDRESS: 'www.studio.example', SESSION_SECRET: 'x'.repeat(32) } as Record<
    string,
    string
  >;
  const environment = Object.fromEntries(
    Object.entries(site.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):[-?][^}]*\}/g, (_all, variable: string) => given[variable] ?? ''),
    ]),
  );
  const config = loadConfig(environment);
  expect([config.TRUST_PROXY, config.UPSTREAM_URL]).toEqual([1, undefined]);
  expect(config.PUBLIC_URL?.origin).toBe('https://www.studio.example');
  expect(site.stop_grace_period).toBe(`${config.SHUTDOWN_DELAY_MS / 1000 + 10}s`);
  expect(site.healthcheck?.test.join(' ')).toContain('http://127.0.0.1:3000/readyz?self=1');
  expect(proxy.depends_on).toEqual({ site: { condition: 'service_healthy' } });
});

it('names folders and files that are there, and the data folder and port of the image', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  expect(dockerfile).toMatch(/PORT=3000 DATA_DIR=\/data/);
  expect(existsSync(join(dirname(file), site.build ?? '', 'Dockerfile'))).toBe(true);
  expect(proxy.environment.SITE_UPSTREAM).toBe('site:3000');
  const mounts = [...site.volumes, ...proxy.volumes].map((volume) => volume.split(':'));
  expect(mounts).toContainEqual(['data', '/data']);
  const caddyfile = mounts.find(([, to]) => to === '/etc/caddy/Caddyfile')?.[0] ?? '';
  expect(readFileSync(join(dirname(file), caddyfile), 'utf8')).toContain('{$SITE_UPSTREAM:');
  const named = mounts.map(([from = '']) => from).filter((from) => !from.startsWith('.'));
  expect(named.sort()).toEqual(Object.keys(volumes).sort());
});
