import { z } from 'zod';
import { pageOf } from '../../schemas/envelope.ts';
import { idSchema } from '../../schemas/id.ts';
import { deletedThingSchema, restoreSchema, trashResources, trashRights } from '../../schemas/trash.ts';
import { enumParameter, pageQuery, pageSize } from '../query.ts';
import { defineRows } from '../row.ts';

export const trashRows = defineRows({
  answeredBy: 'named',
  method: 'POST',
  access: 'admin',
  needs: 'own',
  origin: 'extension',
})({
  restoreDeleted: {
    needsOf: trashRights,
    namesOne: true,
    probed: true,
    summary: 'Restore a record that was deleted in the last 30 days',
    log: { words: 'restored', id: 'id', of: 'resource' },
    without: 'deletions cannot be undone',
    body: restoreSchema,
    data: z.object({ resource: z.enum(trashResources), id: idSchema }),
  },
  getTrash: {
    method: 'GET',
    needsOf: trashRights,
    probed: true,
    summary: 'Deleted records of the kinds that the role may write, with counts',
    without: 'there is no Trash screen; a deletion can be undone for some seconds, if at all',
    query: pageQuery.extend({ per_page: pageSize, resource: enumParameter(trashResources) }),
    data: pageOf(deletedThingSchema).extend({
      counts: z.partialRecord(z.enum(trashResources), z.number().int()),
    }),
  },
  eraseDeleted: {
    needsOf: trashRights,
    summary: 'Erase a deleted record and its files for good',
    log: { words: 'deleted for good', id: 'id', of: 'resource' },
    without: 'deleted records cannot be erased early',
    body: restoreSchema,
    data: z.object({ resource: z.enum(trashResources), id: idSchema }),
  },
});
