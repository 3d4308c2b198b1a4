import type { Entity } from './entities/entity.ts';
import { entities } from './entities/index.ts';
import type { Id } from './id.ts';
import { routes } from './routes.ts';

/** Returns the address of the page that shows a record to visitors, if records of its kind have one. */
export function recordPage(resource: string, id: Id) {
  const nouns: readonly Entity[] = Object.values(entities);
  const page = nouns.find((noun) => noun.resource === resource)?.page;
  return page && routes[page].replace(/:\w+/, encodeURIComponent(id));
}
