import type { Project } from '#shared/schemas/project.ts';
import type { ListedProjectRow, ProjectRow, WithImages } from './repository.ts';

export function presentProject(found: WithImages<ProjectRow>): Project {
  return { ...presentListedProject(found), description: found.project.description };
}

/** As lists show it: `description` is the beginning of the text. */
export function presentListedProject({ project, images }: WithImages<ListedProjectRow>): Project {
  return {
    id: project.id,
    title: project.title,
    description: project.summary,
    images: images.map(({ id, image }) => ({ id, image })),
    video: project.video,
    v_order: project.v_order,
    project_url: project.project_url,
    category_id: project.category_id,
    created_at: project.created_at,
    updated_at: project.updated_at,
  };
}
