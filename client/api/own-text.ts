import { readQuery } from './call.ts';

/**
 * The text that the company has written itself for the page at `path`: a legal text, or a page of its own. Rejects
 * with `ApiError` 404 for any other path.
 */
export function ownTextQuery(path: string) {
  return readQuery(['sitePage', path], 'sitePage', { query: { path } });
}
