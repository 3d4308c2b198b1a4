import type { Category } from '#shared/schemas/category.ts';
import type { CategoryWithLogos } from './repository.ts';

export function presentCategory({ category, logos, projects }: CategoryWithLogos): Category {
  return {
    id: category.id,
    title: category.title,
    image: category.image,
    tech_img: logos.map(({ id, image }) => ({ id, image })),
    projects_count: projects,
    created_at: category.created_at,
    updated_at: category.updated_at,
  };
}
