import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { projectRows } from '#shared/contract/projects.ts';
import { limits } from '#shared/limits.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { Engine } from '../../../support/engines.ts';
import {
  captionsForm,
  caseFieldsForm,
  joined,
  projectEditForm,
  projectForm,
  sendForm,
  seoFieldsForm,
  withTexts,
} from '../../../support/forms.ts';
import { makeCategory } from './categories.ts';
import { type GoodCalls, media, page } from './good-call.ts';

const goodProject = {
  title: 'The film',
  description: '<h1>It moves</h1>',
  project_url: 'https://studio.example/film',
  v_order: 3,
  video: media,
  images: [{ image: media }, { image: media }],
};

export const projectCalls: GoodCalls<typeof projectRows> = {
  getProjects: async (engine) => {
    const { id, category_id } = await makeProject(engine);
    const listed = { ...goodProject, id, category_id, description: '<p>It moves</p>' };
    return { params: { id: category_id }, query: '?page=1', data: { ...page, data: [listed] } };
  },
  getSingleProject: async (engine) => {
    const { id, category_id } = await makeProject(engine);
    return { params: { id }, data: { ...goodProject, id, category_id } };
  },
  getWork: async (engine) => {
    const { id } = await makeProject(engine);
    const listed = expect.arrayContaining([
      expect.objectContaining({ id, title: 'The film', category: expect.any(String) }),
    ]);
    return { data: { ...page, data: listed, per_page: limits.workListed } };
  },
  addProject: async (engine) => {
    const { id } = await makeCategory(engine);
    return {
      form: joined(
        await projectForm(id),
        caseFieldsForm('The film', 2024),
        captionsForm('It moves'),
        await seoFieldsForm('The film'),
      ),
      message: 'Project added successfully',
      data: { ...goodProject, ...factsOf('The film', 2024), captions: media, category_id: id },
    };
  },
  updateProject: async (engine) => {
    const { id, updated_at } = await makeProject(engine);
    const other = await makeCategory(engine);
    const changed = {
      title: 'The other film',
      description: '<p>It stands</p>',
      project_url: 'https://studio.example/other-film',
    };
    const more = {
      remove_video: '0',
      remove_captions: '0',
      remove_share_image: '0',
      updated_at: updated_at ?? '',
    };
    const edit = withTexts(await projectEditForm(other.id, more), { ...changed, v_order: '5' });
    return {
      params: { id },
      form: joined(
        edit,
        caseFieldsForm('The other film', 2025),
        captionsForm('It stands'),
        await seoFieldsForm('The other film'),
      ),
      message: 'Project updated successfully',
      data: {
        ...goodProject,
        ...changed,
        ...factsOf('The other film', 2025),
        captions: media,
        id,
        v_order: 5,
        category_id: other.id,
        images: Array(3).fill({ id: expect.any(Number), image: media }),
      },
    };
  },
  deleteProject: async (engine) => {
    const { id } = await makeProject(engine);
    return { params: { id }, message: 'Project deleted successfully', data: null };
  },
  reorderProjects: async (engine) => {
    const one = await makeProject(engine);
    const two = await makeProject(engine, { category_id: String(one.category_id) });
    return { json: { ids: [two.id, one.id] }, message: 'Order saved successfully', data: null };
  },
  deleteProjectImage: async (engine) => {
    const { images } = await makeProject(engine);
    return { params: { id: images[0]?.id ?? 0 }, message: 'Image deleted successfully', data: null };
  },
};

/** Returns the facts of `caseFieldsForm` as an answer has them. */
function factsOf(words: string, year: number) {
  const texts = caseFieldsForm(words, year).map((part) => [part.name, 'text' in part && part.text]);
  return { ...Object.fromEntries(texts), year };
}

/** Adds a project with two images and a video, to a new category unless `texts` name one. */
export async function makeProject(engine: Engine, texts: Record<string, string> = {}): Promise<Project> {
  const categoryId = texts.category_id ?? (await makeCategory(engine)).id;
  const form = withTexts(await projectForm(categoryId), texts);
  const answer = await sendForm(engine.admin.post(callPath(contract.addProject)), form);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
