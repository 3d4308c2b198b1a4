import { z } from 'zod';
import { limits } from '../limits.ts';
import { categorySchema } from '../schemas/category.ts';
import { pageOf } from '../schemas/envelope.ts';
import { fieldsOf, line } from '../schemas/fields.ts';
import { pageQuery } from './query.ts';
import { defineRows } from './row.ts';

export const categoryRows = defineRows({
  resource: 'category',
  answeredBy: 'host',
  method: 'GET',
  access: 'admin',
  origin: 'spec',
})({
  getProjectCategory: {
    does: 'list',
    access: 'public',
    freshSeconds: 5,
    summary: 'Project categories',
    query: pageQuery,
    data: pageOf(categorySchema),
  },
  getSingleCategory: {
    id: 'category',
    does: 'one',
    access: 'public',
    freshSeconds: 5,
    summary: 'One category with its technology logos',
    data: categorySchema,
  },
  getCategoryByTitle: {
    access: 'public',
    freshSeconds: 5,
    origin: 'extension',
    namesOne: true,
    summary: 'The category with this title: exact, else ignoring case, else a former one',
    without: 'the page of a field looks it up in the list of categories instead',
    query: fieldsOf({ title: line(limits.title, 'category.titleRequired') }),
    data: categorySchema,
  },
  addProjectCategory: {
    method: 'POST',
    does: 'add',
    needs: 'content.write',
    summary: 'Add a category with its image and technology logos; 422 if the title is taken',
    log: 'added a category',
    data: z.unknown(),
    upload: {
      texts: [{ name: 'title', size: 'short' }],
      files: [
        { name: 'image', pattern: /^image$/, kind: 'image', maxCount: 1 },
        { name: 'tech_image', pattern: /^tech_image\[\]$/, kind: 'image', maxCount: limits.categoryLogos },
      ],
    },
  },
  updateProjectCategory: {
    method: 'POST',
    id: 'category',
    does: 'change',
    needs: 'content.write',
    summary: 'Change a category; new logos are added',
    log: 'changed a category',
    data: z.unknown(),
    upload: {
      texts: [
        { name: 'title', size: 'short' },
        { name: 'updated_at', size: 'short' },
      ],
      files: [
        { name: 'image', pattern: /^image$/, kind: 'image', maxCount: 1 },
        {
          name: 'tech_image',
          pattern: /^tech_image\[\d{1,3}\]\[file\]$/,
          kind: 'image',
          maxCount: limits.categoryLogos,
        },
      ],
    },
  },
  deleteProjectCategory: {
    method: 'POST',
    id: 'category',
    does: 'remove',
    needs: 'content.write',
    origin: 'extension',
    summary: 'Delete a category; 409 with the number of its projects while it has any',
    log: 'deleted a category',
    without: 'deleting a category in the admin area fails with a message',
    data: z.unknown(),
  },
  deleteTechImage: {
    method: 'DELETE',
    id: 'tech_image',
    does: 'removePart',
    resource: 'tech_image',
    needs: 'content.write',
    summary: 'Remove one technology logo; the last one of a category stays',
    log: 'removed a logo',
    data: z.unknown(),
  },
});
