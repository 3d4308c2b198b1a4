import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import { type Redirect, redirectSchema } from '#shared/schemas/redirect.ts';
import { type Engine, withEngine, withEngines } from '../../support/engines.ts';
import { envelopeOf } from '../../support/envelope-of.ts';
import { makeBlog } from './cases/blogs.ts';

let serial = 0;
/** Returns an address that no other test uses. */
const fresh = () => `/old/${++serial}`;

async function add({ admin }: Engine, from: string, to: string): Promise<Redirect> {
  const answer = await admin.call('addRedirect', { from, to });
  expect(answer.status, answer.text).toBe(200);
  return redirectSchema.parse(answer.body.data);
}

async function listed({ admin }: Engine, search: string): Promise<Redirect[]> {
  const answer = await admin.call('getRedirects', `search=${encodeURIComponent(search)}`);
  expect(answer.status, answer.text).toBe(200);
  envelopeOf(contract.getRedirects.data).parse(answer.body);
  return answer.body.data.data;
}

/**
 * Returns the target of the redirect, or the status if there is none. Another process learns of a change within a
 * second.
 */
const ledFrom = async ({ visitor }: Engine, target: string) => {
  const { status, headers } = await visitor.get(target);
  return status === 301 ? headers.location : status;
};

const calls: Partial<Record<CallName, (engine: Engine) => void>> = {
  addRedirect(engine) {
    it('names each field that it does not take, and why', async () => {
      const from = fresh();
      const post = (body: object) => engine.call('addRedirect', body);
      const { body, status } = await post({ from: '//evil', to: 'https://evil.example' });
      expect(status).toBe(422);
      expect(Object.keys(body.errors).sort()).toEqual(['from', 'to']);
      expect((await post({})).body.errors).toMatchObject({
        from: [expect.anything()],
        to: [expect.anything()],
      });
      await add(engine, from, '/team');
      expect((await post({ from: `${from}/`, to: '/contact' })).body.errors.from[0]).toContain('/team');
      const circle = fresh();
      expect((await post({ from: circle, to: `${circle}?a=1` })).body.errors.to).toHaveLength(1);
    });
  },

  updateRedirect(engine) {
    it('leads elsewhere, and not over what somebody else has changed meanwhile', async () => {
      const [from, other] = [fresh(), fresh()];
      const { id, updated_at } = await add(engine, from, '/team');
      const post = (body: object) => engine.call('updateRedirect', id, body);
      await post({ from: other, to: '/contact', updated_at }).expect(200);
      expect((await post({ from, to: '/team', updated_at })).status).toBe(409);
      await expect.poll(() => ledFrom(engine, other)).toBe('/contact');
      await expect.poll(() => ledFrom(engine, from)).toBe(404);
      await engine.call('updateRedirect', 999_999, { from, to: '/team' }).expect(404);
    });
  },

  deleteRedirect(engine) {
    it('leads nobody any more', async () => {
      const from = fresh();
      const { id } = await add(engine, from, '/team');
      await expect.poll(() => ledFrom(engine, from)).toBe('/team');
      await engine.call('deleteRedirect', id).expect(200);
      await engine.call('deleteRedirect', id).expect(404);
      await expect.poll(() => ledFrom(engine, from)).toBe(404);
    });
  },

  restoreRedirect(engine) {
    it('brings it back with what it has counted', async () => {
      const from = fresh();
      const { id } = await add(engine, from, '/team');
      await expect.poll(() => ledFrom(engine, from)).toBe('/team');
      await expect.poll(async () => (await listed(engine, from))[0]?.hits).toBeGreaterThan(0);
      await engine.call('deleteRedirect', id).expect(200);
      await engine.call('restoreRedirect', id).expect(200);
      expect((await listed(engine, from))[0]?.hits).toBeGreaterThan(0);
      await expect.poll(() => ledFrom(engine, from)).toBe('/team');
    });
  },

  checkRedirects(engine) {
    it('says what would become of a file, and changes nothing', async () => {
      const from = fresh();
      const post = (csv: string) => engine.call('checkRedirects', { csv });
      const good = await post(`From,To\n${from},/team\n`);
      expect(good.body.data).toEqual({ added: 1, changed: 0, same: 0, refused: [], refused_total: 0 });
      expect(await listed(engine, from)).toEqual([]);
      const bad = await post(`From,To\n${from},/team\n/api/x,\n`);
      expect(bad.body.data.refused).toEqual([{ line: 3, field: 'to', reason: expect.any(String) }]);
      await post('x'.repeat(9 * 1024 * 1024)).expect(413);
    });
  },

  importRedirects(engine) {
    it('takes a whole file or nothing of it', async () => {
      const [one, two] = [fresh(), fresh()];
      const post = (csv: string) => engine.call('importRedirects', { csv });
      const refused = await post(`${one},/team\n${two},//evil\n`);
      expect([refused.status, refused.body.data.refused[0].line]).toEqual([422, 2]);
      expect(await listed(engine, one)).toEqual([]);
      expect((await post(`${one},/team\n${two},/contact\n`)).body.data.added).toBe(2);
      await expect.poll(() => ledFrom(engine, two)).toBe('/contact');
      expect((await listed(engine, one))[0]?.source).toBe('file');
    });
  },

  exportRedirects(engine) {
    it('gives a file that importRedirects takes', async () => {
      await add(engine, fresh(), '/team');
      const answer = await engine.call('exportRedirects');
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': expect.stringMatching(/^attachment; filename="?redirects\.csv/),
      });
      await engine.admin.head(callPath(contract.exportRedirects)).expect(200);
      const again = await engine.call('checkRedirects', { csv: answer.text });
      expect(again.body.data).toMatchObject({ added: 0, changed: 0, refused_total: 0 });
    });
  },
};

