import type { Project } from '#shared/schemas/project.ts';
import { shownId } from '../../database/public-ids.ts';
import { summaryOf, withoutUntold } from '../told-outside.ts';
import type { ListedProjectRow, ProjectRow, WithImages } from './repository.ts';

export function presentProject(found: WithImages<ProjectRow>): Project {
  const { excerpt, search_title, search_description, share_image } = found.project;
  const told = withoutUntold({ excerpt, search_title, search_description, share_image });
  return { ...presentListedProject(found), description: found.project.description, ...told };
}

/** As lists show it: `description` is the excerpt, or the beginning of the text. */
export function presentListedProject({ project, images }: WithImages<ListedProjectRow>): Project {
  return {
    id: shownId(project),
    title: project.title,
    description: summaryOf(project),
    images: images.map((image) => ({ id: shownId(image), image: image.image })),
    video: project.video,
    v_order: project.v_order,
    project_url: project.project_url,
    category_id: project.category_public_id ?? project.category_id,
    created_at: project.created_at,
    updated_at: project.updated_at,
  };
}
