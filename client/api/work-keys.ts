import type { Id } from '#shared/id.ts';

/*
 * Keys of the queries of one category and one project, as visitors see them. The footer reads their titles from the
 * cache.
 */

export const categoryKey = (title: string) => ['getCategoryByTitle', title.normalize('NFC')] as const;

export const projectKey = (id: Id) => ['getSingleProject', 'public', id] as const;
