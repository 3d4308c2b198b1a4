import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { databaseFiles as databases } from '../../../tools/archive/database.ts';

const root = join(import.meta.dirname, '../../..');

it('the Litestream example copies every database that a backup has, each to a place of its own', () => {
  const text = readFileSync(join(root, 'deploy/litestream/litestream.yml'), 'utf8');
  const config = parse(text) as {
    dbs: { path: string; replica: { url: string } }[];
    snapshot: { retention: string };
  };
  const folder = '/var/lib/studio-site/';
  expect(config.dbs.map(({ path }) => path).sort()).toEqual(databases.map((name) => folder + name).sort());
  expect(new Set(config.dbs.map(({ replica }) => replica.url)).size).toBe(databases.length);
  // docs/deploy.md promises seven days.
  expect(config.snapshot.retention).toBe(`${7 * 24}h`);
});
