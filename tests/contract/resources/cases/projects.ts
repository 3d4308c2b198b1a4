import type { Project } from '#shared/schemas/project.ts';
import type { Engine } from '../../../support/engines.ts';
import { projectForm, withTexts } from '../../../support/forms.ts';
import { makeCategory } from './categories.ts';

/** Adds a project with two images and a video, to a new category unless `texts` name one. */
export async function makeProject(engine: Engine, texts: Record<string, string> = {}): Promise<Project> {
  const categoryId = texts.category_id ?? (await makeCategory(engine)).id;
  return await engine.admin.read('addProject', withTexts(await projectForm(categoryId), texts));
}
