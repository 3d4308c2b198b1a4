import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/category.ts';
import { type Project, projectSchema } from '#shared/schemas/project.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { categoryForm, type FormValue, image, projectForm, video } from '../../support/engine/forms.ts';

let engine: TestEngine;
let categoryId: string;
beforeAll(async () => {
  engine = await startEngine();
  const category = await engine.call<Category>('addProjectCategory', { body: await categoryForm() });
  categoryId = String(category.body.data?.id);
});
afterAll(() => engine.close());

async function add(changes: Record<string, FormValue> = {}) {
  const body = await projectForm({ category_id: categoryId, ...changes });
  return engine.call<Project>('addProject', { body });
}

describe('adding a project', () => {
  it('keeps its images in the order of their indexes, and its video', async () => {
    const answer = await add({
      'images[10]': await image('gif'),
      'images[2]': await image('webp'),
      'images[0]': await image('avif'),
      video: video(),
    });
    expect([answer.status, answer.body.message]).toEqual([200, 'Project added successfully']);
    const project = projectSchema.parse(answer.body.data);
    expect(project.images.map((each) => each.image.split('.')[1])).toEqual(['avif', 'webp', 'gif']);
    expect(project.video).toMatch(/^\/storage\/\d{4}\/[0-9a-f]{32}\.mp4$/);
    expect(project).toMatchObject({
      title: 'A project',
      v_order: 3,
      category_id: Number(categoryId),
      project_url: 'https://studio.example/project',
    });
  });

  it('leaves neither rows nor files behind when it is refused', async () => {
    const before = await engine.mediaFiles();
    await add({ category_id: '999999', 'images[1]': await image('gif'), video: video() });
    expect(await engine.mediaFiles()).toEqual(before);
    expect(await engine.tempFiles()).toEqual([]);
  });
});

describe('changing a project', () => {
  const update = async (id: Id, changes: Record<string, FormValue>) => {
    const body = await projectForm({ category_id: categoryId, 'images[0]': undefined, ...changes });
    return engine.call<Project>('updateProject', { params: { id }, body });
  };
  const added = async (changes: Record<string, FormValue> = {}) =>
    projectSchema.parse((await add(changes)).body.data);
  const fileOf = (address: string | null | undefined) => address?.slice('/storage/'.length);

  it('removes the video that is replaced, and the one that is taken away', async () => {
    const before = await added({ video: video() });
    const { body } = await update(before.id, { video: video() });
    expect(body.data?.video).not.toBe(before.video);
    expect(await engine.mediaFiles()).not.toContain(fileOf(before.video));
    expect(await engine.mediaFiles()).toContain(fileOf(body.data?.video));
    const without = await update(before.id, { remove_video: '1' });
    expect(without.body.data?.video).toBeNull();
    expect(await engine.mediaFiles()).not.toContain(fileOf(body.data?.video));
  });

  it('counts the images that are there', async () => {
    const { id, images } = await added();
    const before = await engine.mediaFiles();
    const many = Array.from({ length: limits.projectImages }, async (_, n) => [
      `images[${n}]`,
      await image(),
    ]);
    const answer = await update(id, Object.fromEntries(await Promise.all(many)));
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ images: ['images: you can add at most 12 files.'] });
    expect(await engine.mediaFiles()).toEqual(before);
    const read = await engine.call<Project>('getSingleProject', { params: { id } });
    expect(read.body.data?.images).toEqual(images);
  });

  it('does not put a project into a category that is deleted', async () => {
    const { id } = await added();
    const other = await engine.call<Category>('addProjectCategory', { body: await categoryForm() });
    const gone = other.body.data?.id ?? 0;
    await engine.call('deleteProjectCategory', { params: { id: gone } });
    for (const answer of [
      await update(id, { category_id: String(gone) }),
      await add({ category_id: String(gone) }),
    ]) {
      expect(answer.body.errors).toEqual({ category_id: [messages['project.categoryRequired']] });
    }
  });
});

describe('deleting an image of a project', () => {
  it('lets one of two win who want the last two at once, and takes its file along', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, images } = projectSchema.parse((await add({ 'images[1]': await image() })).body.data);
      const answers = await Promise.all(
        images.map((each) => engine.call('deleteProjectImage', { params: { id: each.id } })),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
      const left =
        (await engine.call<Project>('getSingleProject', { params: { id } })).body.data?.images ?? [];
      expect(left).toHaveLength(1);
    }
  });
});

describe('restoring', () => {
  it('needs the category of a project to be there first', async () => {
    const category = await engine.call<Category>('addProjectCategory', { body: await categoryForm() });
    const categoryOf = category.body.data?.id ?? 0;
    const { id } = projectSchema.parse((await add({ category_id: String(categoryOf) })).body.data);
    await engine.call('deleteProject', { params: { id } });
    await engine.call('deleteProjectCategory', { params: { id: categoryOf } });
    const restore = (resource: string, which: Id) =>
      engine.call('restoreDeleted', {
        body: JSON.stringify({ resource, id: which }),
        contentType: 'application/json',
      });
    const refused = await restore('project', id);
    expect([refused.status, refused.body.message]).toEqual([409, deskMessages['project.categoryGone']]);
    expect((await engine.call('getSingleProject', { params: { id } })).status).toBe(404);
    expect((await restore('category', categoryOf)).status).toBe(200);
    expect((await restore('project', id)).status).toBe(200);
    expect((await engine.call('getSingleProject', { params: { id } })).status).toBe(200);
  });
});
