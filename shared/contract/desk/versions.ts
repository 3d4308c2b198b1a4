import { z } from 'zod';
import { messageText } from '../../messages.ts';
import { historyRights } from '../../schemas/activity.ts';
import { pageOf } from '../../schemas/envelope.ts';
import { idParameter } from '../../schemas/id.ts';
import { trashRights } from '../../schemas/trash.ts';
import {
  keptResources,
  listedVersionSchema,
  restoredVersionSchema,
  restoreVersionSchema,
  versionSchema,
} from '../../schemas/versions.ts';
import { pageQuery } from '../query.ts';
import { defineRows } from '../row.ts';

const badResource = messageText('field.notOneOf', { list: keptResources.join(', ') });

/** Reading versions needs the right to read the record; restoring needs the right to write it. */
export const versionRows = defineRows({
  answeredBy: 'named',
  method: 'GET',
  access: 'admin',
  needs: 'own',
  origin: 'extension',
})({
  getVersions: {
    ids: { id: 'resource' },
    needsOf: historyRights,
    probed: true,
    summary: 'Versions of a post, a project or a job, newest first, without their texts',
    without:
      'forms of posts, projects and jobs offer no versions, and those of posts and projects have no SEO fields',
    query: pageQuery.extend({
      resource: z.enum(keptResources, badResource),
      id: idParameter,
    }),
    data: pageOf(listedVersionSchema),
  },
  getVersion: {
    id: 'own',
    needsOf: historyRights,
    summary: 'One complete version, with its long text as words without markup',
    without: 'versions cannot be compared',
    data: versionSchema,
  },
  restoreVersion: {
    method: 'POST',
    id: 'own',
    needsOf: trashRights,
    summary: 'Restore texts and fields of a version, by the rules of a save',
    log: 'restored a version',
    without: 'versions cannot be restored',
    body: restoreVersionSchema,
    data: restoredVersionSchema,
  },
});
