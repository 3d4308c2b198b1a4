import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { blogSchema } from '#shared/schemas/blog.ts';
import { withEngines } from '../../support/engines.ts';
import { blogEditForm, blogForm, sendForm, without, withTexts } from '../../support/forms.ts';
import { makeBlog } from './cases/blogs.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';
import { describeFieldErrors, type FieldCase } from './field-errors.ts';

const noTitle = { blog_title: ['Title is required for creating a blog'] };
const noActive = { is_active: ['Enter 1 to active the or 0 for inactive'] };
const notBinary = { is_active: ['This must be 0 or 1.'] };
const noDescription = { description: ['Add blog description'] };
const noImage = { blog_image: ['Image is required for blog creation'] };

/** Rules shared by adding and editing. */
const textCases: FieldCase[] = [
  ['no title', (form) => without(form, 'blog_title'), noTitle],
  ['a blank title', (form) => withTexts(form, { blog_title: '  ' }), noTitle],
  ['no is_active', (form) => without(form, 'is_active'), noActive],
  ['an empty is_active', (form) => withTexts(form, { is_active: '' }), noActive],
  ['is_active 2', (form) => withTexts(form, { is_active: '2' }), notBinary],
  ['is_active true', (form) => withTexts(form, { is_active: 'true' }), notBinary],
  ['no description', (form) => without(form, 'description'), noDescription],
  [
    'the description of an untouched editor',
    (form) => withTexts(form, { description: '<p><br></p>' }),
    noDescription,
  ],
];

