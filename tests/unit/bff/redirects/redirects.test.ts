import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import {
  type AddOptions,
  addRedirects,
  type GivenRedirect,
} from '../../../../server/bff/redirects/add-redirects.ts';
import { exportFile, importFile } from '../../../../server/bff/redirects/redirect-file.ts';
import { redirectMovedPage } from '../../../../server/bff/redirects/redirect-moved-page.ts';
import { openRedirects, type Redirects } from '../../../../server/bff/redirects/redirects.ts';
import {
  changeRedirect,
  deleteRedirect,
  findByAddress,
  readPage,
  restoreRedirect,
} from '../../../../server/bff/redirects/store.ts';
import { addRedirectEditors, makeRedirectsTable } from '../../../../server/database/site/redirects-table.ts';
import type { SiteDb, SiteTables } from '../../../../server/database/site-types.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';

let db: SiteDb;
const log = pino({ level: 'silent' });
const mediaPaths = ['/storage'];

beforeEach(async () => {
  db = openSqlite<SiteTables>(':memory:');
  await makeRedirectsTable(db);
  await addRedirectEditors(db);
});
afterEach(() => db.destroy());

const add = (list: GivenRedirect[], options: Partial<AddOptions> = {}) =>
  addRedirects(db, list, { source: 'wordpress', mediaPaths, ...options });
const pair = (from: string, to: string) => ({ from, to });
const stored = async () => {
  const { data } = await readPage(db, { page: 1, perPage: 100 });
  return data.map(({ from, to }) => `${from} ${to}`).sort();
};
/** Opens the redirects as stored now. */
const opened = (options = {}) => openRedirects({ db, log, ...options });

describe('what was put back at another address', () => {
  it('is led to at once from every address that it had, in no circle, and never over what somebody has said', async () => {
    await add([pair('/view-blog/3', '/team')], { source: 'hand' });
    const redirects = await opened();
    const moved = (from: number, to: number) =>
      redirectMovedPage(redirects, pair(`/view-blog/${from}`, `/view-blog/${to}`), mediaPaths);
    for (const [from, to] of [
      [7, 12],
      [12, 15],
      [3, 4],
    ] as const)
      expect(await moved(from, to)).toEqual([]);
    expect(await stored()).toEqual([
      '/view-blog/12 /view-blog/15',
      '/view-blog/3 /team',
      '/view-blog/7 /view-blog/15',
    ]);
    expect(redirects.lead('/view-blog/7')).toBe('/view-blog/15');
    // The host assigns an earlier number again.
    expect(await moved(15, 7)).toEqual([]);
    expect(await moved(7, 7)).toEqual([]);
    expect(await stored()).toEqual([
      '/view-blog/12 /view-blog/7',
      '/view-blog/15 /view-blog/7',
      '/view-blog/3 /team',
    ]);
    await redirects.close();
  });
});

