import { readId } from '#shared/id.ts';
import type { PageReads } from '../../api/prefetch.ts';
import { fieldQuery } from './field.ts';
import { fieldByTitleQuery } from './field-by-title.ts';
import { fieldProjectsQuery } from './field-projects.ts';
import { neighboursQuery } from './neighbours.ts';
import { singleProjectQuery } from './single-project.ts';

/** Everything that the page of a field shows, one call after the other: a field without its projects is no page of them. */
export async function prefetchField(reads: PageReads, title: string, page: number): Promise<void> {
  await reads.main(fieldByTitleQuery(title));
  const field = reads.client.getQueryData(fieldByTitleQuery(title).queryKey);
  if (field) await reads.main(fieldProjectsQuery(field.id, page));
}

/** A project, and where it stands: its field and its neighbours. */
export async function prefetchProject(reads: PageReads, text: string | undefined): Promise<void> {
  const id = readId(text);
  if (id === undefined) return;
  await reads.main(singleProjectQuery(id));
  const project = reads.client.getQueryData(singleProjectQuery(id).queryKey);
  if (!project) return;
  await Promise.all([reads.side(fieldQuery(project.category_id)), reads.side(neighboursQuery(project))]);
}
