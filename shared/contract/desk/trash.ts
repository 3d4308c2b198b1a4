import { z } from 'zod';
import { pageOf } from '../../schemas/envelope.ts';
import { idSchema } from '../../schemas/id.ts';
import { deletedThingSchema, restoreSchema, trashResources, trashRights } from '../../schemas/trash.ts';
import { enumParameter, pageQuery, pageSize } from '../query.ts';
import { defineRows } from '../row.ts';

export const trashRows = defineRows({ answeredBy: 'named' })({
  restoreDeleted: {
    method: 'POST',
    path: '/api/restoreDeleted',
    access: 'admin',
    needs: 'own',
    needsOf: trashRights,
    origin: 'extension',
    namesOne: true,
    probed: true,
    summary: 'Bring back what was deleted in the last 30 days',
    log: { words: 'restored', id: 'id', of: 'resource' },
    without: 'deleting offers no undo',
    body: restoreSchema,
    data: z.object({ resource: z.enum(trashResources), id: idSchema }),
  },
  getTrash: {
    method: 'GET',
    path: '/api/getTrash',
    access: 'admin',
    needs: 'own',
    needsOf: trashRights,
    origin: 'extension',
    probed: true,
    summary:
      'One page of what was deleted, of the kinds that the role may write, the last first; counts by kind',
    without: 'there is no trash to look into; what was deleted can be undone for some seconds, if at all',
    query: pageQuery.extend({ per_page: pageSize, resource: enumParameter(trashResources) }),
    data: pageOf(deletedThingSchema).extend({
      counts: z.partialRecord(z.enum(trashResources), z.number().int()),
    }),
  },
  eraseDeleted: {
    method: 'POST',
    path: '/api/eraseDeleted',
    access: 'admin',
    needs: 'own',
    needsOf: trashRights,
    origin: 'extension',
    summary: 'Erase for good, with its files, what was deleted',
    log: { words: 'deleted for good', id: 'id', of: 'resource' },
    without: 'nothing is erased before its time',
    body: restoreSchema,
    data: z.object({ resource: z.enum(trashResources), id: idSchema }),
  },
});
