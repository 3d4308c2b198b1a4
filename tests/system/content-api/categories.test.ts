import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { Category } from '#shared/schemas/category.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { categoryForm, type FormValue, formOf, image } from '../../support/engine/forms.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

async function added(changes: Record<string, FormValue> = {}): Promise<Category> {
  const { body } = await engine.call<Category>('addProjectCategory', { body: await categoryForm(changes) });
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data;
}

async function single(id: Id): Promise<Category | undefined> {
  return (await engine.call<Category>('getSingleCategory', { params: { id }, token: null })).body.data;
}

const fileOf = (address: string | null | undefined) => address?.slice('/storage/'.length);

describe('adding a category', () => {
  it('takes at most so many logos', async () => {
    const logo = await image();
    const body = await categoryForm({ 'tech_image[]': Array(13).fill(logo) });
    const answer = await engine.call('addProjectCategory', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe('tech_image: you can add at most 12 files.');
    expect((await added({ 'tech_image[]': Array(12).fill(logo) })).tech_img).toHaveLength(12);
  });
});

describe('changing a category', () => {
  const update = (id: Id, fields: Record<string, FormValue>) =>
    engine.call<Category>('updateProjectCategory', { params: { id }, body: formOf(fields) });

  it('keeps what is not sent, puts new logos after the old ones by their index, and removes the replaced image', async () => {
    const before = await added();
    const kept = await update(before.id, { title: 'Other' });
    expect(kept.body).toMatchObject({
      status: 1,
      message: 'Category updated successfully',
      data: { title: 'Other', image: before.image, tech_img: before.tech_img },
    });
    const { body } = await update(before.id, {
      title: 'Other',
      image: await image('webp'),
      'tech_image[10][file]': await image('gif'),
      'tech_image[2][file]': await image('avif'),
    });
    expect(body.data?.tech_img.map((logo) => logo.image.split('.')[1])).toEqual([
      'jpg',
      'webp',
      'avif',
      'gif',
    ]);
    expect(body.data?.tech_img.slice(0, 2)).toEqual(before.tech_img);
    const files = await engine.mediaFiles();
    expect(files).not.toContain(fileOf(before.image));
    for (const logo of body.data?.tech_img ?? []) expect(files).toContain(fileOf(logo.image));
    expect(await single(before.id)).toEqual(body.data);
  });

  it('needs a title and a category, and counts the logos that are there', async () => {
    const { id } = await added();
    expect((await update(id, { title: '' })).body.errors).toEqual({ title: ['Title is required.'] });
    expect((await update(999_999, { title: 'x' })).status).toBe(404);
    const files = await engine.mediaFiles();
    const eleven = Object.fromEntries(
      await Promise.all(
        Array.from({ length: 11 }, async (_, n) => [`tech_image[${n}][file]`, await image()]),
      ),
    );
    const tooMany = await update(id, { title: 'x', ...eleven });
    expect(tooMany.status).toBe(422);
    expect(tooMany.body.errors).toEqual({ tech_image: ['tech_image: you can add at most 12 files.'] });
    expect(await engine.mediaFiles()).toEqual(files);
    expect((await single(id))?.title).toMatch(/^Games \d+$/);
  });
});

describe('deleting a logo', () => {
  const remove = (id: Id) => engine.call('deleteTechImage', { params: { id } });

  it('keeps its file for an undo, and never takes the last one', async () => {
    const { id, tech_img } = await added();
    const [first, last] = tech_img;
    const gone = await remove(first?.id ?? 0);
    expect(gone.body).toEqual({ status: 1, message: 'Image deleted successfully', data: null });
    expect(await engine.mediaFiles()).toContain(fileOf(first?.image));
    const refused = await remove(last?.id ?? 0);
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ status: 0, message: 'One image is necessary for project' });
    expect((await single(id))?.tech_img).toEqual([last]);
    expect(await engine.mediaFiles()).toContain(fileOf(last?.image));
    const again = await remove(first?.id ?? 0);
    expect([again.status, again.body.message]).toEqual([404, deskMessages['image.notFound']]);
  });

  it('lets one of two win who want the last two at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, tech_img } = await added();
      const answers = await Promise.all(tech_img.map((logo) => remove(logo.id)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
      expect((await single(id))?.tech_img).toHaveLength(1);
    }
  });
});

describe('titles of categories', () => {
  const byTitle = (title: string) =>
    engine.call<Category>('getCategoryByTitle', {
      query: `?title=${encodeURIComponent(title)}`,
      token: null,
    });
  const rename = (id: Id, title: string) =>
    engine.call<Category>('updateProjectCategory', { params: { id }, body: formOf({ title }) });

  it('are each of one category, whatever their case and blanks', async () => {
    const film = await added({ title: 'Stop motion' });
    for (const title of ['stop motion', 'STOP  Motion', 'Stop motion']) {
      const answer = await engine.call('addProjectCategory', { body: await categoryForm({ title }) });
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { title: ['There is already a category called “Stop motion”. Please choose another title.'] },
      ]);
    }
    const other = await added({ title: 'Claymation' });
    expect((await rename(other.id, 'Stop Motion')).status).toBe(422);
    expect((await rename(film.id, 'STOP MOTION')).status).toBe(200);
  });

  it('lead to the category after it was renamed, until another one takes them', async () => {
    const { id } = await added({ title: 'Prints' });
    await rename(id, 'Posters');
    await rename(id, 'Placards');
    for (const title of ['Prints', 'posters', 'Placards']) {
      expect((await byTitle(title)).body.data).toMatchObject({ id, title: 'Placards' });
    }
    const newer = await added({ title: 'Prints' });
    expect((await byTitle('Prints')).body.data?.id).toBe(newer.id);
    await rename(id, 'Posters');
    expect((await byTitle('Posters')).body.data).toMatchObject({ id, title: 'Posters' });
    expect((await byTitle('Placards')).body.data).toMatchObject({ id, title: 'Posters' });
    await engine.call('deleteProjectCategory', { params: { id } });
    expect((await byTitle('Placards')).status).toBe(404);
  });

  it('are found to the letter first, where two are alike since before', async () => {
    const first = await added({ title: 'Maps' });
    const second = await added({ title: 'maps of cities' });
    const file = new DatabaseSync(join(engine.dataDir, 'content.sqlite'));
    file.prepare("update categories set title = 'maps', title_key = 'maps' where id = ?").run(second.id);
    file.close();
    expect((await byTitle('maps')).body.data?.id).toBe(second.id);
    expect((await byTitle('Maps')).body.data?.id).toBe(first.id);
    expect((await byTitle('MAPS')).body.data?.id).toBe(first.id);
    expect((await rename(second.id, 'maps')).status).toBe(200);
  });
});