describe('addRedirects', () => {
  it('takes what can be taken, says why it does not take the rest, and changes nothing a second time', async () => {
    const list = [
      pair('/old/', '/view-blog/1'),
      pair('/old', '/view-blog/1'),
      pair('/old', '/view-blog/2'),
      pair('//evil', 'https://evil.example'),
      pair('/b', '/c'),
    ];
    const first = await add(list);
    expect(first.added).toEqual([pair('/old', '/view-blog/1'), pair('/b', '/c')]);
    expect(first.same).toEqual([pair('/old', '/view-blog/1')]);
    expect(first.refused.map(({ index, field }) => [index, field])).toEqual([
      [2, 'from'],
      [3, 'from'],
      [3, 'to'],
    ]);
    expect(first.refused[0]?.reason).toContain('/view-blog/1');
    const second = await add(list);
    expect([second.added, second.changed]).toEqual([[], []]);
    expect(await stored()).toEqual(['/b /c', '/old /view-blog/1']);
    const [one] = (await readPage(db, { page: 1, perPage: 9 })).data;
    expect(one).toMatchObject({ source: 'wordpress', hits: 0, last_hit_at: null });
  });

  it('refuses circles: onto itself, back, over others, and over a query that is carried over', async () => {
    const itself = await add([pair('/a', '/a/'), pair('/b', '/b?x=1'), pair('/c?x=1', '/c?x=1#end')]);
    expect(itself.refused.map(({ field }) => field)).toEqual(['to', 'to', 'to']);
    const circle = await add([pair('/1', '/2'), pair('/2', '/3'), pair('/3', '/1'), pair('/3', '/2')]);
    expect(circle.refused.map(({ index }) => index)).toEqual([2, 3]);
    expect(await stored()).toEqual(['/1 /2', '/2 /3']);
  });

  it('leads anew only where that is asked for, and takes all or nothing where that is asked for', async () => {
    await add([pair('/a', '/x')]);
    expect((await add([pair('/a', '/y')])).refused).toHaveLength(1);
    const whole = await add([pair('/a', '/y'), pair('/b', 'x')], { change: true, whole: true });
    expect([whole.added, whole.changed, whole.refused.length]).toEqual([[], [], 1]);
    const dry = await add([pair('/a', '/y')], { change: true, dryRun: true });
    expect(dry.changed).toEqual([pair('/a', '/y')]);
    expect(await stored()).toEqual(['/a /x']);
    await add([pair('/a', '/y')], { change: true });
    expect(await stored()).toEqual(['/a /y']);
  });

  it('has room for so many and no more', async () => {
    const many = Array.from({ length: limits.redirects }, (_, at) => pair(`/old/${at}`, '/team'));
    expect((await add(many)).added).toHaveLength(limits.redirects);
    const { refused } = await add([pair('/one-more', '/team'), pair('/old/7', '/team')]);
    expect(refused.map(({ index, reason }) => [index, reason.includes('20,000')])).toEqual([[0, true]]);
  });
});

