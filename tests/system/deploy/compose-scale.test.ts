// @module-tag deep/postgres: runs the commands of the compose file
import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../../server/config.ts';
import { testBucket, testDatabase } from '../../support/shared-servers.ts';

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
const [openssl, psql, caddy] = ['openssl', 'psql', 'caddy'];
const hasOpenssl = spawnSync(openssl, ['version']).status === 0;
const hasPsql = spawnSync(psql, ['--version']).status === 0;
const hasCaddy = spawnSync(caddy, ['version']).status === 0;

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

it.skipIf(!hasCaddy)(
  'Caddy takes both sites from its one setting, and asks each for its own health (Caddy, when installed)',
  () => {
    const adapted = execFileSync(caddy, ['adapt', '--config', join(root, 'deploy/caddy/Caddyfile')], {
      env: { ...process.env, ...service('proxy').environment, SITE_ADDRESS: 'www.studio.example' },
    });
    const found: unknown[] = [];
    JSON.parse(adapted.toString(), (key, value) => {
      if (key === 'upstreams' || key === 'active') found.push(value);
      return value;
    });
    expect(found).toEqual(
      expect.arrayContaining([
        [{ dial: 'site-1:3000' }, { dial: 'site-2:3000' }],
        expect.objectContaining({ uri: '/readyz?self=1' }),
      ]),
    );
  },
);

it.skipIf(!hasOpenssl)(
  'database and store show certificates that the sites believe, with keys that nobody else reads',
  () => {
    const { entrypoint, command } = service('certificates');
    expect(entrypoint).toEqual(['sh', '/make-certificates.sh']);
    const [certificates, authority] = ['certificates', 'authority'].map((name) => {
      const made = join(temporaryFolder(), name);
      mkdirSync(made);
      return made;
    }) as [string, string];
    const me = process.getuid?.() ?? 0;
    const run = () =>
      execFileSync(
        'sh',
        [
          join(folder, 'make-certificates.sh'),
          ...[command ?? []].flat().map((each) => each.replace(/\d+$/, String(me))),
        ],
        {
          env: { ...process.env, CERTIFICATES: certificates, AUTHORITY: authority },
        },
      );
    run();
    const ca = new X509Certificate(readFileSync(join(authority, 'ca.pem')));
    expect(ca.ca).toBe(true);
    for (const name of ['database', 'store']) {
      const certificate = new X509Certificate(readFileSync(join(certificates, `${name}.pem`)));
      expect(certificate.checkIssued(ca) && certificate.verify(ca.publicKey)).toBe(true);
      expect([certificate.checkHost(name), certificate.checkHost('other')]).toEqual([name, undefined]);
      expect(statSync(join(certificates, `${name}.key`)).mode & 0o777).toBe(0o600);
    }
    run();
    expect(readFileSync(join(authority, 'ca.pem'), 'utf8')).toBe(`${ca.toString()}`);
    // Owners of the files in the containers: `postgres` of its image, and root.
    expect(command).toEqual(['database:999', 'store:0']);
  },
);

it('the bucket is made by its own line, and a bucket that is there is left alone', async () => {
  const bucket = await testBucket();
  const [program = '', ...args] = service('bucket').command as string[];
  const { MEDIA_URL: _, ...keys } = bucket.environment;
  const made = `${bucket.name}-made`;
  const run = () =>
    spawnSync(program === 'node' ? process.execPath : program, args, {
      cwd: root,
      env: { PATH: process.env.PATH, ...keys, ENDPOINT: bucket.endpoint, BUCKET: made },
    });
  const first = run();
  expect([first.status, String(first.stderr)]).toEqual([0, '']);
  expect((await fetch(`${bucket.endpoint}/${made}`)).status).not.toBe(404);
  expect(run().status).toBe(0);
  await bucket.drop();
});

it.skipIf(!hasPsql)(
  'the role of the product owns its database and no more (psql, when installed)',
  async () => {
    const database = await testDatabase();
    const { hostname, port, username, password } = new URL(database.url);
    const at = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
    // Names that only this test uses, since all tests share the server.
    const [role, name] = [`${database.name}_role`, `${database.name}_studio`];
    const script = readFileSync(join(folder, 'make-role.sh'), 'utf8')
      .replace('create role studio', `create role ${role}`)
      .replaceAll('database studio', `database ${name}`)
      .replace('owner studio', `owner ${role}`);
    const shell = (input: string, environment: object) =>
      spawnSync('sh', [], { input, env: { PATH: process.env.PATH, ...at, ...environment } });
    const ran = shell(script, { PGDATABASE: database.name, POSTGRES_PASSWORD: "a'b" });
    expect(String(ran.stderr)).toBe('');
    expect(ran.status).toBe(0);
    const own = new pg.Client({
      host: hostname,
      port: Number(port),
      user: role,
      password: "a'b",
      database: name,
    });
    await own.connect();
    await own.query('create table here (x int); create extension pg_trgm');
    const { rows } = await own.query(
      'select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
    await own.end();
    const admin = new pg.Client(database.url);
    await admin.connect();
    await admin.query(`drop database ${name}`);
    await admin.query(`drop role ${role}`);
    await admin.end();
    await database.drop();
  },
);
