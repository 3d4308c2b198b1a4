import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import type { Category } from '#shared/schemas/category.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { categoryForm, type FormValue, formOf } from '../../support/engine/forms.ts';

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
});
