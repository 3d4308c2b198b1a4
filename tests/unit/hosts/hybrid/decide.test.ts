import { describe, expect, it } from 'vitest';
import { contract, rows } from '#shared/contract/index.ts';
import { hybridGroups } from '#shared/contract/row.ts';
import { parseHostFile } from '../../../../hosts/host-file/load.ts';
import { openHybrid, rowsOf } from '../../../../hosts/hybrid/open-hybrid.ts';
import { loadConfig } from '../../../../server/config.ts';

it('nobody signs in at the engine, whatever it fills in', () => {
  const all = rowsOf(hybridGroups);
  const ways = rows.filter(({ needs, signsIn, pageOnly }) => signsIn || needs === 'people' || pageOnly);
  expect(ways.map(({ name }) => name).filter((name) => all.has(name))).toEqual([]);
  for (const name of ['login', 'changePassword', 'getAccount', 'startTotp'] as const)
    expect(all.has(contract[name].name)).toBe(false);
});

const good = {
  version: 1,
  root: 'http://127.0.0.1:1/api',
  dates: { zone: 'UTC' },
  token: { from: { body: 'token' }, user: { email: 'user.email' }, check: { path: '/me' } },
  admins: { emails: ['a@b.example'] },
};
const open = (file: object, environment: Record<string, string> = {}, has: string[] = []) =>
  openHybrid({
    config: loadConfig({ ENGINE_FILLS: 'team', ...environment }),
    file: parseHostFile(JSON.stringify(file), 'host.json'),
    has: ({ name }) => has.includes(name),
    log: { warn: () => {} },
  });

describe('a start is refused', () => {
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
  ] as const)('%s', (_case, file, environment, words) => {
    expect(() => open(file, environment)).toThrow(words);
  });
});

it.each([
  [[], ['jobs', 'applicants', 'team', 'messages']],
  [['jobs', 'contactUs'], ['team']],
])('auto fills what a host with %j lacks, jobs and applicants together', (has, groups) => {
  expect(open(good, { ENGINE_FILLS: 'auto' }, has).groups).toEqual(groups);
});
