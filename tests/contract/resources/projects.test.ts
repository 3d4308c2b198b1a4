import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { projectSchema } from '#shared/schemas/project.ts';
import { withEngines } from '../../support/engines.ts';
import {
  captionsForm,
  type FormPart,
  projectEditForm,
  projectForm,
  sendForm,
  without,
  withTexts,
} from '../../support/forms.ts';
import { makeCategory } from './cases/categories.ts';
import { makeProject } from './cases/projects.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';

withEngines((engine) => {
  for (const row of Object.values(resources.projects)) describeCall(row, engine);

  const projectsOf = async (id: Id, page = 1) =>
    (await engine.visitor.get(`${callPath(contract.getProjects, { id })}?page=${page}`)).body.data;
  const single = async (id: Id) =>
    (await engine.visitor.get(callPath(contract.getSingleProject, { id }))).body.data;

  const make = async () => ({ form: await projectForm((await makeCategory(engine)).id) });
  it('takes a project without video and without a link', async () => {
    const { form } = await make();
    const answer = await sendForm(
      engine.admin.post(callPath(contract.addProject)),
      without(form, 'video', 'project_url'),
    );
    expect(answer.status, answer.text).toBe(200);
    expect(projectSchema.parse(answer.body.data)).toMatchObject({ video: null, project_url: null });
  });

  it('takes order 0: presence is what docs/product.md §5 asks for', async () => {
    const { form } = await make();
    const answer = await sendForm(
      engine.admin.post(callPath(contract.addProject)),
      withTexts(form, { v_order: '0' }),
    );
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.v_order).toBe(0);
  });

  it('serves the very bytes of the video', async () => {
    const { form } = await make();
    const answer = await sendForm(engine.admin.post(callPath(contract.addProject)), form);
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
      const answer = await sendForm(engine.admin.post(callPath(contract.updateProject, { id })), [
        ...form,
        ...more,
      ]);
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
      'a film',
      415,
      Buffer.from('00000020667479706d703432', 'hex'),
      'captions: this file is not one of the accepted types (WebVTT).',
    ],
    [
      'a page',
      415,
      Buffer.from('<script>alert(1)</script>'),
      'captions: this file is not one of the accepted types (WebVTT).',
    ],
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
    ['no captions', 422, Buffer.from('WEBVTT\n\nNOTE later\n'), 'captions: this file has no captions.'],
    [
      'too much',
      413,
      Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'a'.repeat(limits.captionsBytes)}\n`),
      'captions: the file is larger than the limit of 512 KB.',
    ],
  ])('refuses %s as captions, and says why at the field', async (_what, status, file, text) => {
    const { form } = await make();
    const captions = { name: 'captions', file, filename: 'a.vtt', type: 'text/vtt' };
    const answer = await sendForm(engine.admin.post(callPath(contract.addProject)), [...form, captions]);
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toEqual({ captions: [text] });
  });

  describe('a project that is changed', () => {
    const edit = (id: Id, form: FormPart[]) =>
      sendForm(engine.admin.post(callPath(contract.updateProject, { id })), form);

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

    it('goes from one category to another', async () => {
      const { id, category_id } = await makeProject(engine);
      const other = await makeCategory(engine);
      await edit(id, await projectEditForm(other.id)).expect(200);
      expect((await projectsOf(category_id)).data).toEqual([]);
      expect((await projectsOf(other.id)).data).toMatchObject([{ id }]);
    });
  });

  describe('the images of a project', () => {
    it('go one by one, but never the last', async () => {
      const { id, images } = await makeProject(engine);
      const [first, last] = images.map((image) => callPath(contract.deleteProjectImage, { id: image.id }));
      await engine.admin.delete(first ?? '').expect(200);
      await engine.admin.delete(first ?? '').expect(404);
      const answer = await engine.admin.delete(last ?? '');
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ status: 0, message: 'One image is necessary for project' });
      expect((await single(id)).images).toEqual([images[1]]);
    });
  });

  describe('the projects of a category', () => {
    it('stand in their order, ten a page, and end with an empty page', async () => {
      const { id } = await makeCategory(engine);
      const made = [];
      for (const order of ['5', '0', '5', '1', '2', '3', '4', '6', '7', '8', '9']) {
        made.push(await makeProject(engine, { category_id: String(id), v_order: order }));
      }
      const [first, second, beyond] = [
        await projectsOf(id),
        await projectsOf(id, 2),
        await projectsOf(id, 3),
      ];
      expect(first).toMatchObject({ current_page: 1, last_page: 2, per_page: 10, total: 11 });
      const orders = [...first.data, ...second.data].map((project: { v_order: number }) => project.v_order);
      expect(orders).toEqual([0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9]);
      expect(first.data[5].id).toBe(made[0]?.id);
      expect(beyond).toMatchObject({ data: [], current_page: 3, last_page: 2 });
    });
  });
});

/** Collects a body that superagent has no parser for. */
function bytesOf(res: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  (res as NodeJS.ReadableStream)
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => done(null, Buffer.concat(chunks)));
}
