import { z } from 'zod';
import { limits } from '../limits.ts';
import { defineRows } from './row.ts';

export const projectRows = defineRows({
  addProject: {
    name: 'addProject',
    method: 'POST',
    path: '/api/addProject',
    access: 'admin',
    origin: 'spec',
    summary: 'Add a project with images and an optional video',
    data: z.unknown(),
    upload: {
      texts: [
        { name: 'title', size: 'short' },
        { name: 'category_id', size: 'short' },
        { name: 'description', size: 'rich' },
        { name: 'project_url', size: 'short' },
        { name: 'v_order', size: 'short' },
      ],
      files: [
        { name: 'video', pattern: /^video$/, kind: 'video', maxCount: 1 },
        { name: 'images', pattern: /^images\[\d{1,3}\]$/, kind: 'image', maxCount: limits.projectImages },
      ],
    },
  },
});