describe('one redirect', () => {
  it('is found, changed, deleted and brought back', async () => {
    await add([pair('/a', '/x'), pair('/b', '/y')]);
    const { id, updated_at } = (await findByAddress(db, '/%61/')) ?? { id: 0, updated_at: '' };
    const [change, who] = [pair('/a2', '/x#y'), 'Rukhsana'];
    const changed = await changeRedirect(db, id, { ...change, updated_at, who }, mediaPaths);
    expect(changed).toMatchObject({ id, from: '/a2', to: '/x#y' });
    await expect(
      changeRedirect(db, id, { ...pair('/a2', '/z'), updated_at }, mediaPaths),
    ).rejects.toMatchObject({
      code: 'conflict.newer',
      data: { who },
    });
    const bad = (from: string, to: string) => changeRedirect(db, id, { from, to }, mediaPaths);
    await expect(bad('/b', '/x')).rejects.toMatchObject({
      fields: { from: [expect.stringContaining('/y')] },
    });
    await expect(bad('/y', '/b')).rejects.toMatchObject({ fields: { to: [expect.anything()] } });
    expect(await deleteRedirect(db, id)).toBe(true);
    expect(await deleteRedirect(db, id)).toBe(false);
    expect(await stored()).toEqual(['/b /y']);
    expect(await restoreRedirect(db, id, null)).toMatchObject({ from: '/a2' });
    await deleteRedirect(db, id);
    await add([pair('/a2', '/elsewhere')]);
    await expect(restoreRedirect(db, id, null)).rejects.toMatchObject({ status: 422 });
  });

  it('is searched for by parts of its addresses, in whatever spelling', async () => {
    await add([pair('/2019/پوسٹ', '/view-blog/7'), pair('/2020/other', '/Team-old')]);
    const found = async (search: string) =>
      (await readPage(db, { page: 1, perPage: 10, search })).data.map(({ from }) => from);
    expect(await found('2019 BLOG')).toEqual(['/2019/پوسٹ']);
    expect(await found('/2019/%D9%BE%D9%88')).toEqual(['/2019/پوسٹ']);
    expect(await found('team')).toEqual(['/2020/other']);
    expect(await found('100%')).toEqual([]);
  });
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

  it('is not led in the circle that two processes have made at once', async () => {
    const row = { source: 'hand', created_at: 1, updated_at: 1, revision: 1 };
    await db
      .insertInto('redirects')
      .values([
        { ...row, from_path: '/a', to_path: '/b' },
        { ...row, from_path: '/b', to_path: '/a' },
      ])
      .execute();
    const redirects = await opened();
    expect(redirects.lead('/a')).toBeUndefined();
    await redirects.close();
  });

  it('leads a visitor once, to the end, however the chain to it was saved', async () => {
    // Four kinds of chains: the target is redirected, other redirects lead to the source, both at once, and a changed
    // redirect.
    await add([pair('/a/1', '/a/2'), pair('/a/3', '/a/4')]);
    await add([pair('/a/2', '/a/3')]);
    await add([pair('/a/0?x=1', '/a/1#part'), pair('/a/4', '/a/5?y=2')]);
    await add([pair('/b', '/elsewhere'), pair('/c', '/b')]);
    const moved = await findByAddress(db, '/b');
    await changeRedirect(db, moved?.id ?? 0, pair('/b', '/a/2'), mediaPaths);
    const redirects = await opened();
    const [end, all] = ['/a/5?y=2', ['/a/1', '/a/2', '/a/3', '/a/4', '/b', '/c']];
    expect(all.map((from) => redirects.lead(from))).toEqual(all.map(() => end));
    expect(redirects.lead('/a/0?x=1')).toBe(`${end}#part`);
    expect(redirects.lead(end)).toBeUndefined();
    await redirects.close();
  });

  it('is followed ten times at most before a visitor is answered, and no longer chain is saved', async () => {
    const chain = (name: string) =>
      Array.from({ length: 12 }, (_, at) => pair(`/${name}/${at}`, `/${name}/${at + 1}`));
    expect((await add(chain('back').reverse())).refused).toMatchObject([
      { from: '/back/1', field: 'to', reason: expect.stringContaining('more than 10 redirects') },
    ]);
    // A chain that grows at its end is refused too, although no new target is redirected yet.
    expect((await add(chain('on'))).refused).toMatchObject([{ from: '/on/10' }]);
    const between = Array.from({ length: 5 }, (_, at) => [
      pair(`/l/${at}`, `/l/${at + 1}`),
      pair(`/r/${at}`, `/r/${at + 1}`),
    ]);
    expect((await add(between.flat())).refused).toEqual([]);
    const tooLong = { fields: { to: [expect.stringContaining('more than 10 redirects')] } };
    expect((await add([pair('/l/5', '/r/0')])).refused).toMatchObject([{ from: '/l/5' }]);
    await add([pair('/m', '/n')]);
    const { id = 0 } = (await findByAddress(db, '/m')) ?? {};
    await expect(changeRedirect(db, id, pair('/l/5', '/r/0'), mediaPaths)).rejects.toMatchObject(tooLong);
    await changeRedirect(db, id, pair('/l/5', '/r/1'), mediaPaths);
    await deleteRedirect(db, id);
    await add([pair('/r/5', '/r/6')]);
    await expect(restoreRedirect(db, id, null)).rejects.toMatchObject(tooLong);
    const redirects = await opened();
    expect(['/on/0', '/on/2', '/on/11', '/back/2', '/r/0'].map((from) => redirects.lead(from))).toEqual([
      '/on/10',
      '/on/10',
      '/on/12',
      '/back/12',
      '/r/6',
    ]);
    await redirects.close();
  });

  it('a chain that was saved by other means is followed ten times at a request', async () => {
    const row = { source: 'hand', created_at: 1, updated_at: 1, revision: 1 };
    const long = Array.from({ length: 12 }, (_, at) => ({ from_path: `/${at}`, to_path: `/${at + 1}` }));
    await db
      .insertInto('redirects')
      .values([...long, { from_path: '/s?b=2&a=1', to_path: '/t' }].map((each) => ({ ...row, ...each })))
      .execute();
    const redirects = await opened();
    expect(['/0', '/2', '/s?b=2&a=1'].map((from) => redirects.lead(from))).toEqual(['/11', '/12', '/t']);
    await redirects.close();
  });

  it('is led by what another process or a command has written, and counted beside it', async () => {
    const [one, other] = [await opened({ everyMs: 20 }), await opened({ everyMs: 20 })];
    await add([pair('/a', '/x')]);
    const led = (redirects: Redirects) => expect.poll(() => redirects.lead('/a'));
    await led(one).toBe('/x');
    await led(other).toBe('/x');
    one.lead('/a');
    await Promise.all([one.flush(), other.flush()]);
    expect((await findByAddress(db, '/a'))?.hits).toBe(3);
    await add([pair('/a', '/y')], { change: true });
    await led(one).toBe('/y');
    await deleteRedirect(db, (await findByAddress(db, '/a'))?.id ?? 0);
    await led(one).toBeUndefined();
    await Promise.all([one.close(), other.close()]);
  });
});

