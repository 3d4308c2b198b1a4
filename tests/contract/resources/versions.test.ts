import { expect, it } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import type { Id } from '#shared/id.ts';
import { withEngines } from '../../support/engines.ts';
import { blogEditForm, type FormPart, png, projectEditForm, textParts } from '../../support/forms.ts';
import { makeBlog, makeJob, makeProject, versionsOf } from './cases.ts';

withEngines((engine) => {
  const { call, read } = engine;
  const edit = async (id: Id, texts: Record<string, string>, ...more: FormPart[]) =>
    read('editBlog', [...(await blogEditForm(id, texts)).filter((part) => 'text' in part), ...more]);
  const restore = (id: Id = 0, json: object = {}) => call('restoreVersion', id, json);

  it('writes who changed what, and nothing when nothing was changed', async () => {
    const { id } = await makeBlog(engine);
    for (const description of Array(2).fill('<h2>New</h2><p>words &amp; <b>more</b></p>'))
      await edit(id, { description });
    const versions = await versionsOf(engine, 'blog', id);
    expect(versions.map(({ number, kind, changed }) => [number, kind, changed])).toEqual([
      [2, 'saved', ['blog_title', 'description']],
      [1, 'added', []],
    ]);
    expect(versions[0]).toMatchObject({ who: expect.stringMatching(/\S/), who_id: expect.any(Number) });
    expect(versions[0]).not.toHaveProperty('fields');
    const fields = { blog_title: 'Edited', is_active: 1 };
    expect(await read('getVersion', versions[0]?.id)).toMatchObject({ text: 'New\nwords & more', fields });
  });

  it('restores texts and fields as a version of its own, and leaves alone whether visitors see it', async () => {
    const { id, description, blog_title } = await makeBlog(engine);
    const { updated_at } = await edit(id, { description: '<p>other</p>', is_active: '0' });
    const [, first] = await versionsOf(engine, 'blog', id);
    const old = await restore(first?.id, { updated_at: '2026-01-01T00:00:00.000Z' });
    expect([old.status, old.body.code]).toEqual([409, 'conflict.newer']);
    const { data } = (await restore(first?.id, { updated_at }).expect(200)).body;
    const now = { blog_title, description, is_active: 0, updated_at: data.updated_at };
    expect(await read('singlePost', id)).toMatchObject(now);
    const [newest, before] = await versionsOf(engine, 'blog', id);
    expect(newest).toMatchObject({ kind: 'restored', restored: 1, changed: ['blog_title', 'description'] });
    expect(data.before).toBe(before?.id);
    // Who has restored it is who changed it last.
    const late = await restore(first?.id, { updated_at });
    expect([late.status, late.body.data.who]).toEqual([409, newest?.who]);
    await restore(before?.id).expect(200);
    const undone = { blog_title: 'Edited', description: '<p>other</p>' };
    expect(await read('singlePost', id)).toMatchObject(undone);
  });

  it('judges what is restored by the rules of a save', async () => {
    const { id } = await makeJob(engine, { description: '' });
    const job = await read('singleJob', id);
    await read('updateJob', id, {
      ...job,
      description: '<p>text</p>',
      status: 'open',
      updated_at: undefined,
    });
    const versions = await versionsOf(engine, 'job', id);
    const refused = await restore(versions.at(-1)?.id).expect(422);
    expect(refused.body.errors.description).toEqual(['Add a description before you open the job.']);
    expect(await versionsOf(engine, 'job', id)).toHaveLength(versions.length);
  });

  it('brings the images of a project back from the trash, and says which pictures are gone', async () => {
    const { id, images, category_id } = await makeProject(engine);
    await read('deleteProjectImage', images[0]?.id);
    const share = [...(await projectEditForm(category_id)), await png('share_image')];
    await read(
      'updateProject',
      id,
      share.filter(({ name }) => !/^(images|video)/.test(name)),
    );
    const versions = await versionsOf(engine, 'project', id);
    // The image was deleted without a save, so the state then is stored as a version too.
    expect(versions.map(({ kind }) => kind)).toEqual(['saved', 'found', 'added']);
    expect((await restore(versions[2]?.id)).body.data.kept).toEqual(['share_image']);
    const now = await read('getSingleProject', id);
    const addresses = (all: Project['images']) => all.map(({ image }) => image);
    expect(addresses(now.images)).toEqual(addresses(images));
    await engine.visitor.get(now.share_image).expect(200);
  });

  it('keeps what is told outside, and leaves it alone when a host sends nothing of it', async () => {
    const { id } = await makeBlog(engine);
    const texts = { excerpt: 'A <b> B & C', search_title: 'Found', search_description: 'As found' };
    const { share_image } = await edit(id, {}, ...textParts(texts), await png('share_image'));
    expect(share_image).toMatch(/^\/storage\//);
    expect(await edit(id, {})).toMatchObject({ ...texts, share_image });
    const listed = { id, description: '<p>A &lt;b&gt; B &amp; C</p>' };
    expect((await engine.read('blogs')).data).toContainEqual(expect.objectContaining(listed));
  });
});
