import { expect, it } from 'vitest';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { withEngines } from '../../support/engines.ts';
import { categoryForm, jpeg, recordForm, withTexts } from '../../support/forms.ts';
import { makeCategory, makeProject } from './cases.ts';

withEngines((engine) => {
  const { call, read } = engine;

  it('edits a title alone, and keeps image and logos; new logos come behind those that are there', async () => {
    const { id, image, tech_img } = await makeCategory(engine);
    await read('updateProjectCategory', id, [{ name: 'title', text: 'Only the title' }]);
    const after = await read('getSingleCategory', id);
    expect(after).toMatchObject({ title: 'Only the title', image, tech_img });
    const form = await recordForm('category', {}, { row: {} });
    await read('updateProjectCategory', id, [...form, await jpeg('tech_image[1][file]')]);
    const changed = await read('getSingleCategory', id);
    expect(changed.tech_img).toEqual([...tech_img, expect.anything(), expect.anything()]);
    expect(changed.image).not.toBe(image);
  });

  it('stand oldest first, each title once', async () => {
    const [one, two] = [await makeCategory(engine), await makeCategory(engine)];
    const { data } = await read('searchCategories', { search: one.title.split(' ', 1)[0] });
    const ids = data.map(({ id }: { id: Id }) => id);
    expect(ids.indexOf(two.id) - ids.indexOf(one.id)).toBe(1);
    const taken = [{ name: 'title', text: ` ${one.title.toUpperCase().replace(' ', '  ')}` }];
    const { status, body } = await call('updateProjectCategory', two.id, taken);
    expect([status, body.errors]).toEqual([
      422,
      { title: [textOf('category.titleTaken', { title: one.title })] },
    ]);
    const added = await call('addProjectCategory', withTexts(await categoryForm(), { title: one.title }));
    expect(added.body.errors).toEqual(body.errors);
    await read('updateProjectCategory', one.id, taken);
  });

  it('counts the projects of a category, and is not deleted while it has any', async () => {
    const { id: projectId, category_id: id } = await makeProject(engine);
    const count = async () => (await read('getSingleCategory', id)).projects_count;
    const remove = () => call('deleteProjectCategory', id);
    expect(await count()).toBe(1);
    const { id: other } = await makeProject(engine, { category_id: String(id) });
    const message =
      'This category cannot be deleted while it has projects (2). Delete them or move them to another category first.';
    const refused = await remove();
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { status: 0, message, data: { projects: 2 } },
    ]);
    await read('deleteProject', other);
    expect((await remove()).body.data).toEqual({ projects: 1 });
    await read('deleteProject', projectId);
    expect(await count()).toBe(0);
    await remove().expect(200);
    for (const name of ['getSingleCategory', 'getProjects'] as const)
      await engine.visitor.call(name, id).expect(404);
    await read('restoreDeleted', { resource: 'category', id });
    await read('restoreDeleted', { resource: 'project', id: projectId });
    expect(await count()).toBe(1);
  });

  it('the category of a title is found whatever the case, by the whole title only, and never one that is deleted', async () => {
    const find = (title: string) => engine.visitor.call('getCategoryByTitle', { title });
    const title = `Música & 100% "Ärger" ${crypto.randomUUID()}`;
    const { id } = await makeCategory(engine, title);
    for (const each of [title, title.toLowerCase(), title.toUpperCase(), ` ${title} `])
      expect((await find(each)).body.data, each).toMatchObject({ id, title });
    for (const each of [title.slice(0, -1), `${title}x`, title.replace('100%', '%')]) {
      const { status, body } = await find(each);
      expect([each, status, body.message]).toEqual([each, 404, 'This category could not be found.']);
    }
    await read('deleteProjectCategory', id);
    const twin = await makeCategory(engine, title.toUpperCase());
    expect((await find(title)).body.data.id).toBe(twin.id);
  });

  it('its former titles lead to a category until another takes them, and end with it', async () => {
    const [first, second, third] = [1, 2, 3].map((number) => `Prints ${number} ${crypto.randomUUID()}`);
    const { id } = await makeCategory(engine, first);
    const rename = (text = '') => read('updateProjectCategory', id, [{ name: 'title', text }]);
    for (const title of [second, third]) await rename(title);
    const found = async (title: string | undefined) => {
      const { status, body } = await engine.visitor.call('getCategoryByTitle', { title });
      return body.data?.id ?? status;
    };
    const newer = await makeCategory(engine, first);
    const all = async () => [await found(first), await found(second?.toUpperCase()), await found(third)];
    expect(await all()).toEqual([newer.id, id, id]);
    await rename(second);
    expect(await all()).toEqual([newer.id, id, id]);
    await read('deleteProjectCategory', id);
    expect(await all()).toEqual([newer.id, 404, 404]);
  });
});
