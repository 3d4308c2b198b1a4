import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/category.ts';
import { type Project, projectSchema } from '#shared/schemas/project.ts';
import { startEngine, type TestEngine } from './support/engine.ts';
import { categoryForm, type FormValue, formOf, image, projectForm, video } from './support/forms.ts';

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

  it('needs neither video nor link', async () => {
    const answer = await add({ project_url: '', video: undefined });
    expect(answer.body.data).toMatchObject({ project_url: null, video: null });
  });

  it('says everything that is missing at once, in the words of SPEC §5', async () => {
    const answer = await engine.call('addProject', { body: formOf({ title: '' }) });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      title: ['Project title is required'],
      images: ['At least one image is required'],
      category_id: ['Please select a category'],
      v_order: ['Order is required when adding new project'],
      description: ['Description is required'],
    });
  });

  const range = 'This must be a whole number from 0 to 1000000.';
  it.each<[string, string, string]>([
    ['category_id', '999999', messages['project.categoryRequired']],
    ['category_id', 'x', messages['field.notInteger']],
    ['v_order', '-1', range],
    ['v_order', '1000001', range],
    ['v_order', '1.5', messages['field.notInteger']],
    ['v_order', '1e3', messages['field.notInteger']],
    ['v_order', '0x10', messages['field.notInteger']],
    ['v_order', 'Infinity', messages['field.notInteger']],
    ['v_order', '9'.repeat(400), range],
    ['project_url', 'javascript:alert(1)', messages['field.badUrl']],
    ['project_url', 'java\nscript:alert(1)', messages['field.badUrl']],
    ['project_url', 'https://a b', messages['field.badUrl']],
    ['project_url', 'https:\\\\evil', messages['field.badUrl']],
    ['project_url', 'https://', messages['field.badUrl']],
    ['project_url', '//studio.example', messages['field.badUrl']],
    ['project_url', 'ftp://studio.example', messages['field.badUrl']],
    [
      'project_url',
      `https://studio.example/${'x'.repeat(2048)}`,
      'This text is longer than the limit of 2048 characters.',
    ],
    ['description', '<p><br></p>', messages['project.descriptionRequired']],
  ])('refuses %s = %s', async (field, value, text) => {
    const answer = await add({ [field]: value });
    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [text] }]);
  });

  it('leaves neither rows nor files behind when it is refused', async () => {
    const before = await engine.mediaFiles();
    await add({ category_id: '999999', 'images[1]': await image('gif'), video: video() });
    expect(await engine.mediaFiles()).toEqual(before);
    expect(await engine.tempFiles()).toEqual([]);
  });
});
