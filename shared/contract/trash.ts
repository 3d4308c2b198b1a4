import { z } from 'zod';
import { idSchema } from '../schemas/id.ts';
import { restoreSchema, trashResources } from '../schemas/trash.ts';
import { defineRows } from './row.ts';

export const trashRows = defineRows({
  restoreDeleted: {
    name: 'restoreDeleted',
    method: 'POST',
    path: '/api/restoreDeleted',
    access: 'admin',
    origin: 'extension',
    summary: 'Bring back what was deleted in the last 30 days',
    body: restoreSchema,
    data: z.object({ resource: z.enum(trashResources), id: idSchema }),
  },
});
