import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../../server/config.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'deploy/compose');
const { services } = parse(readFileSync(join(folder, 'compose.yml'), 'utf8'));
const { site, proxy } = services;

it('both containers can write to nothing but their volumes and keep no rights that they do not need', () => {
  const locked = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
  expect(services).toMatchObject({ site: locked, proxy: { ...locked, cap_add: ['NET_BIND_SERVICE'] } });
  expect(site.tmpfs.join()).toMatch(/^\/tmp:.*noexec/);
  // Only the proxy is reachable from outside.
  expect([site.cap_add, site.ports]).toEqual([undefined, undefined]);
});

it('the product takes its settings, has time to stop, and is asked for its own health only', () => {
  const given: Record<string, string> = {
    SITE_ADDRESS: 'www.studio.example',
    SESSION_SECRET: 'x'.repeat(32),
  };
  const filled = (value: unknown) =>
    String(value).replace(/\$\{(\w+):[-?][^}]*\}/g, (_all, name: string) => given[name] ?? '');
  const config = loadConfig(
    Object.fromEntries(Object.entries(site.environment).map(([name, value]) => [name, filled(value)])),
  );
  expect([config.TRUST_PROXY, config.UPSTREAM_URL, config.PUBLIC_URL?.origin]).toEqual([
    1,
    undefined,
    'https://www.studio.example',
  ]);
  expect(site.stop_grace_period).toBe(`${config.SHUTDOWN_DELAY_MS / 1000 + 10}s`);
  expect(site.healthcheck.test.join(' ')).toContain('http://127.0.0.1:3000/readyz?self=1');
  expect(proxy.depends_on).toEqual({ site: { condition: 'service_healthy' } });
});
