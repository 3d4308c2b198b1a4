import { expect, it } from 'vitest';
import { categoryPath } from '#shared/category-path.ts';
import type { Id } from '#shared/id.ts';
import { linkPath } from '#shared/link-paths.ts';
import { pathTo } from '#shared/paths.ts';
import type { PictureUse, StoredPicture } from '#shared/schemas/picture.ts';
import { withEngines } from '../../support/engines.ts';
import { noisyPng } from '../../support/files.ts';
import {
  blogEditForm,
  blogForm,
  type FormPart,
  memberForm,
  png,
  textParts,
  without,
} from '../../support/forms.ts';
import { makeCategory, makePicture, makeProject, pictureForm, pictureOf } from './cases.ts';

withEngines((engine) => {
  const { call, read } = engine;
  /** Returns the part under another field name, with the same bytes. */
  const as = (name: string, part: FormPart): FormPart => ({ ...part, name });
  const list = (query: object) => read('getPictures', query);
  const usesOf = async (id: Id): Promise<PictureUse[]> => read('getPictureUses', id);
  const saveBlog = async (image: FormPart) =>
    read('saveBlog', [...without(await blogForm(), 'blog_image'), as('blog_image', image)]);
  const saveMember = async (image: FormPart) =>
    read('addTeamMember', [...without(await memberForm(), 'image'), as('image', image)]);
  const erase = (resource: string, id: Id) => call('eraseDeleted', { resource, id }).expect(200);

  it('the same bytes are one picture in every field, and its file goes with the last that uses it', async () => {
    const image = await png('image', 'C:\\sofa\\Sofa rot.png');
    const one = await saveBlog(image);
    const form = [
      ...without(await blogForm(), 'blog_image'),
      as('blog_image', image),
      as('share_image', image),
    ];
    const two = await read('saveBlog', form);
    const member = await saveMember(image);
    expect([two.blog_image, two.share_image, member.image]).toEqual(Array(3).fill(one.blog_image));
    const { id, ...picture } = await pictureOf(engine, member.image);
    expect(picture).toMatchObject({
      name: 'Sofa rot.png',
      uses: 4,
      kept: 0,
      alt: '',
      who: expect.any(String),
    });
    expect(await usesOf(id)).toEqual([
      { kind: 'blog', id: one.id, title: one.blog_title, field: 'blog_image', is_deleted: 0 },
      { kind: 'blog', id: two.id, title: two.blog_title, field: 'blog_image', is_deleted: 0 },
      { kind: 'blog', id: two.id, title: two.blog_title, field: 'share_image', is_deleted: 0 },
      { kind: 'team', id: member.id, title: member.name, field: 'image', is_deleted: 0 },
    ]);
    // Another picture for one post, none as a share image: the other records retain theirs.
    await read('editBlog', [
      ...without(await blogEditForm(two.id), 'blog_image'),
      { name: 'remove_share_image', text: '1' },
      await png('blog_image'),
    ]);
    await read('deleteBlog', one.id);
    expect((await usesOf(id)).map(({ kind, is_deleted }) => [kind, is_deleted])).toEqual([
      ['blog', 1],
      ['team', 0],
    ]);
    await erase('blog', one.id);
    await engine.visitor.get(member.image).expect(200);
    await read('deleteTeamMember', member.id);
    const { status, body } = await call('deletePicture', id);
    expect([status, body.message, body.data], 'the trash counts').toEqual([
      409,
      expect.stringContaining('used (1)'),
      { uses: 1 },
    ]);
    await engine.visitor.get(member.image).expect(200);
    await erase('team_member', member.id);
    await engine.visitor.get(member.image).expect(404);
    await call('getPictureUses', id).expect(404);
  });

  it('one that was added by itself stays, is the same when it is sent again, and is deleted with its file', async () => {
    const form = await pictureForm('');
    const { id, image } = await read('addPicture', form);
    const again = await read('addPicture', [{ name: 'alt', text: 'Said later' }, ...without(form, 'alt')]);
    expect(again).toMatchObject({ id, image, alt: 'Said later' });
    expect(await read('addPicture', without(form, 'alt'))).toMatchObject({ id, alt: 'Said later' });
    const member = await saveMember(form[1] as FormPart);
    expect(member.image).toBe(image);
    const used = await list({ use: 'used', per_page: 100 });
    expect(used.data).toContainEqual(expect.objectContaining({ id }));
    await read('deleteTeamMember', member.id);
    await erase('team_member', member.id);
    await engine.visitor.get(image).expect(200);
    const unused = await list({ use: 'unused', per_page: 100 });
    expect(unused.data).toContainEqual(expect.objectContaining({ id }));
    await call('deletePicture', id).expect(200);
    await engine.visitor.get(image).expect(404);
    await call('deletePicture', id).expect(404);
    // A picture that is first used and then added to the library also stays.
    const known = await png('image');
    const { blog_image } = await saveBlog(known);
    expect(await read('addPicture', [known])).toMatchObject({ image: blog_image, kept: 1, uses: 1 });
  });

  it('of two who use and let go of one file at once, whoever uses it has it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const image = await png('image');
      const before = await saveMember(image);
      await read('deleteTeamMember', before.id);
      const [member] = await Promise.all([saveMember(image), erase('team_member', before.id)]);
      await engine.visitor.get(member.image).expect(200);
      expect(await pictureOf(engine, member.image)).toMatchObject({ uses: 1 });
    }
  });

  it('is cut at its focal point in the image for links', async () => {
    const { id: post, blog_image } = await saveBlog({
      ...(await png('image')),
      file: await noisyPng(60, 60),
    } as FormPart);
    const card = async () => (await engine.visitor.get(`/share/post/${post}.png`).expect(200)).body;
    const before = await card();
    const { id, updated_at } = await pictureOf(engine, blog_image);
    await read('updatePicture', id, { alt: '', focus_x: 50, focus_y: 0, updated_at });
    expect(before.equals(await card())).toBe(false);
  });

  it('is replaced everywhere in one step, and what is known of it stays', async () => {
    const image = await png('image', 'before.png');
    const blog = await saveBlog(image);
    const member = await saveMember(image);
    const category = await makeCategory(engine);
    const { id: projectId } = await makeProject(engine, { category_id: String(category.id) });
    const texts = { title: 'P', category_id: String(category.id), v_order: '1', description: '<p>x</p>' };
    const fields = textParts(texts);
    await read('updateProject', projectId, [...fields, as('images[0]', image), as('share_image', image)]);
    const titled = [{ name: 'title', text: category.title }, as('tech_image[0][file]', image)];
    await read('updateProjectCategory', category.id, titled);
    const { id, uses, updated_at } = await pictureOf(engine, blog.blog_image);
    expect(uses).toBe(5);
    expect(await usesOf(id)).toContainEqual(
      expect.objectContaining({ field: 'images', category_id: category.id }),
    );
    await read('deleteTeamMember', member.id);
    const said = { alt: 'A sofa', focus_x: 10, focus_y: 90 };
    const changed = await read('updatePicture', id, { ...said, updated_at });
    expect(changed).toMatchObject({ name: 'before.png', width: 40, height: 30 });
    await call('updatePicture', id, { alt: 'Late', updated_at }).expect(409);
    const details = [{ image: blog.blog_image, ...said }];
    expect(await read('singlePost', blog.id)).toMatchObject({ picture_details: details });

    // Public pages use the alternative text and the focus point.
    const draft = { blog_title: 'D', description: '<p>x</p>' };
    const { secret } = await read('saveContentPreview', { resource: 'blog', row_id: blog.id, draft });
    const [field, preview] = [categoryPath(category.title), linkPath('preview', secret)];
    const pages = [pathTo('viewBlog', { id: blog.id }), preview, pathTo('publishing')];
    for (const page of [...pages, pathTo('portfolioItem', { id: projectId }), field]) {
      const { text } = await engine.visitor.get(page).expect(200);
      // On the page of a category it is a logo, which is shown whole, with its name as text next to it.
      expect(text, page).toMatch(page === field ? />A sofa</ : /<img [^>]*alt="A sofa"/);
      expect(text.includes('object-position:10% 90%'), page).toBe(page !== field);
    }
    const version = { name: 'updated_at', text: updated_at };
    const late = await call('replacePicture', id, [version, await png('image')]).expect(409);
    expect(late.body.data).toMatchObject({ yours: updated_at, current: changed.updated_at });
    const other = { ...(await png('image', 'after.png')), file: await noisyPng(60, 20) } as FormPart;
    const after = await read('replacePicture', id, [other]);
    expect(after).toMatchObject({ id, ...said, name: 'after.png', uses: 5, width: 60, height: 20 });
    expect(after.image).not.toBe(blog.blog_image);
    const now = [{ image: after.image, ...said }];
    const shown = await read('singlePost', blog.id);
    expect(shown).toMatchObject({ blog_image: after.image, picture_details: now });
    expect(shown.updated_at > blog.updated_at).toBe(true);
    const images = expect.arrayContaining([expect.objectContaining({ image: after.image })]);
    const ofProject = { share_image: after.image, images, picture_details: now };
    expect(await read('getSingleProject', projectId)).toMatchObject(ofProject);
    for (const all of [
      await read('getProjects', category.id),
      await read('getSingleCategory', category.id),
      await read('getCategoryByTitle', { title: category.title }),
      await read('activeBlogs'),
    ])
      expect(JSON.stringify(all)).toContain(JSON.stringify(now));
    await read('restoreDeleted', { resource: 'team_member', id: member.id });
    const { data: team } = await read('team');
    expect(team).toContainEqual(expect.objectContaining({ image: after.image, picture_details: now }));
    if (!engine.isOnPostgres) await engine.visitor.get(blog.blog_image).expect(404);
    expect((await engine.visitor.get(preview).expect(200)).text).toContain(after.image);
    const versions = await read('getVersions', { resource: 'blog', id: blog.id });
    expect(versions.data[0]).toMatchObject({ changed: ['blog_image'] });
    // A save based on the earlier version is refused as a conflict.
    const stale = [...(await blogEditForm(blog.id)), { name: 'updated_at', text: blog.updated_at }];
    await call('editBlog', stale).expect(409);
  });

  it('replaced by its own bytes is as it was, and by those of another stays itself', async () => {
    const form = await pictureForm('One');
    const one = await read('addPicture', form);
    expect(await read('replacePicture', one.id, without(form, 'alt'))).toEqual(one);
    const two = await makePicture(engine, 'Two');
    const replaced = await read('replacePicture', two.id, without(form, 'alt'));
    expect(replaced).toMatchObject({ id: two.id, alt: 'Two' });
    await call('deletePicture', one.id);
    await engine.visitor.get(replaced.image).expect(200);
  });

  it('is found by name and alternative text, used or not, in pages of any size', async () => {
    const [one, two] = [await makePicture(engine, 'Ein Kanapee'), await makePicture(engine, 'Zwei Kanapees')];
    await read('updatePicture', one.id, { name: 'ordner/Chaiselongue.gif', alt: '' });
    const ids = async (query: object) => (await list(query)).data.map(({ id }: StoredPicture) => id);
    expect(await ids({ search: 'kanapee' })).toEqual([two.id]);
    const [found, ...others] = (await list({ search: 'chaise' })).data;
    expect(found).toMatchObject({ id: one.id, name: 'Chaiselongue.gif.png', alt: '' });
    expect(others).toEqual([]);
    expect(await ids({ search: 'chaise', use: 'used' })).toEqual([]);
    const { total, ...all } = await list({ per_page: 1 });
    expect(all).toMatchObject({ per_page: 1, last_page: total, data: [{ id: two.id }] });
    expect(await ids({ per_page: 1, page: 2 })).toEqual([one.id]);
  });
});
