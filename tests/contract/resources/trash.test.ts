import { expect, it } from 'vitest';
import { textOf } from '#shared/desk-messages.ts';
import { withEngines } from '../../support/engines.ts';
import { makeApplicant, makeCategory, makeProject } from './cases.ts';

withEngines((engine) => {
  const { call, read } = engine;

  it('removes a logo and an image, never the last, and brings it back to where it stood', async () => {
    const category = await makeCategory(engine);
    const project = await makeProject(engine);
    for (const [resource, remove, images, single, of, field] of [
      ['tech_image', 'deleteTechImage', category.tech_img, 'getSingleCategory', category.id, 'tech_img'],
      ['project_image', 'deleteProjectImage', project.images, 'getSingleProject', project.id, 'images'],
    ] as const) {
      const [first, ...others] = images;
      const json = { resource, id: first?.id };
      await call(remove, first?.id).expect(200);
      await call(remove, first?.id).expect(404);
      const { status, body } = await call(remove, others[0]?.id);
      expect([status, body.message]).toEqual([422, 'One image is necessary for project']);
      expect((await read(single, of))[field], resource).toEqual(others);
      await call('restoreDeleted', json).expect(200);
      expect((await read(single, of))[field], resource).toEqual(images);
      await engine.visitor.get(first?.image ?? '').expect(200);
      await call('restoreDeleted', json).expect(404);
    }
  });

  it('restores nothing whose own record is in the trash, and says what has to come first', async () => {
    const project = await makeProject(engine);
    const { id } = await makeApplicant(engine, { name: 'Zoya' });
    const note = await read('addApplicantNote', id, { note: 'Called.' });
    await read('deleteProjectImage', project.images[0]?.id);
    await read('deleteApplicantNote', note.id);
    await read('deleteProject', project.id);
    await read('deleteProjectCategory', project.category_id);
    await read('deleteApplicant', id);
    const names = (await read('getTrash', {})).data.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 5)).toEqual(['Zoya', expect.any(String), project.title, 'Zoya', project.title]);
    for (const [resource, of, code] of [
      ['project', project.id, 'project.categoryGone'],
      ['project_image', project.images[0]?.id, 'project.notFound'],
      ['applicant_note', note.id, 'applicant.notFound'],
    ] as const)
      expect((await call('restoreDeleted', { resource, id: of }).expect(409)).body.message).toBe(
        textOf(code),
      );
  });

  it('shows what was deleted, by whom and for how long, and erases it for good with what belongs to it', async () => {
    const { id, title } = await makeCategory(engine);
    const project = await makeProject(engine, { category_id: String(id) });
    const image = project.images[0]?.image ?? '';
    await read('deleteProject', project.id);
    await read('deleteProjectCategory', id);
    const inTrash = async (resource: string) => (await read('getTrash', { resource })).data;
    const [found] = await inTrash('category');
    expect(found).toMatchObject({ id, name: title, days_left: 30, by: expect.any(String), below: 1 });
    await engine.visitor.get(image).expect(200);
    const category = { resource: 'category', id };
    await call('eraseDeleted', { resource: 'job', id: 987_654 }).expect(404);
    await call('eraseDeleted', category).expect(200);
    await call('eraseDeleted', category).expect(404);
    await call('restoreDeleted', category).expect(404);
    expect(await inTrash('project')).not.toContainEqual(expect.objectContaining({ id: project.id }));
    await engine.visitor.get(image).expect(404);
  });
});
