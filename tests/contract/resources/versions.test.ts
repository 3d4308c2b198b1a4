import { expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import type { Version } from '#shared/schemas/versions.ts';
import { withEngines } from '../../support/engines.ts';
import { blogEditForm, png, projectEditForm, withTexts } from '../../support/forms.ts';
import { makeBlog } from './cases/blogs.ts';
import { makeJob } from './cases/jobs.ts';
import { makeProject } from './cases/projects.ts';
import { versionsOf } from './cases/versions.ts';

withEngines((engine) => {
  const edit = async (id: Id, texts: Record<string, string>) => {
    const form = await blogEditForm(id, texts);
    const answer = await engine.call(
      'editBlog',
      form.filter((part) => 'text' in part),
    );
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const read = async (id: Id): Promise<Version> => await engine.read('getVersion', id);
  const restore = (id: Id, json: object = {}) => engine.call('restoreVersion', id, json);

  it('writes who changed what, and nothing when nothing was changed', async () => {
    const { id } = await makeBlog(engine);
    await edit(id, { description: '<h2>New</h2><p>words &amp; <b>more</b></p>' });
    await edit(id, { description: '<h2>New</h2><p>words &amp; <b>more</b></p>' });
    const versions = await versionsOf(engine, 'blog', id);
    expect(versions.map(({ number, kind, changed }) => ({ number, kind, changed }))).toEqual([
      { number: 2, kind: 'saved', changed: ['blog_title', 'description'] },
      { number: 1, kind: 'added', changed: [] },
    ]);
    expect(versions[0]).toMatchObject({ who: expect.stringMatching(/\S/), who_id: expect.any(Number) });
    expect(versions[0]).not.toHaveProperty('fields');
    const whole = await read(versions[0]?.id ?? 0);
    expect(whole).toMatchObject({
      text: 'New\nwords & more',
      fields: { blog_title: 'Edited', is_active: 1 },
    });
  });

  it('restores texts and fields as a version of its own, and leaves alone whether visitors see it', async () => {
    const { id, description, blog_title } = await makeBlog(engine);
    const edited = await edit(id, { description: '<p>other</p>', is_active: '0' });
    const [, first] = await versionsOf(engine, 'blog', id);
    const old = await restore(first?.id ?? 0, { updated_at: '2026-01-01T00:00:00.000Z' });
    expect([old.status, old.body.code]).toEqual([409, 'conflict.newer']);
    const answer = await restore(first?.id ?? 0, { updated_at: edited.updated_at });
    expect(answer.status, answer.text).toBe(200);
    const now = await engine.call('singlePost', id);
    expect(now.body.data).toMatchObject({ blog_title, description, is_active: 0 });
    expect(now.body.data.updated_at).toBe(answer.body.data.updated_at);
    const [newest, before] = await versionsOf(engine, 'blog', id);
    expect(newest).toMatchObject({ kind: 'restored', restored: 1, changed: ['blog_title', 'description'] });
    expect(answer.body.data.before).toBe(before?.id);
    await restore(before?.id ?? 0).expect(200);
    const undone = await engine.call('singlePost', id);
    expect(undone.body.data).toMatchObject({ blog_title: 'Edited', description: '<p>other</p>' });
  });

  it('judges what is restored by the rules of a save', async () => {
    const { id } = await makeJob(engine, { description: '' });
    const update = (json: object) => engine.call('updateJob', id, json);
    const job = await engine.read('singleJob', id);
    await update({ ...job, description: '<p>text</p>', status: 'open', updated_at: undefined }).expect(200);
    const versions = await versionsOf(engine, 'job', id);
    const refused = await restore(versions.at(-1)?.id ?? 0);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.errors.description).toEqual(['Add a description before you open the job.']);
    expect(await versionsOf(engine, 'job', id)).toHaveLength(versions.length);
  });

  it('brings the images of a project back from the trash, and says which pictures are gone', async () => {
    const project = await makeProject(engine);
    const { id, images } = project;
    await engine.call('deleteProjectImage', images[0]?.id ?? 0).expect(200);
    const share = [...withTexts(await projectEditForm(project.category_id), {}), await png('share_image')];
    const saved = await engine.call(
      'updateProject',
      id,
      share.filter(({ name }) => !name.startsWith('images') && name !== 'video'),
    );
    expect(saved.status, saved.text).toBe(200);
    const versions = await versionsOf(engine, 'project', id);
    // The image was deleted without a save, so the state then is stored as a version too.
    expect(versions.map(({ kind }) => kind)).toEqual(['saved', 'found', 'added']);
    const answer = await restore(versions[2]?.id ?? 0);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.kept).toEqual(['share_image']);
    const now = await engine.visitor.read('getSingleProject', id);
    expect(now.images.map(({ image }: { image: string }) => image)).toEqual(
      images.map(({ image }: { image: string }) => image),
    );
    await engine.visitor.get(now.share_image).expect(200);
  });

  it('keeps what is told outside, and leaves it alone when a host sends nothing of it', async () => {
    const { id } = await makeBlog(engine);
    const texts = { excerpt: 'A < B & C', search_title: 'Found', search_description: 'As found' };
    const parts = Object.entries(texts).map(([name, text]) => ({ name, text }));
    const form = await blogEditForm(id);
    const send = (more: typeof form) =>
      engine.call('editBlog', [...form.filter((part) => 'text' in part), ...more]);
    const first = await send([...parts, await png('share_image')]);
    expect(first.status, first.text).toBe(200);
    const { share_image } = first.body.data;
    expect(share_image).toMatch(/^\/storage\//);
    expect((await send([])).body.data).toMatchObject({ ...texts, share_image });
  });
});
