import { richTextSummary } from '#shared/rich-text-summary.ts';
import { projectInputSchema } from '#shared/schemas/project.ts';
import type { RowId } from '../../../server/database/row-id.ts';
import { brokenRule } from './form-rules.ts';
import { movedRows } from './moved-rows.ts';
import { nextOrder } from './rows-repository.ts';

export const movedProjects = movedRows('projects', {
  batch: 1,
  problem: async (_db, record) =>
    brokenRule(projectInputSchema, { ...record, v_order: record.v_order ?? 0 }, ['description']),
  made: ({ description }) => ({ summary: richTextSummary(description) }),
  chosen: {
    v_order: (tx, _record, { category_id }) => nextOrder(tx, 'projects', category_id as RowId),
  },
});
