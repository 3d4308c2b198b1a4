import { richTextSummary } from '#shared/rich-text-summary.ts';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { brokenRule } from './form-rules.ts';
import { movedRows } from './moved-rows.ts';

export const movedPosts = movedRows('posts', {
  batch: 1,
  problem: async (_db, record) => brokenRule(blogInputSchema, record, ['description']),
  made: ({ description }) => ({ summary: richTextSummary(description) }),
});
