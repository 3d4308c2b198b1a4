import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { withEngines } from '../../support/engines.ts';
import { categoryEditForm, sendForm } from '../../support/forms.ts';
import { makeCategory } from './cases/categories.ts';
import { makeProject } from './cases/projects.ts';

withEngines((engine) => {
  it('edits a title alone, and keeps image and logos', async () => {
    const before = await makeCategory(engine);
    const path = callPath(contract.updateProjectCategory, { id: before.id });
    const answer = await sendForm(engine.admin.post(path), [{ name: 'title', text: 'Only the title' }]);
    expect(answer.status, answer.text).toBe(200);
    const after = await engine.visitor.call('getSingleCategory', before.id);
    expect(after.body.data).toMatchObject({
      title: 'Only the title',
      image: before.image,
      tech_img: before.tech_img,
    });
  });

  it('adds new logos behind those that are there, in the order in which they came', async () => {
    const before = await makeCategory(engine);
    const path = callPath(contract.updateProjectCategory, { id: before.id });
    await sendForm(engine.admin.post(path), await categoryEditForm()).expect(200);
    const after = await engine.visitor.call('getSingleCategory', before.id);
    expect(after.body.data.tech_img).toHaveLength(4);
    expect(after.body.data.tech_img.slice(0, 2)).toEqual(before.tech_img);
    expect(after.body.data.image).not.toBe(before.image);
  });

  it('counts the projects of a category, and is not deleted while it has any', async () => {
    const { id: projectId, category_id: id } = await makeProject(engine);
    const count = async () => (await engine.visitor.read('getSingleCategory', id)).projects_count;
    const remove = () => engine.call('deleteProjectCategory', id);
    expect(await count()).toBe(1);
    await makeProject(engine, { category_id: String(id) });
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      status: 0,
      message:
        'This category cannot be deleted while it has projects (2). Delete them or move them to another category first.',
      data: { projects: 2 },
    });
    const { data } = (await engine.visitor.call('getProjects', id)).body;
    for (const [index, project] of data.data.entries()) {
      expect((await remove()).body.data).toEqual({ projects: 2 - index });
      await engine.call('deleteProject', project.id).expect(200);
    }
    expect(await count()).toBe(0);
    await remove().expect(200);
    await remove().expect(404);
    for (const call of [contract.getSingleCategory, contract.getProjects]) {
      await engine.visitor.get(callPath(call, { id })).expect(404);
    }
    const restore = (resource: string, which: Id) => engine.call('restoreDeleted', { resource, id: which });
    await restore('category', id).expect(200);
    await restore('project', projectId).expect(200);
    expect(await count()).toBe(1);
  });

  describe('the category of a title', () => {
    const find = (title: string) => engine.visitor.call('getCategoryByTitle').query({ title });

    it('is found whatever the case, by the whole title only', async () => {
      const title = `Música & 100% "Ärger" ${crypto.randomUUID()}`;
      const { id } = await makeCategory(engine, title);
      for (const each of [title, title.toLowerCase(), title.toUpperCase(), ` ${title} `]) {
        expect((await find(each)).body.data, each).toMatchObject({ id, title });
      }
      for (const each of [title.slice(0, -1), `${title}x`, title.replace('100%', '%')]) {
        const none = await find(each);
        expect(none.status, each).toBe(404);
        expect(none.body).toMatchObject({ status: 0, message: 'This category could not be found.' });
      }
    });

    it('is none that is deleted', async () => {
      const title = `Twins ${crypto.randomUUID()}`;
      const one = await makeCategory(engine, title);
      await engine.call('deleteProjectCategory', one.id).expect(200);
      const two = await makeCategory(engine, title.toUpperCase());
      expect((await find(title)).body.data.id).toBe(two.id);
    });
  });
});
