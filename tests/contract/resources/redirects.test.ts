import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { textOf as deskText } from '#shared/desk-messages.ts';
import { redirectSchema } from '#shared/schemas/redirect.ts';
import { type Engine, twice, withEngine, withEngines } from '../../support/engines.ts';
import { makeBlog } from './cases.ts';

let serial = 0;
/** Returns an address that no other test uses. */
const fresh = () => `/old/${++serial}`;

const block = (engine: Engine) => {
  const { call, read } = engine;
  const add = async (from: string, to = '/team') =>
    redirectSchema.parse(await read('addRedirect', { from, to }));
  const listed = async (search: string) =>
    contract.getRedirects.data.parse(await read('getRedirects', { search })).data;
  /** Returns the target of the redirect, or the status if there is none. */
  const ledFrom = async (target: string) => {
    const { status, headers } = await engine.visitor.get(target);
    return status === 301 ? headers.location : status;
  };
  /** The other process learns of a change within seconds. */
  const expectLed = (from: string, to: string | number) =>
    expect.poll(() => twice(() => ledFrom(from))).toEqual([to, to]);

  it('a redirect that cannot be taken is refused with the reason at each field', async () => {
    const errorsOf = async (json: object) => (await call('addRedirect', json).expect(422)).body.errors;
    const bad = { from: [expect.anything()], to: [expect.anything()] };
    expect(await errorsOf({ from: '//evil', to: 'https://evil.example' })).toEqual(bad);
    expect(await errorsOf({})).toEqual(bad);
    const [from, circle] = [fresh(), fresh()];
    await add(from);
    expect(await errorsOf({ from, to: '/team' })).toEqual({ from: [deskText('redirect.same')] });
    const newest = { per_page: 1, current_page: 1, data: [{ from, to: '/team', source: 'hand', hits: 0 }] };
    expect(await read('getRedirects', { per_page: 1 })).toMatchObject(newest);
    expect((await errorsOf({ from: `${from}/`, to: '/contact' })).from[0]).toContain('/team');
    expect((await errorsOf({ from: circle, to: `${circle}?a=1` })).to).toHaveLength(1);
  });

  it('one that is deleted leads nobody, and can be added again', async () => {
    const from = fresh();
    const { id } = await add(from);
    await expectLed(from, '/team');
    await expect.poll(async () => (await listed(from))[0]?.hits).toBeGreaterThan(0);
    await call('deleteRedirect', id).expect(200);
    await call('deleteRedirect', id).expect(404);
    await expectLed(from, 404);
    expect((await add(from)).hits).toBe(0);
    await expectLed(from, '/team');
  });

  it('a file is tried without a change, taken whole or not at all, and given so that it can be taken', async () => {
    const [one, two] = [fresh(), fresh()];
    const check = (csv: string) => call('checkRedirects', { csv });
    const tried = (await check(`From,To\n${one},/team\n`)).body.data;
    expect(tried).toEqual({ added: 1, changed: 0, same: 0, refused: [], refused_total: 0 });
    const refused = [{ line: 3, field: 'to', reason: expect.any(String) }];
    expect((await check(`From,To\n${one},/team\n/api/x,\n`)).body.data.refused).toEqual(refused);
    await check('x'.repeat(9 * 1024 * 1024)).expect(413);
    const bad = await call('importRedirects', { csv: `${one},/team\n${two},//evil\n` }).expect(422);
    expect(bad.body.data.refused[0].line).toBe(2);
    expect(await listed(one)).toEqual([]);
    expect(await read('importRedirects', { csv: `${one},/team\n${two},/contact\n` })).toMatchObject({
      added: 2,
    });
    await expectLed(two, '/contact');
    expect(await listed(`CONTACT ${two}`)).toMatchObject([{ from: two }]);
    expect((await listed(one))[0]?.source).toBe('file');
    const { headers, text } = await call('exportRedirects');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="?redirects\.csv/),
    });
    await engine.admin.head(contract.exportRedirects.path).expect(200);
    const { total: same } = await read('getRedirects');
    expect((await check(text)).body.data).toMatchObject({ added: 0, changed: 0, same, refused_total: 0 });
  });

  describe('an old address', () => {
    it('leads by 301 for a day, whoever asks and whatever they accept, by GET and HEAD alone', async () => {
      const from = fresh();
      await add(from, '/contact');
      await expectLed(from, '/contact');
      for (const accept of ['text/html', 'application/json', '*/*', 'image/webp']) {
        const { status, headers } = await engine.visitor.get(`${from}/?utm=a%20b`).set('Accept', accept);
        expect([status, headers]).toMatchObject([
          301,
          { location: '/contact?utm=a%20b', 'cache-control': 'max-age=86400' },
        ]);
        expect(headers['content-security-policy']).toBeDefined();
      }
      for (const asked of [engine.visitor.head(from), engine.admin.get(from)]) await asked.expect(301);
      for (const method of ['post', 'put', 'delete'] as const)
        expect((await engine.visitor[method](from)).status).not.toBe(301);
    });

    it('with a query leads by its parameters, also at the home page, which is as it is with any other', async () => {
      const page = ++serial;
      await add(`/?p=${page}`);
      await expectLed(`/?p=${page}`, '/team');
      expect(await ledFrom(`/?fbclid=x&p=${page}`)).toBe('/team?fbclid=x');
      for (const path of [`/?p=${page}0`, '/']) expect(await ledFrom(path)).toBe(200);
    });

    it('in any spelling of its letters leads to one that can be sent', async () => {
      const from = `/${++serial}-پوسٹ`;
      await add(encodeURI(from).toLowerCase(), '/contact#کہاں');
      await expectLed(`${encodeURI(from)}/`, encodeURI('/contact#کہاں'));
    });

    it('that has a page is never led away from it, and is where the page is gone', async () => {
      const { id } = await makeBlog(engine);
      const [from, other] = [`/view-blog/${id}`, fresh()];
      await add(from, '/publishing');
      await add(other);
      await expectLed(other, '/team');
      await expectLed(from, 200);
      await read('deleteBlog', id);
      await expectLed(from, '/publishing');
      // A failing host has not stated that the page is missing.
      engine.stub?.misbehave({ kind: 'answer', status: 500, body: 'broken' });
      const whileBroken = await ledFrom(from);
      engine.stub?.reset();
      expect(whileBroken).toBe(engine.stub ? 503 : '/publishing');
    });
  });
};

withEngine('stub', block);
withEngines(block);
