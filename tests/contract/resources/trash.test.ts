import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import { withEngines } from '../../support/engines.ts';
import { makeCategory } from './cases/categories.ts';
import { makeJob } from './cases/jobs.ts';
import { makeProject } from './cases/projects.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';
import { describeBodyErrors } from './field-errors.ts';

withEngines((engine) => {
  for (const row of Object.values(resources.trash)) describeCall(row, engine);

  describeBodyErrors(contract.restoreDeleted, engine, async () => ({ json: { resource: 'job', id: 1 } }), [
    ['no resource', { resource: undefined }, { resource: ['This field is required.'] }],
    [
      'a resource of its own',
      { resource: 'admin' },
      { resource: [expect.stringContaining('job, applicant')] },
    ],
    ['no id', { id: null }, { id: ['This field is required.'] }],
    ['an id that is none', { id: '1; drop' }, { id: [messages['field.badId']] }],
  ]);

  it('brings a removed logo and a removed image back to where they stood', async () => {
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
      expect(await stored(), resource).toEqual(others);
      await engine.admin.post(callPath(contract.restoreDeleted)).send({ resource, id }).expect(200);
      expect(await stored(), resource).toEqual(images);
      await engine.visitor.get(first?.image ?? '').expect(200);
      await engine.admin.post(callPath(contract.restoreDeleted)).send({ resource, id }).expect(404);
    }
  });

  it('shows what was deleted, by whom and for how long, and erases it for good with what belongs to it', async () => {
    const category = await makeCategory(engine);
    const project = await makeProject(engine, { category_id: String(category.id) });
    const image = project.images[0]?.image ?? '';
    const { admin } = engine;
    await admin.post(callPath(contract.deleteProject, { id: project.id })).expect(200);
    await admin.post(callPath(contract.deleteProjectCategory, { id: category.id })).expect(200);
    const inTrash = async (resource: string) => {
      const answer = await admin.get(`${callPath(contract.getTrash)}?resource=${resource}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.data;
    };
    const [found] = await inTrash('category');
    expect(found).toMatchObject({ id: category.id, name: category.title, days_left: 30 });
    expect(found.by).toEqual(expect.any(String));
    const erase = (resource: string, id: Id) =>
      admin.post(callPath(contract.eraseDeleted)).send({ resource, id });
    if (engine.name === 'embedded') {
      expect(found.below).toBe(1);
      await engine.visitor.get(image).expect(200);
    }
    expect((await erase('job', 987_654)).status).toBe(404);
    await erase('category', category.id).expect(200);
    expect((await erase('category', category.id)).status).toBe(404);
    const restored = await admin
      .post(callPath(contract.restoreDeleted))
      .send({ resource: 'category', id: category.id });
    expect(restored.status).toBe(404);
    if (engine.name === 'embedded') {
      expect(await inTrash('project')).not.toContainEqual(expect.objectContaining({ id: project.id }));
      await engine.visitor.get(image).expect(404);
    }
  });

  it('brings back what was deleted, once, and as it was', async () => {
    const before = await makeJob(engine, { status: 'open' });
    const { id } = before;
    const restore = () => engine.admin.post(callPath(contract.restoreDeleted)).send({ resource: 'job', id });
    expect((await restore()).status, 'nothing was deleted').toBe(404);
    await engine.admin.post(callPath(contract.deleteJob, { id }));
    expect((await restore()).status).toBe(200);
    const after = await engine.visitor.get(callPath(contract.singleJob, { id }));
    const { updated_at: _version, ...same } = before;
    expect(after.body.data).toMatchObject(same);
    const again = await restore();
    expect(again.status).toBe(404);
    expect(again.body.message).toBe(
      'There is nothing to restore here. Deleted items can be restored for 30 days.',
    );
  });
});
