import { expect } from 'vitest';
import { blogRows } from '#shared/contract/blogs.ts';
import { categoryRows } from '#shared/contract/categories.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { projectRows } from '#shared/contract/projects.ts';
import { sessionRows } from '#shared/contract/session.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { Engine } from '../../support/engines.ts';
import {
  blogEditForm,
  blogForm,
  categoryEditForm,
  categoryForm,
  type FormPart,
  projectForm,
  sendForm,
} from '../../support/forms.ts';

/** The rows of each resource; the test file of that name goes through all of them. */
export const resources = {
  session: sessionRows,
  categories: categoryRows,
  projects: projectRows,
  blogs: blogRows,
};

/** A call that must succeed, and what it must say. */
export interface GoodCall {
  params?: { id: number };
  query?: string;
  form?: FormPart[];
  message?: string;
  /** What `data` must match. */
  data: unknown;
}

/** Makes on this engine what the call needs. */
type MakeCall = (engine: Engine) => Promise<GoodCall> | GoodCall;

/** Media come from our own origin, whatever the API host writes. */
export const media = expect.stringMatching(/^\/storage\/[\w./-]+$/);
const page = {
  data: expect.any(Array),
  current_page: 1,
  last_page: expect.any(Number),
  per_page: 10,
  total: expect.any(Number),
};

/** One good call for each row that goes to the engine; a new row without one does not compile. */
export const goodCalls: Record<Exclude<CallName, keyof typeof sessionRows>, MakeCall> = {
  getProjectCategory: async (engine) => {
    await makeCategory(engine);
    return { query: '?page=1', data: page };
  },
  getSingleCategory: async (engine) => {
    const { id, title } = await makeCategory(engine);
    return {
      params: { id },
      data: { id, title, image: media, tech_img: [{ image: media }, { image: media }] },
    };
  },
  addProjectCategory: async () => ({
    form: await categoryForm(),
    message: 'Category added successfully',
    data: { title: 'Films & games', image: media, tech_img: [{ image: media }, { image: media }] },
  }),
  updateProjectCategory: async (engine) => {
    const { id } = await makeCategory(engine);
    return {
      params: { id },
      form: await categoryEditForm(),
      message: 'Category updated successfully',
      data: { id, title: 'Films', tech_img: Array(4).fill({ id: expect.any(Number), image: media }) },
    };
  },
  deleteTechImage: async (engine) => {
    const { tech_img } = await makeCategory(engine);
    return { params: { id: tech_img[0]?.id ?? 0 }, message: 'Image deleted successfully', data: null };
  },
  addProject: async (engine) => {
    const { id } = await makeCategory(engine);
    return {
      form: await projectForm(id),
      message: 'Project added successfully',
      data: {
        title: 'The film',
        category_id: id,
        description: '<h1>It moves</h1>',
        project_url: 'https://studio.example/film',
        v_order: 3,
        video: media,
        images: [{ image: media }, { image: media }],
      },
    };
  },
  blogs: async (engine) => {
    await makeBlog(engine);
    return { query: '?page=1', data: page };
  },
  activeBlogs: async (engine) => {
    await makeBlog(engine);
    return { query: '?page=1', data: page };
  },
  singlePost: async (engine) => {
    const { id } = await makeBlog(engine);
    return { params: { id }, data: { id, blog_title: 'Über uns ✓', is_active: 1, blog_image: media } };
  },
  saveBlog: async () => ({
    form: await blogForm(),
    message: 'Added successfully',
    data: { blog_title: 'Über uns ✓', is_active: 1, blog_image: media },
  }),
  editBlog: async (engine) => {
    const { id } = await makeBlog(engine);
    const data = { id, blog_title: 'Edited', is_active: 0, blog_image: media };
    return { form: await blogEditForm(id, { is_active: '0' }), message: 'Updated successfully', data };
  },
  deleteBlog: async (engine) => {
    const { id } = await makeBlog(engine);
    return { params: { id }, message: 'Deleted successfully', data: null };
  },
};

/** Adds a category with two logos. */
export async function makeCategory({ admin }: Engine): Promise<Category> {
  const answer = await sendForm(admin.post(callPath(contract.addProjectCategory)), await categoryForm());
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

/** Adds a post. */
export async function makeBlog({ admin }: Engine, texts: Record<string, string> = {}): Promise<Blog> {
  const answer = await sendForm(admin.post(callPath(contract.saveBlog)), await blogForm(texts));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
