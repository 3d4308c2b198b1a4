import { expect } from 'vitest';
import type { findRows } from '#shared/contract/desk/find.ts';
import { makeApplicant } from './applicants.ts';
import { makeBlog } from './blogs.ts';
import { makeCategory } from './categories.ts';
import { type GoodCalls, page } from './good-call.ts';
import { makeMessage } from './messages.ts';
import { makeProject } from './projects.ts';
import { makeMember } from './team.ts';

export const findCalls: GoodCalls<Omit<typeof findRows, 'live'>> = {
  findAnything: async (engine) => {
    const { id } = await makeBlog(engine, { blog_title: 'Palettenfund' });
    return {
      query: '?search=palettenfund',
      data: { found: expect.arrayContaining([expect.objectContaining({ resource: 'blog', id })]) },
    };
  },
  deskCounts: async (engine) => {
    await makeBlog(engine, { is_active: '0' });
    await makeMessage(engine);
    return {
      data: {
        unread_applicants: expect.any(Number),
        new_messages: expect.any(Number),
        deletions_due: expect.any(Number),
        jobs_closing: expect.any(Number),
        draft_jobs: expect.any(Number),
        inactive_posts: expect.any(Number),
        scheduled_jobs: expect.any(Number),
        scheduled_posts: expect.any(Number),
      },
    };
  },
  matchingApplicants: async (engine) => {
    const { id } = await makeApplicant(engine);
    return { query: '?is_read=0', data: { ids: expect.arrayContaining([id]) } };
  },
  searchBlogs: async (engine) => {
    await makeBlog(engine);
    return { query: '?search=uns&page=1', data: page };
  },
  searchCategories: async (engine) => {
    await makeCategory(engine);
    return { query: '?search=a', data: page };
  },
  searchProjects: async (engine) => {
    await makeProject(engine);
    return { query: '?search=a', data: page };
  },
  searchTeam: async (engine) => {
    await makeMember(engine);
    return { query: '?search=a', data: page };
  },
  searchMessages: async (engine) => {
    await makeMessage(engine);
    return { query: '?search=gul&folder=inbox', data: { ...page, counts: expect.any(Object) } };
  },
};
