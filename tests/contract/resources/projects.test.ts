import { describe, expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { withEngines } from '../../support/engines.ts';
import {
  captionsForm,
  type FormPart,
  projectEditForm,
  projectForm,
  without,
  withTexts,
} from '../../support/forms.ts';
import { makeCategory } from './cases/categories.ts';
import { makeProject } from './cases/projects.ts';

withEngines((engine) => {
  const projectsOf = async (id: Id) => await engine.visitor.read('getProjects', id);
  const single = async (id: Id) => await engine.visitor.read('getSingleProject', id);

  const make = async () => ({ form: await projectForm((await makeCategory(engine)).id) });
  it('takes order 0, and neither video nor link: presence is what docs/product.md §5 asks for', async () => {
    const { form } = await make();
    const answer = await engine.call(
      'addProject',
      withTexts(without(form, 'video', 'project_url'), { v_order: '0' }),
    );
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ video: null, project_url: null, v_order: 0 });
  });

  it('serves the very bytes of the video', async () => {
    const { form } = await make();
    const answer = await engine.call('addProject', form);
    const film = form.find((part) => part.name === 'video');
    const served = await engine.visitor.get(answer.body.data.video).buffer(true).parse(bytesOf);
    expect(served.status).toBe(200);
    expect(served.headers['content-type']).toBe('video/mp4');
    expect(Buffer.compare(served.body, film && 'file' in film ? film.file : Buffer.alloc(0))).toBe(0);
  });

  it('serves captions as WebVTT, replaces them, and removes them only when it is told to', async () => {
    const { id, category_id } = await makeProject(engine);
    const save = async (...more: FormPart[]) => {
      const form = without(await projectEditForm(category_id), 'images[0]', 'video');
      const answer = await engine.call('updateProject', id, [...form, ...more]);
      expect(answer.status, answer.text).toBe(200);
      return (await single(id)).captions;
    };
    const first = await save(...captionsForm('One'));
    const second = await save(...captionsForm('Two'));
    expect(second).not.toBe(first);
    expect(await save({ name: 'remove_captions', text: '0' })).toBe(second);
    const served = await engine.visitor.get(String(second)).buffer(true).parse(bytesOf);
    expect(served.status).toBe(200);
    expect(served.headers['content-type']).toMatch(/^text\/vtt(;|$)/);
    expect(served.headers['x-content-type-options']).toBe('nosniff');
    expect(served.headers['content-disposition']).toBeUndefined();
    expect(served.body.toString()).toContain('Two');
    expect(await save({ name: 'remove_captions', text: '1' })).toBeFalsy();
  });

  it.each([
    [
      'another encoding',
      415,
      Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\ncaf\xe9\n', 'latin1'),
      'captions: this file is not one of the accepted types (WebVTT).',
    ],
    [
      'times of SubRip',
      422,
      Buffer.from('WEBVTT\n\n1\n00:00:01,000 --> 00:00:02,000\nHi\n'),
      'captions: line 4 of this file is not a valid WebVTT caption.',
    ],
    [
      'too much',
      413,
      Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'a'.repeat(limits.captionsBytes)}\n`),
      'captions: the file is larger than the limit of 512 KB.',
    ],
  ])('refuses %s as captions, and says why at the field', async (_what, status, file, text) => {
    const { form } = await make();
    const captions = { name: 'captions', file, filename: 'a.vtt', type: 'text/vtt' };
    const answer = await engine.call('addProject', [...form, captions]);
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toEqual({ captions: [text] });
  });

  describe('a project that is changed', () => {
    const edit = (id: Id, form: FormPart[]) => engine.call('updateProject', id, form);

    it('keeps its images and its video when none are sent', async () => {
      const before = await makeProject(engine);
      const form = await projectEditForm(before.category_id);
      await edit(before.id, without(form, 'images[0]', 'video')).expect(200);
      expect(await single(before.id)).toMatchObject({
        title: 'The other film',
        images: before.images,
        video: before.video,
      });
    });

    it('has new images behind the old ones, and the new video', async () => {
      const before = await makeProject(engine);
      await edit(before.id, await projectEditForm(before.category_id)).expect(200);
      const after = await single(before.id);
      expect(after.images).toHaveLength(3);
      expect(after.images.slice(0, 2)).toEqual(before.images);
      expect(after.video).not.toBe(before.video);
    });

    it('loses its video only when it is told to', async () => {
      const { id, category_id, video } = await makeProject(engine);
      const form = without(await projectEditForm(category_id), 'images[0]', 'video');
      await edit(id, [...form, { name: 'remove_video', text: '0' }]).expect(200);
      expect((await single(id)).video).toBe(video);
      await edit(id, [...form, { name: 'remove_video', text: '1' }]).expect(200);
      expect((await single(id)).video).toBeNull();
    });
  });

  it('stands in its order in its category, the older first', async () => {
    const { id } = await makeCategory(engine);
    const made: Id[] = [];
    for (const v_order of ['5', '0', '5'])
      made.push((await makeProject(engine, { category_id: String(id), v_order })).id);
    const { data } = await projectsOf(id);
    expect(data.map((project: { id: Id }) => project.id)).toEqual([made[1], made[0], made[2]]);
  });
});

/** Collects a body that superagent has no parser for. */
function bytesOf(res: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  (res as NodeJS.ReadableStream)
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => done(null, Buffer.concat(chunks)));
}
