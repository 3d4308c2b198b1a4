import { z } from 'zod';
import { limits } from '../limits.ts';
import { fieldsOf, idSchema } from '../schemas/fields.ts';
import { answerShape, defineEntity, inputShape } from './entity.ts';
import { dates, derived, neededPicture, ownId, pictureDetails, pictures, title } from './field.ts';

/** A technology logo of a category (docs/product.md §3). `image` is a path under our origin. */
const techImageSchema = z.object({ id: idSchema, image: z.string() });

/** A category of projects (docs/product.md §3). */
export const category = defineEntity({
  resource: 'category',
  one: 'a category',
  area: 'content',
  archive: 'categories',
  table: 'categories',
  title: 'title',
  mark: 4,
  calls: {
    list: 'getProjectCategory',
    one: 'getSingleCategory',
    add: 'addProjectCategory',
    change: 'updateProjectCategory',
    remove: 'deleteProjectCategory',
    search: 'searchCategories',
  },
  fields: {
    id: ownId(),
    title: title('category.titleRequired', { label: 'Title', searched: true }),
    image: neededPicture({ label: 'Image', neededAs: 'category.imageRequired' }),
    /** The main image: some hosts send it under this name. */
    images: derived(z.union([z.string(), z.array(z.string())]).nullish(), {}),
    tech_img: pictures(z.array(techImageSchema).default([]), {
      label: 'Logos',
      neededAs: 'category.logosRequired',
      fallback: [],
      most: limits.categoryLogos,
      sentAs: 'tech_image',
      parts: { resource: 'tech_image', table: 'tech_images', label: 'Logo' },
    }),
    /** Number of projects in the category. */
    projects_count: derived(z.coerce.number().int().nonnegative().optional(), { counts: true }),
    ...pictureDetails,
    ...dates,
  },
});

export const categorySchema = z.object(answerShape(category.fields));

/**
 * The fields of a category that an admin writes (docs/product.md §5); image and logos are sent with them as files.
 */
export const categoryInputSchema = fieldsOf(inputShape(category.fields));

export type TechImage = z.infer<typeof techImageSchema>;
export type Category = z.infer<typeof categorySchema>;
