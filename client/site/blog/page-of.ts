import { limits } from '#shared/limits.ts';

/** The page number of an address (`?page=3`); the first page for anything that is no page number. */
export function pageOf(search: string): number {
  const text = new URLSearchParams(search).get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= limits.page ? Number(text) : 1;
}
