import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRedirects } from '../../../../server/bff/redirects/redirects.ts';
import {
  type AddOptions,
  addRedirects,
  findByAddress,
  type GivenRedirect,
  importFile,
  readAll,
  redirectMovedPage,
} from '../../../../server/bff/redirects/store.ts';
import { makeBffTables } from '../../../../server/database/site/tables.ts';
import type { SiteDb, SiteTables } from '../../../../server/database/site-types.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';

let db: SiteDb;
const log = pino({ level: 'silent' });
const mediaPaths = ['/storage'];

beforeEach(async () => {
  db = openSqlite<SiteTables>(':memory:');
  await makeBffTables(db);
});
afterEach(() => db.destroy());

const add = (list: GivenRedirect[], options: Partial<AddOptions> = {}) =>
  addRedirects(db, list, { source: 'wordpress', mediaPaths, ...options });
const pair = (from: string, to: string) => ({ from, to });
const stored = async () => {
  return (await readAll(db)).map(({ from, to }) => `${from} ${to}`).sort();
};
/** Opens the redirects as stored now. */
const opened = (options = {}) => openRedirects({ db, log, ...options });

it('addRedirects refuses circles: onto itself, back, over others, and over a query that is carried over', async () => {
  const itself = await add([pair('/a', '/a/'), pair('/b', '/b?x=1'), pair('/c?x=1', '/c?x=1#end')]);
  expect(itself.refused.map(({ field }) => field)).toEqual(['to', 'to', 'to']);
  const circle = await add([pair('/1', '/2'), pair('/2', '/3'), pair('/3', '/1'), pair('/3', '/2')]);
  expect(circle.refused.map(({ index }) => index)).toEqual([2, 3]);
  expect(await stored()).toEqual(['/1 /2', '/2 /3']);
});

it('a page that has moved does not take over the redirect of a person', async () => {
  await add([pair('/view-blog/1', '/team')], { source: 'hand' });
  const redirects = { db, changed: async () => {} };
  for (const page of [1, 2])
    await redirectMovedPage(redirects, pair(`/view-blog/${page}`, '/view-blog/3'), []);
  expect(await stored()).toEqual(['/view-blog/1 /team', '/view-blog/2 /view-blog/3']);
});

describe('a visitor', () => {
  it('is led by address and query, once, and takes along what the redirect does not say', async () => {
    await add([
      pair('/?p=12', '/view-blog/12'),
      pair('/index.php?view=item&id=7&tag=a%26b', '/view-blog/7#text'),
      pair('/index.php?id=7', '/view-blog/1'),
      pair('/r&d?x', '/contact'),
      pair('/a', '/b'),
      pair('/b', '/c#part'),
      pair('/b?x=1', '/d'),
      pair('/own', '/team?page=2'),
      pair('/%d9%be', '/contact#کہاں'),
    ]);
    const redirects = await opened();
    expect(
      [
        '/?p=12',
        '/?p=13',
        '/?fbclid=x&p=12',
        '/?p=12&p=13&utm_source=a+b&x=%FF',
        '/index.php?tag=a%26b&gclid=z&id=7&view=item',
        '/index.php?view=item&id=7',
        '/index.php?view=item',
        '/r&d?x&y',
        '/a/',
        '/a?y=2&z=%0A',
        '/a?x=1',
        '/b?x=1',
        '/own?x=9&page=1',
        '/%D9%BE',
        '/A',
        '/nothing',
      ].map((target) => redirects.lead(target)),
    ).toEqual([
      '/view-blog/12',
      undefined,
      '/view-blog/12?fbclid=x',
      '/view-blog/12?p=13&utm_source=a+b&x=%FF',
      '/view-blog/7?gclid=z#text',
      '/view-blog/1?view=item',
      undefined,
      '/contact?y',
      '/c#part',
      '/c?y=2&z=%0A#part',
      '/d',
      '/d',
      '/team?page=2&x=9',
      '/contact#%DA%A9%DB%81%D8%A7%DA%BA',
      undefined,
      undefined,
    ]);
    await redirects.close();
    // The counts are stored at the end.
    const hits = async (from: string) => (await findByAddress(db, from))?.hits;
    expect([await hits('/a'), await hits('/b?x=1'), await hits('/b')]).toEqual([3, 1, 0]);
    expect((await findByAddress(db, '/a'))?.last_hit_at).toMatch(/^\d{4}-/);
  });

  it('is counted with the next write if one fails, together with the hits of the meantime', async () => {
    await add([pair('/a', '/team'), pair('/b', '/team')]);
    const failed = Promise.withResolvers<void>();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const redirects = await opened({ log: { warn: () => failed.resolve() } });
      await sql`create trigger full before update on redirects begin select raise(abort, 'full'); end`.execute(
        db,
      );
      for (const from of ['/a', '/a', '/b']) redirects.lead(from);
      vi.advanceTimersByTime(5_000);
      await failed.promise;
      redirects.lead('/a');
      await sql`drop trigger full`.execute(db);
      await redirects.close();
    } finally {
      vi.useRealTimers();
    }
    const hits = async (from: string) => (await findByAddress(db, from))?.hits;
    expect([await hits('/a'), await hits('/b')]).toEqual([3, 1]);
  });

  it('leads a visitor once, to the end, however the chain to it was saved', async () => {
    // Four kinds of chains: the target is redirected, other redirects lead to the source, both at once, and a changed
    // redirect.
    await add([pair('/a/1', '/a/2'), pair('/a/3', '/a/4')]);
    await add([pair('/a/2', '/a/3')]);
    await add([pair('/a/0?x=1', '/a/1#part'), pair('/a/4', '/a/5?y=2')]);
    await add([pair('/b', '/elsewhere'), pair('/c', '/b')]);
    await add([pair('/b', '/a/2')], { change: true });
    const redirects = await opened();
    const [end, all] = ['/a/5?y=2', ['/a/1', '/a/2', '/a/3', '/a/4', '/b', '/c']];
    expect(all.map((from) => redirects.lead(from))).toEqual(all.map(() => end));
    expect(redirects.lead('/a/0?x=1')).toBe(`${end}#part`);
    expect(redirects.lead(end)).toBeUndefined();
    await redirects.close();
  });
});

describe('a file', () => {
  const take = (csv: string, dryRun = false) => importFile(db, csv, { source: 'file', mediaPaths, dryRun });

  it.each([
    ['two columns and nothing else', '/a,/x\n/b,/y'],
    ['a heading, semicolons and a mark at its beginning', '\uFEFFTo;Hits;From\r\n/x;5;/a\r\n/y;;/b\r\n'],
    ['line ends of two systems', 'From,To\r\n/a,/x\n/b,/y\n'],
    ['separators within quotes', '"Why, since when";"Old";"New"\n;"/a";"/x"\n;"/b";"/y"\n'],
    ['tabs and empty lines', 'old\tnew\n\n/a\t/x\n\n\n/b\t/y\n'],
  ])('of %s is read', async (_what, csv) => {
    const { added, refused } = await take(csv);
    expect(refused).toEqual([]);
    expect(added).toEqual([pair('/a', '/x'), pair('/b', '/y')]);
  });

  it.each([
    ['', 1],
    ['Name,Age\nx,1', 1],
    ['/a,"/x', 1],
    ['/\ufffdber-uns,/team', 1],
    ['/a,/x\n/b,', 2],
  ])('%j is refused, and nothing of it is stored', async (csv, line) => {
    expect((await take(csv)).refused).toMatchObject([{ line, reason: expect.any(String) }]);
    expect(await stored()).toEqual([]);
  });
});