withEngines((engine) => {
  for (const row of Object.values(resources.blogs)) describeCall(row, engine);

  const get = (call: CallName, id?: Id) => engine.visitor.get(callPath(contract[call], id ? { id } : {}));

  const makeAdd = async () => ({ form: await blogForm() });
  describeFieldErrors(contract.saveBlog, engine, makeAdd, [
    ...textCases,
    ['no image', (form) => without(form, 'blog_image'), noImage],
    [
      'everything wrong at once',
      () => [{ name: 'blog_title', text: '' }],
      { ...noTitle, ...noActive, ...noDescription, ...noImage },
    ],
  ]);

  const makeEdit = async () => ({ form: await blogEditForm((await makeBlog(engine)).id) });
  describeFieldErrors(contract.editBlog, engine, makeEdit, [
    ...textCases,
    ['no blog_id', (form) => without(form, 'blog_id'), { blog_id: ['This field is required.'] }],
    [
      'everything wrong at once',
      () => [{ name: 'blog_title', text: '' }],
      { ...noTitle, ...noActive, ...noDescription, blog_id: ['This field is required.'] },
    ],
  ]);

  describe('a post', () => {
    it('that is inactive is there for an admin and not for a visitor', async () => {
      const { id } = await makeBlog(engine, { is_active: '0' });
      const path = callPath(contract.singlePost, { id });
      const shown = await engine.admin.get(path);
      expect(shown.status).toBe(200);
      expect(blogSchema.parse(shown.body.data)).toMatchObject({ id, is_active: 0 });
      const hidden = await engine.visitor.get(path);
      expect(hidden.status).toBe(404);
      expect(hidden.body).toMatchObject({ status: 0, message: 'This post could not be found.' });
      expect(hidden.body).not.toHaveProperty('data');
    });

    it('keeps its image when it is edited without one, and gets a new one when it is edited with one', async () => {
      const before = await makeBlog(engine);
      const edit = async (form: Awaited<ReturnType<typeof blogEditForm>>) => {
        await sendForm(engine.admin.post(callPath(contract.editBlog)), form).expect(200);
        return (await get('singlePost', before.id)).body.data;
      };
      const form = await blogEditForm(before.id, { description: '<p>Second</p>' });
      expect(await edit(without(form, 'blog_image'))).toMatchObject({
        blog_title: 'Edited',
        description: '<p>Second</p>',
        blog_image: before.blog_image,
        created_at: before.created_at,
      });
      expect((await edit(form)).blog_image).not.toBe(before.blog_image);
    });

    it('that is edited must be there', async () => {
      const answer = await sendForm(
        engine.admin.post(callPath(contract.editBlog)),
        await blogEditForm(987_654_321),
      );
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ status: 0, message: 'This post could not be found.' });
    });

    it('is gone once it is deleted, for everybody and from the list', async () => {
      const { id } = await makeBlog(engine);
      await engine.admin.post(callPath(contract.deleteBlog, { id })).expect(200);
      await engine.admin.post(callPath(contract.deleteBlog, { id })).expect(404);
      for (const agent of [engine.admin, engine.visitor]) {
        const gone = await agent.get(callPath(contract.singlePost, { id }));
        expect(gone.status).toBe(410);
        expect(gone.body).toMatchObject({ status: 0, message: 'This post is no longer available.' });
      }
      await sendForm(engine.admin.post(callPath(contract.editBlog)), await blogEditForm(id)).expect(404);
      const list = await engine.admin.get(callPath(contract.blogs));
      expect(list.body.data.data.map((blog: { id: Id }) => blog.id)).not.toContain(id);
    });

    it('that nobody could read is not said to have been there', async () => {
      const { id } = await makeBlog(engine, { is_active: '0' });
      await engine.admin.post(callPath(contract.deleteBlog, { id })).expect(200);
      await engine.visitor.get(callPath(contract.singlePost, { id })).expect(404);
    });

    it('comes back as it was', async () => {
      const before = await makeBlog(engine);
      await engine.admin.post(callPath(contract.deleteBlog, { id: before.id })).expect(200);
      const restored = await engine.admin
        .post(callPath(contract.restoreDeleted))
        .send({ resource: 'blog', id: before.id });
      expect(restored.status, restored.text).toBe(200);
      const { updated_at: _version, ...same } = before;
      expect((await get('singlePost', before.id)).body.data).toMatchObject(same);
      await engine.visitor.get(before.blog_image ?? '').expect(200);
    });

    it('is not overwritten by somebody who began with an older version', async () => {
      const { id, updated_at: began = '' } = await makeBlog(engine);
      const edit = async (blog_title: string, updated_at: string) => {
        const form = await blogEditForm(id, { blog_title });
        return sendForm(engine.admin.post(callPath(contract.editBlog)), [
          ...without(form, 'blog_image'),
          { name: 'updated_at', text: updated_at },
        ]);
      };
      const first = await edit('First', began);
      expect(first.status, first.text).toBe(200);
      const current = first.body.data.updated_at;
      expect(current > began).toBe(true);
      const who = (await engine.admin.get(callPath(contract.session))).body.data.user.name;
      expect(who).toMatch(/Admin/);
      const second = await edit('Second', began);
      expect(second.status).toBe(409);
      expect(second.body).toMatchObject({
        status: 0,
        message: expect.stringContaining(`${who} saved this at `),
        data: { yours: began, current, who },
      });
      expect((await get('singlePost', id)).body.data.blog_title).toBe('First');
      expect((await edit('Third', current)).status).toBe(200);
    });

    it('is stored as it was written, and is harmless when it is read (server/rich-text/README.md)', async () => {
      const hostile = '<p onclick="alert(1)">Hi<script>alert(2)</script><img src=x onerror=alert(3)></p>';
      const { id } = await makeBlog(engine, { description: hostile });
      if (engine.stub) expect(engine.stub.data.blogs.at(-1)?.description).toBe(hostile);
      for (const agent of [engine.visitor, engine.admin]) {
        const { body } = await agent.get(callPath(contract.singlePost, { id }));
        expect(body.data.description).toContain('Hi');
        expect(body.data.description).not.toMatch(/script|onclick|onerror|alert/);
      }
      const list = await engine.admin.get(callPath(contract.blogs));
      expect(list.text).not.toMatch(/<script|onclick|onerror/);
    });

    it('keeps what the editor can write', async () => {
      const description =
        '<h1 class="ql-align-center">Title</h1><p><strong style="color: rgb(230, 0, 0);">red</strong> ' +
        '<a href="https://studio.example">link</a></p><ol><li data-list="bullet">one</li></ol>';
      const { id } = await makeBlog(engine, { description });
      const shown = (await get('singlePost', id)).body.data.description;
      for (const kept of [
        'ql-align-center',
        'rgb(230, 0, 0)',
        'href="https://studio.example"',
        'data-list="bullet"',
      ]) {
        expect(shown.replace('rgb(230,0,0)', 'rgb(230, 0, 0)')).toContain(kept);
      }
    });
  });

  describe('lists', () => {
    it('are newest first, ten a page, and end with an empty page', async () => {
      for (let count = 0; count < 11; count += 1) await makeBlog(engine, { blog_title: `Post ${count}` });
      const page = async (number: number) =>
        (await engine.admin.get(`${callPath(contract.blogs)}?page=${number}`)).body;
      const first = (await page(1)).data;
      expect(first).toMatchObject({ current_page: 1, per_page: 10 });
      expect(first.data).toHaveLength(10);
      expect(first.data[0].blog_title).toBe('Post 10');
      expect(first.total).toBeGreaterThan(10);
      expect(first.last_page).toBe(Math.ceil(first.total / 10));
      const ids = first.data.map((blog: { id: Id }) => blog.id);
      expect(ids).toEqual([...ids].sort((one, other) => other - one));

      const last = (await page(first.last_page)).data;
      expect(last.data).toHaveLength(first.total - 10 * (first.last_page - 1));
      const beyond = (await page(first.last_page + 1)).data;
      expect(beyond).toMatchObject({
        data: [],
        current_page: first.last_page + 1,
        last_page: first.last_page,
      });
    });

    it('carry the beginning of a text, and never a whole article', async () => {
      const image = `<img src="data:image/png;base64,${'A'.repeat(6 * 1024 * 1024)}">`;
      const article = `<h1>Ink &amp; light</h1><p>${image}</p>${'<p>Another line of the article.</p>'.repeat(100)}`;
      const { id } = await makeBlog(engine, { description: article });
      for (const [agent, call] of [
        [engine.admin, contract.blogs],
        [engine.visitor, contract.activeBlogs],
      ] as const) {
        const answer = await agent.get(callPath(call));
        const listed = answer.body.data.data.find((blog: { id: Id }) => blog.id === id);
        expect(listed.description).toMatch(/^<p>Ink &amp; light Another line .*…<\/p>$/);
        expect(answer.text.length).toBeLessThan(20_000);
      }
      const whole = await engine.visitor.get(callPath(contract.singlePost, { id }));
      expect(whole.text.length).toBeGreaterThan(6 * 1024 * 1024);
      await engine.admin.post(callPath(contract.deleteBlog, { id })).expect(200);
    });

    it('show a visitor active posts only', async () => {
      const { id } = await makeBlog(engine, { is_active: '0' });
      const { data } = (await get('activeBlogs')).body;
      expect(data.data.length).toBeGreaterThan(0);
      for (const blog of data.data) expect(blog).toMatchObject({ is_active: 1 });
      expect(data.data.map((blog: { id: Id }) => blog.id)).not.toContain(id);
    });

    it.each(['0', '-1', '1.5', 'abc', '99999999999'])('refuse the page %j', async (page) => {
      const answer = await engine.admin.get(`${callPath(contract.blogs)}?page=${page}`);
      expect(answer.status).toBe(422);
      expect(answer.body.status).toBe(0);
      expect(Object.keys(answer.body.errors)).toEqual(['page']);
    });
  });
});