describe('a file', () => {
  const take = (csv: string, dryRun = false) => importFile(db, csv, { source: 'file', mediaPaths, dryRun });

  it('is read no further than a file of redirects can go, and empty lines cost nothing', async () => {
    const rows = (count: number) => `from,to\n${'/a,/b\n'.repeat(count)}`;
    expect((await take('\n'.repeat(4_000_000))).refused).toMatchObject([
      { line: 1, reason: 'The file is empty.' },
    ]);
    expect((await take(rows(limits.redirects), true)).refused).toEqual([]);
    for (const tooMuch of [rows(limits.redirects + 1), `from,to\n/a,/b${','.repeat(1_000_000)}`])
      expect((await take(tooMuch)).refused).toMatchObject([
        { field: null, reason: 'The file may have at most 20,000 redirects, and a line at most 50 columns.' },
      ]);
  });

  it.each([
    ['two columns and nothing else', '/a,/x\n/b,/y'],
    ['a heading, semicolons and a mark at its beginning', '\uFEFFTo;Hits;From\r\n/x;5;/a\r\n/y;;/b\r\n'],
    ['tabs and empty lines', 'old\tnew\n\n/a\t/x\n\n\n/b\t/y\n'],
    ['the line ends of old Macs', 'From,To\r/a,/x\r/b,/y\r'],
    ['the separator as Excel is told it', 'sep=;\nFrom;To\n/a;/x\n/b;/y\n'],
    ['quotes', '"From","To"\n"/a","/x"\n"/b","/y"'],
  ])('of %s is read', async (_what, csv) => {
    const { added, refused } = await take(csv);
    expect(refused).toEqual([]);
    expect(added).toEqual([pair('/a', '/x'), pair('/b', '/y')]);
  });

  it('with bad lines changes nothing, and every one of them is named', async () => {
    await add([pair('/known', '/x')]);
    const csv = 'From,To\n/good,/x\n"/two\nlines",/x\n/a\n//evil,/x\n/known,/known\n,/x\n/good,/other\n';
    const { refused, added } = await take(csv);
    expect(added).toEqual([]);
    expect(refused.map(({ line, field }) => [line, field])).toEqual([
      [3, 'from'],
      [5, 'to'],
      [6, 'from'],
      [7, 'to'],
      [8, 'from'],
      [9, 'from'],
    ]);
    expect(await stored()).toEqual(['/known /x']);
  });

  it.each([
    ['', 1],
    ['Name,Age\nx,1', 1],
    ['/a,"/x', 1],
    ['/\ufffdber-uns,/team', 1],
  ])('%j is none of redirects', async (csv, line) => {
    expect((await take(csv)).refused).toMatchObject([{ line, reason: expect.any(String) }]);
  });

  it('that was exported is taken again as it is, and what was edited in it is led anew', async () => {
    await add([pair('/a?b=1', '/x'), pair('/پ', '/y#z'), pair('/c', '/d')]);
    let csv = '';
    for await (const piece of exportFile(db)) csv += piece;
    const again = await take(csv, true);
    expect([again.same.length, again.added, again.changed]).toEqual([3, [], []]);
    await take(csv.replace('/y#z', '/elsewhere'));
    expect(await stored()).toEqual(['/a?b=1 /x', '/c /d', '/پ /elsewhere']);
  });
});