const block = (engine: Engine) => {
  for (const [name, describeCall] of Object.entries(calls)) {
    const row = contract[name as keyof typeof calls];
    describe(`${row.method} ${row.path}`, () => describeCall(engine));
  }

  describe('an old address', () => {
    it('leads by 301 for a day, whoever asks and whatever they accept, by GET and HEAD alone', async () => {
      const from = fresh();
      await add(engine, from, '/contact');
      await expect.poll(() => ledFrom(engine, from)).toBe('/contact');
      for (const accept of ['text/html', 'application/json', '*/*', 'image/webp']) {
        const { status, headers } = await engine.visitor.get(`${from}/?utm=a%20b`).set('Accept', accept);
        expect([status, headers.location, headers['cache-control']]).toEqual([
          301,
          '/contact?utm=a%20b',
          'max-age=86400',
        ]);
        expect(headers['content-security-policy']).toBeDefined();
      }
      expect((await engine.visitor.head(from)).status).toBe(301);
      // Signed-in people are redirected too.
      expect((await engine.admin.get(from)).status).toBe(301);
      for (const method of ['post', 'put', 'delete'] as const)
        expect((await engine.visitor[method](from)).status).not.toBe(301);
    });

    it('with a query leads by its parameters, also at the home page, which is as it is with any other', async () => {
      const page = ++serial;
      await add(engine, `/?p=${page}`, '/team');
      await expect.poll(() => ledFrom(engine, `/?p=${page}`)).toBe('/team');
      expect(await ledFrom(engine, `/?fbclid=x&p=${page}`)).toBe('/team?fbclid=x');
      expect(await ledFrom(engine, `/?p=${page}0`)).toBe(200);
      expect(await ledFrom(engine, '/')).toBe(200);
    });

    it('in any spelling of its letters leads to one that can be sent', async () => {
      const from = `/${++serial}-پوسٹ`;
      await add(engine, encodeURI(from).toLowerCase(), '/contact#کہاں');
      const led = () => ledFrom(engine, `${encodeURI(from)}/`);
      await expect.poll(led).toBe(encodeURI('/contact#کہاں'));
    });

    it('that has a page is never led away from it, and is where the page is gone', async () => {
      const { id } = await makeBlog(engine);
      const from = `/view-blog/${id}`;
      await add(engine, from, '/publishing');
      const other = fresh();
      await add(engine, other, '/team');
      await expect.poll(() => ledFrom(engine, other)).toBe('/team');
      await expect.poll(() => ledFrom(engine, from)).toBe(200);
      await engine.call('deleteBlog', id).expect(200);
      await expect.poll(() => ledFrom(engine, from)).toBe('/publishing');
      // A failing host has not stated that the page is missing.
      engine.stub?.misbehave({ kind: 'answer', status: 500, body: 'broken' });
      const whileBroken = await ledFrom(engine, from);
      engine.stub?.reset();
      expect(whileBroken).toBe(engine.stub ? 503 : '/publishing');
    });
  });
};

withEngine('stub', block);
withEngines(block);
