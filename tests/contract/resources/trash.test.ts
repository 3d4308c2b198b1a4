import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { withEngines } from '../../support/engines.ts';
import { makeCategory } from './cases/categories.ts';
import { makeProject } from './cases/projects.ts';

withEngines((engine) => {
  it('removes a logo and an image, never the last, and brings it back to where it stood', async () => {
    const category = await makeCategory(engine);
    const project = await makeProject(engine);
    const { deleteTechImage, deleteProjectImage, getSingleCategory, getSingleProject } = contract;
    const cases = [
      ['tech_image', deleteTechImage, category.tech_img, getSingleCategory, category.id, 'tech_img'],
      ['project_image', deleteProjectImage, project.images, getSingleProject, project.id, 'images'],
    ] as const;
    for (const [resource, remove, images, read, of, field] of cases) {
      const [first, ...others] = images;
      const id = first?.id ?? 0;
      const stored = async () => (await engine.visitor.get(callPath(read, { id: of }))).body.data[field];
      await engine.admin.delete(callPath(remove, { id })).expect(200);
      await engine.admin.delete(callPath(remove, { id })).expect(404);
      const refused = await engine.admin.delete(callPath(remove, { id: others[0]?.id ?? 0 }));
      expect([refused.status, refused.body.message]).toEqual([422, 'One image is necessary for project']);
      expect(await stored(), resource).toEqual(others);
      await engine.call('restoreDeleted', { resource, id }).expect(200);
      expect(await stored(), resource).toEqual(images);
      await engine.visitor.get(first?.image ?? '').expect(200);
      await engine.call('restoreDeleted', { resource, id }).expect(404);
    }
  });

  it('shows what was deleted, by whom and for how long, and erases it for good with what belongs to it', async () => {
    const category = await makeCategory(engine);
    const project = await makeProject(engine, { category_id: String(category.id) });
    const image = project.images[0]?.image ?? '';
    const { admin } = engine;
    await admin.call('deleteProject', project.id).expect(200);
    await admin.call('deleteProjectCategory', category.id).expect(200);
    const inTrash = async (resource: string) => {
      const answer = await admin.call('getTrash', `resource=${resource}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.data;
    };
    const [found] = await inTrash('category');
    expect(found).toMatchObject({ id: category.id, name: category.title, days_left: 30 });
    expect(found.by).toEqual(expect.any(String));
    const erase = (resource: string, id: Id) => admin.call('eraseDeleted', { resource, id });
    expect(found.below).toBe(1);
    await engine.visitor.get(image).expect(200);
    expect((await erase('job', 987_654)).status).toBe(404);
    await erase('category', category.id).expect(200);
    expect((await erase('category', category.id)).status).toBe(404);
    const restored = await admin.call('restoreDeleted', { resource: 'category', id: category.id });
    expect(restored.status).toBe(404);
    expect(await inTrash('project')).not.toContainEqual(expect.objectContaining({ id: project.id }));
    await engine.visitor.get(image).expect(404);
  });
});
