import { expect, it } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
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
import { makeCategory, makeProject } from './cases.ts';

withEngines((engine) => {
  const { call, read } = engine;
  const form = async () => projectForm((await makeCategory(engine)).id);
  /** The bytes and headers of a file. */
  const served = async (address: string | null) => {
    const answer = await fetch(engine.app.url + address);
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it('takes order 0, and neither video nor link: presence is what docs/product.md §5 asks for', async () => {
    const sent = withTexts(without(await form(), 'video', 'project_url'), { v_order: '0' });
    expect(await read('addProject', sent)).toMatchObject({ video: null, project_url: null, v_order: 0 });
  });

  it('serves the very bytes of the video', async () => {
    const sent = await form();
    const film = sent.find((part) => part.name === 'video');
    const { status, headers, bytes } = await served((await read('addProject', sent)).video);
    expect([status, headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(film && 'file' in film && bytes.equals(film.file)).toBe(true);
  });

  it('serves captions as WebVTT, replaces them, and removes them only when it is told to', async () => {
    const { id, category_id } = await makeProject(engine);
    const edit = without(await projectEditForm(category_id), 'images[0]', 'video');
    const save = async (...more: FormPart[]): Promise<string | null> =>
      (await read('updateProject', id, [...edit, ...more])).captions;
    const first = await save(...captionsForm('One'));
    const second = await save(...captionsForm('Two'));
    expect(second).not.toBe(first);
    expect(await save({ name: 'remove_captions', text: '0' })).toBe(second);
    const { headers, bytes } = await served(second);
    expect(headers.get('content-type')).toMatch(/^text\/vtt(;|$)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toBeNull();
    expect(bytes.toString()).toContain('Two');
    expect(await save({ name: 'remove_captions', text: '1' })).toBeFalsy();
  });

  it.each([
    ['00:02.000\ncaf\xe9\n', 415, 'this file is not one of the accepted types (WebVTT).'],
    ['00:00:02,000\nHi\n', 422, 'line 3 of this file is not a valid WebVTT caption.'],
    [`00:02.000\n${'a'.repeat(limits.captionsBytes)}\n`, 413, 'the file is larger than the limit of 512 KB.'],
  ])(
    'refuses captions in another encoding, of SubRip or too large at the field: %#',
    async (rest, status, text) => {
      const file = Buffer.from(`WEBVTT\n\n00:01.000 --> ${rest}`, 'latin1');
      const captions = { name: 'captions', file, filename: 'a.vtt', type: 'text/vtt' };
      const answer = await call('addProject', [...(await form()), captions]);
      expect([answer.status, answer.body.errors]).toEqual([status, { captions: [`captions: ${text}`] }]);
    },
  );

  it('a project keeps its images and its video when none are sent, has new images behind the old ones, and loses its video only when it is told to', async () => {
    const { id, category_id, images, video } = await makeProject(engine);
    const whole = await projectEditForm(category_id);
    const texts = without(whole, 'images[0]', 'video');
    const edit = (...parts: FormPart[]) => read('updateProject', id, parts);
    await edit(...texts, { name: 'remove_video', text: '0' });
    expect(await read('getSingleProject', id)).toMatchObject({ title: 'The other film', images, video });
    await edit(...whole);
    const after: Project = await read('getSingleProject', id);
    expect(after.images).toEqual([...images, expect.anything()]);
    expect(after.video).not.toBe(video);
    const [image] = whole.filter(({ name }) => name === 'images[0]');
    const ten = Array.from({ length: 10 }, (_, at) => ({ ...image, name: `images[${at}]` }) as FormPart);
    const full = { images: ['images: you can add at most 12 files.'] };
    expect((await call('updateProject', id, [...texts, ...ten])).body.errors).toEqual(full);
    await edit(...texts, { name: 'remove_video', text: '1' });
    expect((await read('getSingleProject', id)).video).toBeNull();
  });

  it('stands in its order in its category, the older first', async () => {
    const category_id = String((await makeCategory(engine)).id);
    const made: Id[] = [];
    for (const v_order of ['5', '0', '5'])
      made.push((await makeProject(engine, { category_id, v_order })).id);
    const { data } = await read('getProjects', category_id);
    expect(data.map((project: Project) => project.id)).toEqual([made[1], made[0], made[2]]);
  });
});
