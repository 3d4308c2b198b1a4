import { expect, it } from 'vitest';
import { categoryPath } from '#shared/category-path.ts';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { linkPath } from '#shared/link-paths.ts';
import { pathTo } from '#shared/paths.ts';
import type { PictureUse, StoredPicture } from '#shared/schemas/picture.ts';
import { withEngines } from '../../support/engines.ts';
import { blogEditForm, blogForm, type FormPart, png, sendForm, without } from '../../support/forms.ts';
import { makeCategory } from './cases/categories.ts';
import { makePicture, pictureForm, pictureOf } from './cases/pictures.ts';
import { makeProject } from './cases/projects.ts';
import { memberForm } from './cases/team.ts';

withEngines((engine) => {
  /** Returns the part under another field name, with the same bytes. */
  const as = (name: string, part: FormPart): FormPart => ({ ...part, name });
  const send = async (call: CallName, form: FormPart[], params?: { id: Id }) => {
    const answer = await sendForm(engine.admin.post(callPath(contract[call], params)), form);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const post = (call: CallName, json: object, params?: { id: Id }) =>
    engine.admin.post(callPath(contract[call], params)).send(json);
  const read = async (call: CallName, query = '', params?: { id: Id }) => {
    const answer = await engine.visitor.get(`${callPath(contract[call], params)}${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const list = async (
    query: string,
  ): Promise<{ data: StoredPicture[]; total: number; last_page: number }> => {
    const answer = await engine.call('getPictures', query);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const usesOf = async (id: Id): Promise<PictureUse[]> => await engine.read('getPictureUses', id);
  const deletePicture = (id: Id) => engine.call('deletePicture', id);
  const saveBlog = async (image: FormPart, texts: Record<string, string> = {}) =>
    send('saveBlog', [...without(await blogForm(texts), 'blog_image'), as('blog_image', image)]);
  const saveMember = async (image: FormPart) =>
    send('addTeamMember', [...without(await memberForm(), 'image'), as('image', image)]);
  const erase = async (resource: string, id: Id) => (await post('eraseDeleted', { resource, id })).status;

  it('the same bytes are one picture in every field, and its file goes with the last that uses it', async () => {
    const image = await png('image', 'C:\\sofa\\Sofa rot.png');
    const post1 = await saveBlog(image);
    const form = [
      ...without(await blogForm(), 'blog_image'),
      as('blog_image', image),
      as('share_image', image),
    ];
    const post2 = await send('saveBlog', form);
    const member = await saveMember(image);
    expect([post2.blog_image, post2.share_image, member.image]).toEqual(Array(3).fill(post1.blog_image));
    const picture = await pictureOf(engine, member.image);
    expect(picture).toMatchObject({
      name: 'Sofa rot.png',
      uses: 4,
      kept: 0,
      alt: '',
      who: expect.any(String),
    });
    expect(await usesOf(picture.id)).toEqual([
      { kind: 'blog', id: post1.id, title: post1.blog_title, field: 'blog_image', is_deleted: 0 },
      { kind: 'blog', id: post2.id, title: post2.blog_title, field: 'blog_image', is_deleted: 0 },
      { kind: 'blog', id: post2.id, title: post2.blog_title, field: 'share_image', is_deleted: 0 },
      { kind: 'team', id: member.id, title: member.name, field: 'image', is_deleted: 0 },
    ]);
    // Another picture for one post, none as a share image: the other records retain theirs.
    await send('editBlog', [
      ...without(await blogEditForm(post2.id), 'blog_image'),
      { name: 'remove_share_image', text: '1' },
      await png('blog_image'),
    ]);
    await post('deleteBlog', {}, { id: post1.id });
    expect((await usesOf(picture.id)).map(({ kind, is_deleted }) => [kind, is_deleted])).toEqual([
      ['blog', 1],
      ['team', 0],
    ]);
    expect(await erase('blog', post1.id)).toBe(200);
    await engine.visitor.get(member.image).expect(200);
    await post('deleteTeamMember', {}, { id: member.id });
    const refused = await deletePicture(picture.id);
    expect(refused.status, 'the trash counts').toBe(409);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('used (1)'), data: { uses: 1 } });
    await engine.visitor.get(member.image).expect(200);
    expect(await erase('team_member', member.id)).toBe(200);
    await engine.visitor.get(member.image).expect(404);
    await engine.call('getPictureUses', picture.id).expect(404);
  });

  it('one that was added by itself stays, is the same when it is sent again, and is deleted with its file', async () => {
    const form = await pictureForm('');
    const added: StoredPicture = await send('addPicture', form);
    expect(added).toMatchObject({ alt: '', kept: 1, uses: 0 });
    const again = await send('addPicture', [{ name: 'alt', text: 'Said later' }, ...without(form, 'alt')]);
    expect(again).toMatchObject({ id: added.id, image: added.image, alt: 'Said later' });
    const [, image] = form as [FormPart, FormPart];
    const member = await saveMember(image);
    expect(member.image).toBe(added.image);
    await post('deleteTeamMember', {}, { id: member.id });
    await erase('team_member', member.id);
    await engine.visitor.get(added.image).expect(200);
    expect((await list(`use=unused&per_page=100`)).data.map(({ id }) => id)).toContain(added.id);
    expect((await deletePicture(added.id)).status).toBe(200);
    await engine.visitor.get(added.image).expect(404);
    expect((await deletePicture(added.id)).status).toBe(404);
    // A picture that is first used and then added to the library also stays.
    const used = await png('image');
    const blog = await saveBlog(used);
    const kept = await send('addPicture', [used]);
    expect(kept).toMatchObject({ image: blog.blog_image, kept: 1, uses: 1 });
  });

  it('of two who use and let go of one file at once, whoever uses it has it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const image = await png('image');
      const before = await saveMember(image);
      await post('deleteTeamMember', {}, { id: before.id });
      const [member] = await Promise.all([saveMember(image), erase('team_member', before.id)]);
      await engine.visitor.get(member.image).expect(200);
      expect(await pictureOf(engine, member.image)).toMatchObject({ uses: 1 });
    }
  });

  it('is replaced everywhere in one step, and what is known of it stays', async () => {
    const image = await png('image', 'before.png');
    const blog = await saveBlog(image);
    const member = await saveMember(image);
    const category = await makeCategory(engine);
    const project = await makeProject(engine, { category_id: String(category.id) });
    const params = { id: project.id };
    const texts = { title: 'P', category_id: String(category.id), v_order: '1', description: '<p>x</p>' };
    const fields = Object.entries(texts).map(([name, text]) => ({ name, text }));
    await send('updateProject', [...fields, as('images[0]', image), as('share_image', image)], params);
    const titled = [{ name: 'title', text: category.title }];
    await send('updateProjectCategory', [...titled, as('tech_image[0][file]', image)], { id: category.id });
    const { id, uses, updated_at } = await pictureOf(engine, blog.blog_image);
    expect(uses).toBe(5);
    await post('deleteTeamMember', {}, { id: member.id });
    const said = { alt: 'A sofa', focus_x: 10, focus_y: 90 };
    const changed = await post('updatePicture', { ...said, updated_at }, { id });
    expect(changed.status, changed.text).toBe(200);
    expect((await post('updatePicture', { alt: 'Late', updated_at }, { id })).status).toBe(409);
    const details = [{ image: blog.blog_image, ...said }];
    expect(await read('singlePost', '', { id: blog.id })).toMatchObject({ picture_details: details });

    // Public pages use the alternative text and the focus point.
    const draft = { blog_title: 'D', description: '<p>x</p>', blog_image: blog.blog_image };
    const link = await post('saveContentPreview', { resource: 'blog', draft });
    const field = categoryPath(category.title);
    const post1 = pathTo('viewBlog', { id: blog.id });
    const preview = linkPath('preview', link.body.data.secret);
    for (const page of [post1, preview, pathTo('publishing'), pathTo('portfolioItem', params), field]) {
      const { text } = await engine.visitor.get(page).expect(200);
      // On the page of a category it is a logo, which is shown whole, with its name as text next to it.
      expect(text, page).toMatch(page === field ? />A sofa</ : /<img [^>]*alt="A sofa"/);
      expect(text.includes('object-position:10% 90%'), page).toBe(page !== field);
    }
    const late = await engine.call('replacePicture', id, [
      { name: 'updated_at', text: updated_at },
      await png('image'),
    ]);
    expect(late.status).toBe(409);
    expect(late.body.data).toMatchObject({ yours: updated_at, current: changed.body.data.updated_at });
    const after = await send('replacePicture', [await png('image', 'after.png')], { id });
    expect(after).toMatchObject({ id, ...said, name: 'after.png', uses: 5 });
    expect(after.image).not.toBe(blog.blog_image);
    const now = [{ image: after.image, ...said }];
    const shown = await read('singlePost', '', { id: blog.id });
    expect(shown).toMatchObject({ blog_image: after.image, picture_details: now });
    expect(shown.updated_at > blog.updated_at).toBe(true);
    expect(await read('getSingleProject', '', params)).toMatchObject({
      share_image: after.image,
      images: expect.arrayContaining([expect.objectContaining({ image: after.image })]),
      picture_details: now,
    });
    for (const [call, query, of] of [
      ['getProjects', '?page=1', { id: category.id }],
      ['getSingleCategory', '', { id: category.id }],
      ['getCategoryByTitle', `?title=${encodeURIComponent(category.title)}`],
      ['activeBlogs', '?page=1'],
    ] as const)
      expect(JSON.stringify(await read(call, query, of)), call).toContain(JSON.stringify(now));
    await post('restoreDeleted', { resource: 'team_member', id: member.id });
    const { data: team } = await read('team');
    expect(team).toContainEqual(expect.objectContaining({ image: after.image, picture_details: now }));
    if (!engine.isOnPostgres) await engine.visitor.get(blog.blog_image).expect(404);
    expect((await engine.visitor.get(preview).expect(200)).text).toContain(after.image);
    const versions = await engine.call('getVersions', `resource=blog&id=${blog.id}`);
    expect(versions.body.data.data[0]).toMatchObject({ changed: ['blog_image'] });
    // A save based on the earlier version is refused as a conflict.
    const stale = await engine.call('editBlog', [
      ...(await blogEditForm(blog.id)),
      { name: 'updated_at', text: blog.updated_at },
    ]);
    expect(stale.status).toBe(409);
  });

  it('replaced by its own bytes is as it was, and by those of another stays itself', async () => {
    const form = await pictureForm('One');
    const one = await send('addPicture', form);
    const same = await send('replacePicture', without(form, 'alt'), { id: one.id });
    expect(same).toEqual(one);
    const two = await makePicture(engine, 'Two');
    const replaced = await send('replacePicture', without(form, 'alt'), { id: two.id });
    expect(replaced).toMatchObject({ id: two.id, alt: 'Two' });
    await deletePicture(one.id);
    await engine.visitor.get(replaced.image).expect(200);
  });

  it('is found by name and alternative text, used or not, in pages of any size', async () => {
    const [one, two] = [await makePicture(engine, 'Ein Kanapee'), await makePicture(engine, 'Zwei Kanapees')];
    await post('updatePicture', { name: 'ordner/Chaiselongue.gif', alt: '' }, { id: one.id });
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
    expect(await ids('search=kanapee')).toEqual([two.id]);
    expect(await ids('search=chaise')).toEqual([one.id]);
    expect((await list('search=chaise')).data[0]).toMatchObject({ name: 'Chaiselongue.gif.png', alt: '' });
    expect(await ids('search=chaise&use=used')).toEqual([]);
    const all = await list('per_page=1');
    expect(all).toMatchObject({ per_page: 1, last_page: all.total, data: [{ id: two.id }] });
    expect(await ids('per_page=1&page=2')).toEqual([one.id]);
  });
});
