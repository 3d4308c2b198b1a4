import type { Category } from '#shared/schemas/category.ts';

/** The main image of a field, which hosts send as `image` or as `images` (docs/product.md §3). */
export function fieldImage({ image, images }: Pick<Category, 'image' | 'images'>): string | undefined {
  return image || (Array.isArray(images) ? images[0] : images) || undefined;
}

/** "3 projects"; nothing when the host does not count them. */
export function projectsCounted(count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  if (count === 0) return 'No projects yet';
  return count === 1 ? '1 project' : `${count} projects`;
}
