import { z } from 'zod';
import {
  activityFilterSchema,
  activityPageSchema,
  activityQuerySchema,
  activitySchema,
  historyQuerySchema,
  historyRights,
} from '../../schemas/activity.ts';
import { pageSize } from '../query.ts';
import { defineRows } from '../row.ts';

/**
 * Calls that read the activity log of the admin area (docs/product.md §21). The BFF itself stores the log, in front
 * of any API host.
 */
export const activityRows = defineRows({ method: 'GET', access: 'admin', needs: 'log', origin: 'session' })({
  getActivity: {
    summary: 'The activity, newest first; `before` takes `older` of the previous page',
    query: activityQuerySchema.extend({ per_page: pageSize }),
    data: activitySchema,
  },
  exportActivity: {
    summary: 'All lines of the activity log that match the filters, as a CSV file',
    log: 'exported the activity log',
    query: activityFilterSchema,
    data: z.undefined(),
    download: true,
  },
  getHistory: {
    needs: 'own',
    needsOf: historyRights,
    summary: 'The activity on one record, without network addresses',
    query: historyQuerySchema,
    data: activityPageSchema,
  },
});
