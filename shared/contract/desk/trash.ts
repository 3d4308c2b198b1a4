import { z } from 'zod';
import { pageOf } from '../../schemas/envelope.ts';
import { idSchema } from '../../schemas/id.ts';
import { deletedThingSchema, restoreSchema, trashResources, trashRights } from '../../schemas/trash.ts';
import { enumParameter, pageQuery, pageSize } from '../query.ts';
import { defineRows } from '../row.ts';

export const trashRows = defineRows({
  restoreDeleted: {
    name: 'restoreDeleted',
    method: 'POST',
    path: '/api/restoreDeleted',
    access: 'admin',
    needs: 'own',
    needsOf: trashRights,
    origin: 'extension',
    probed: true,
    summary: 'Bring back what was deleted in the last 30 days',
    body: restoreSchema,
    data: z.object({ resource: z.enum(trashResources), id: idSchema }),
  },
  getTrash: {
    name: 'getTrash',
    method: 'GET',
    path: '/api/getTrash',
    access: 'admin',
    needs: 'own',
    needsOf: trashRights,
    origin: 'extension',
    probed: true,
    summary:
      'One page of what was deleted, of the kinds that the role may write, the last first; counts by kind',
    query: pageQuery.extend({ per_page: pageSize, resource: enumParameter(trashResources) }),
    data: pageOf(deletedThingSchema).extend({
      counts: z.partialRecord(z.enum(trashResources), z.number().int()),
    }),
  },
  eraseDeleted: {
    name: 'eraseDeleted',
    method: 'POST',
    path: '/api/eraseDeleted',
    access: 'admin',
    needs: 'own',
    needsOf: trashRights,
    origin: 'extension',
    summary: 'Erase for good, with its files, what was deleted',
    body: restoreSchema,
    data: z.object({ resource: z.enum(trashResources), id: idSchema }),
  },
});
