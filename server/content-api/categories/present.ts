import type { Category } from '#shared/schemas/category.ts';
import { shownId } from '../../database/public-ids.ts';
import type { CategoryWithLogos } from './repository.ts';

export function presentCategory({ category, logos, projects }: CategoryWithLogos): Category {
  return {
    id: shownId(category),
    title: category.title,
    // One that came from another product may have none.
    image: category.image || null,
    tech_img: logos.map((logo) => ({ id: shownId(logo), image: logo.image })),
    projects_count: projects,
    created_at: category.created_at,
    updated_at: category.updated_at,
  };
}
