import { project as noun } from '#shared/entities/project.ts';
import type { Project, Work } from '#shared/schemas/project.ts';
import { shownId } from '../../database/public-ids.ts';
import { answeredFields, summaryOf } from '../answered-fields.ts';
import type { ListedProjectRow, ProjectRow, WithImages, WorkRow } from './repository.ts';

export function presentProject(found: WithImages<ProjectRow>): Project {
  return { ...present(found, 'alone'), description: found.project.description };
}

/** Returns a project for lists: `description` is the excerpt, or the beginning of the text. */
export function presentListedProject(found: WithImages<ListedProjectRow>): Project {
  return { ...present(found, 'in a list'), description: summaryOf(found.project) };
}

export function presentWork(row: WorkRow): Work {
  const { title, client, year, credits, category } = row;
  return {
    id: shownId(row),
    title,
    category,
    ...(client && { client }),
    ...(year && { year }),
    ...(credits && { credits }),
  };
}

function present(
  { project, images }: WithImages<ListedProjectRow>,
  where: 'alone' | 'in a list',
): Omit<Project, 'description'> {
  return {
    id: shownId(project),
    ...answeredFields<Project>(noun.fields, project, where),
    images: images.map((image) => ({ id: shownId(image), image: image.image })),
    category_id: project.category_public_id ?? project.category_id,
  };
}
