import type { Project } from '#shared/schemas/project.ts';
import type { ProjectWithImages } from './repository.ts';

export function presentProject({ project, images }: ProjectWithImages): Project {
  return {
    id: project.id,
    title: project.title,
    description: project.description,
    images: images.map(({ id, image }) => ({ id, image })),
    video: project.video,
    v_order: project.v_order,
    project_url: project.project_url,
    category_id: project.category_id,
    created_at: project.created_at,
    updated_at: project.updated_at,
  };
}
