import type { QueryClient } from '@tanstack/react-query';
import { isId } from './is-id.ts';
import { fieldQuery } from './queries/field.ts';
import { fieldByTitleQuery } from './queries/field-by-title.ts';
import { fieldProjectsQuery } from './queries/field-projects.ts';
import { neighboursQuery } from './queries/neighbours.ts';
import { singleProjectQuery } from './queries/single-project.ts';

/** Everything that the page of a field shows, one call after the other. Never rejects: the page tells what failed. */
export async function prefetchField(client: QueryClient, title: string, page: number): Promise<void> {
  await client.prefetchQuery(fieldByTitleQuery(title));
  const field = client.getQueryData(fieldByTitleQuery(title).queryKey);
  if (field) await client.prefetchQuery(fieldProjectsQuery(field.id, page));
}

/** Everything that the page of a project shows. Never rejects. */
export async function prefetchProject(client: QueryClient, id: string | undefined): Promise<void> {
  if (!isId(id)) return;
  await client.prefetchQuery(singleProjectQuery(Number(id)));
  const project = client.getQueryData(singleProjectQuery(Number(id)).queryKey);
  if (!project) return;
  await Promise.all([
    client.prefetchQuery(fieldQuery(project.category_id)),
    client.prefetchQuery(neighboursQuery(project)),
  ]);
}
