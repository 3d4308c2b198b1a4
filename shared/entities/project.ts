import { z } from 'zod';
import { limits } from '../limits.ts';
import { fieldsOf, idSchema } from '../schemas/fields.ts';
import { caseFields } from './case-fields.ts';
import { answerShape, defineEntity, inputShape } from './entity.ts';
import {
  captions,
  dates,
  optionalLink,
  order,
  ownId,
  pictureDetails,
  pictures,
  reference,
  rich,
  title,
  video,
} from './field.ts';
import { seoFields } from './seo-fields.ts';

/** A picture of a project, which has an id of its own. */
const projectImage = z.object({ id: idSchema, image: z.string() });

/** A project of the portfolio (docs/product.md §3). */
export const project = defineEntity({
  resource: 'project',
  one: 'a project',
  area: 'content',
  archive: 'projects',
  table: 'projects',
  title: 'title',
  traits: ['versions', 'preview', 'history'],
  page: 'portfolioItem',
  mark: 3,
  calls: {
    list: 'getProjects',
    one: 'getSingleProject',
    add: 'addProject',
    change: 'updateProject',
    remove: 'deleteProject',
    order: 'reorderProjects',
    search: 'searchProjects',
  },
  form: ['title', 'category_id', 'v_order', 'project_url', 'description', 'images', 'video', 'captions'],
  fields: {
    id: ownId(),
    title: title('project.titleRequired', { label: 'Title', searched: true }),
    category_id: reference('project.categoryRequired', { label: 'Category', refersTo: 'categories' }),
    description: rich('project.descriptionRequired', { label: 'Description', fallback: '', searched: true }),
    project_url: optionalLink({ label: 'Project link' }),
    v_order: order('project.orderRequired', { label: 'Order', apart: true, fallback: 0 }),
    video: video({ label: 'Video', removable: true }),
    // Left out of lists, as the text below which the video is shown.
    captions: captions({ label: 'Captions', removable: true, not: ['lists'] }),
    images: pictures(z.array(projectImage), {
      label: 'Images',
      neededAs: 'project.imageRequired',
      fallback: [],
      most: limits.projectImages,
      parts: { resource: 'project_image', table: 'project_images', label: 'Picture of a project' },
    }),
    ...caseFields,
    ...seoFields,
    ...pictureDetails,
    ...dates,
  },
});

export const projectSchema = z.object(answerShape(project.fields));

/** A project in the list of all work. `category` is the title of its category. */
export const workSchema = projectSchema
  .pick({ id: true, title: true, client: true, year: true, credits: true })
  .extend({ category: z.string() });
export type Work = z.infer<typeof workSchema>;

/**
 * The fields of a project that an admin writes (docs/product.md §5); images and video are sent with them as files.
 */
export const projectInputSchema = fieldsOf(inputShape(project.fields));

export type Project = z.infer<typeof projectSchema>;
