import { category as noun } from '#shared/entities/category.ts';
import type { Category } from '#shared/schemas/category.ts';
import { shownId } from '../../database/public-ids.ts';
import { answeredFields } from '../answered-fields.ts';
import type { CategoryWithLogos } from './repository.ts';

export function presentCategory({ category, logos, projects }: CategoryWithLogos): Category {
  return {
    id: shownId(category),
    ...answeredFields<Category>(noun.fields, category, 'alone'),
    // Null if the category has no image, which is possible for a category from another product.
    image: category.image || null,
    tech_img: logos.map((logo) => ({ id: shownId(logo), image: logo.image })),
    projects_count: projects,
  };
}
