import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, rows } from '#shared/contract/index.ts';
import { hybridGroups } from '#shared/contract/row.ts';
import { parseHostFile } from '../../../../hosts/host-file/load.ts';
import { rowsOf } from '../../../../hosts/hybrid/hybrid-rows.ts';
import { openHybrid } from '../../../../hosts/hybrid/open-hybrid.ts';
import { type Config, loadConfig } from '../../../../server/config.ts';
import { openDatabases } from '../../../../server/database/databases.ts';
import type { SiteDb } from '../../../../server/database/site-types.ts';
import { folderForAll } from '../../../support/temp-folder.ts';

let folder: string;
let db: SiteDb;
let close: () => Promise<void>;

folderForAll((made) => (folder = made));
beforeAll(async () => {
  const databases = await openDatabases(
    { DATA_DIR: folder, DATABASE_URL: undefined },
    pino({ level: 'silent' }),
  );
  db = await databases.openSessions();
  close = databases.close;
});

afterAll(async () => {
  await close();
});

describe('which calls are filled', () => {
  it('nobody signs in at the engine, whatever it fills in', () => {
    const all = rowsOf(hybridGroups);
    const ways = rows.filter(({ needs, signsIn, pageOnly }) => signsIn || needs === 'people' || pageOnly);
    expect(ways.map(({ name }) => name).filter((name) => all.has(name))).toEqual([]);
    for (const name of ['login', 'changePassword', 'getAccount', 'startTotp'] as const)
      expect(all.has(contract[name].name)).toBe(false);
  });
});

describe('a start is refused', () => {
  const good = {
    ...{ version: 1, root: 'http://127.0.0.1:1/api', dates: { zone: 'UTC' } },
    token: { from: { body: 'token' }, user: { email: 'user.email' }, check: { path: '/me' } },
    admins: { emails: ['a@b.example'] },
  };
  const config = (environment: Record<string, string> = {}): Config =>
    loadConfig({ ENGINE_FILLS: 'team', DATA_DIR: folder, ...environment });
  const open = (file: object, environment?: Record<string, string>) =>
    openHybrid({
      config: config(environment),
      file: parseHostFile(JSON.stringify(file), 'host.json'),
      has: () => false,
      db,
      log: { warn: () => {} },
    });
  const { admins, ...withoutAdmins } = good;
  const { check: _check, ...withoutCheck } = good.token;

  it.each([
    ['without admins', withoutAdmins, {}, /needs "admins" in host\.json/],
    ['without a check of tokens', { ...good, token: withoutCheck }, {}, /needs "check" in "token"/],
    [
      'where media of the host cover its own',
      good,
      { UPSTREAM_MEDIA_PATHS: '/own-media' },
      /needs the path \/own-media/,
    ],
  ] as const)('%s', async (_case, file, environment, words) => {
    await expect(open(file, environment)).rejects.toThrow(words);
  });
});
