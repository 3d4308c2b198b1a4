import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { categoryRows } from '#shared/contract/categories.ts';
import { contract } from '#shared/contract/index.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { Engine } from '../../../support/engines.ts';
import { categoryEditForm, categoryForm, joined, sendForm, withTexts } from '../../../support/forms.ts';
import { type GoodCalls, media, page } from './good-call.ts';

export const categoryCalls: GoodCalls<typeof categoryRows> = {
  getProjectCategory: async (engine) => {
    await makeCategory(engine);
    return { query: '?page=1', data: page };
  },
  getSingleCategory: async (engine) => {
    const { id, title } = await makeCategory(engine);
    return {
      params: { id },
      data: { id, title, image: media, tech_img: [{ image: media }, { image: media }], projects_count: 0 },
    };
  },
  getCategoryByTitle: async (engine) => {
    const title = `Žánr ${crypto.randomUUID()}`;
    const { id } = await makeCategory(engine, title);
    const query = `?title=${encodeURIComponent(title.toUpperCase())}`;
    return { query, data: { id, title, image: media, projects_count: 0 } };
  },
  addProjectCategory: async () => ({
    form: await categoryForm(),
    message: 'Category added successfully',
    data: {
      title: expect.stringMatching(/^Films & games \d+$/),
      image: media,
      tech_img: [{ image: media }, { image: media }],
    },
  }),
  updateProjectCategory: async (engine) => {
    const { id, updated_at = '' } = await makeCategory(engine);
    return {
      params: { id },
      form: joined(await categoryEditForm(), [{ name: 'updated_at', text: updated_at }]),
      message: 'Category updated successfully',
      data: {
        id,
        title: expect.stringMatching(/^Films \d+$/),
        tech_img: Array(4).fill({ id: expect.any(Number), image: media }),
      },
    };
  },
  deleteProjectCategory: async (engine) => {
    const { id } = await makeCategory(engine);
    return { params: { id }, message: 'Category deleted successfully', data: null };
  },
  deleteTechImage: async (engine) => {
    const { tech_img } = await makeCategory(engine);
    return { params: { id: tech_img[0]?.id ?? 0 }, message: 'Image deleted successfully', data: null };
  },
};

/** Adds a category with two logos. */
export async function makeCategory({ admin }: Engine, title?: string): Promise<Category> {
  const form = withTexts(await categoryForm(), title === undefined ? {} : { title });
  const answer = await sendForm(admin.post(callPath(contract.addProjectCategory)), form);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
