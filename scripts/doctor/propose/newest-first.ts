import { listIn } from './envelope.ts';
import type { FoundFields } from './fields.ts';
import { at, flatRow, type Json } from './json-places.ts';
import { withQuery } from './pages.ts';
import type { Prober, Seen } from './prober.ts';
import type { Resource } from './resources.ts';

/** How hosts are asked for the newest first, by the name of the date. */
const queries = (date: string): Record<string, string>[] => [
  { sort: `${date}:desc` },
  { ordering: `-${date}` },
  { sort: `-${date}` },
  { sortBy: `${date} desc` },
  { sort: date, order: 'desc' },
];

/** Posts, asked for so that the newest comes first, where the host gives the oldest first and takes a parameter that turns them round. */
export async function newestFirst<Posts extends Resource & { fields: FoundFields }>(
  prober: Prober,
  posts: Posts,
): Promise<Posts> {
  const place = posts.fields.get('created_at')?.place;
  const { fieldsIn } = posts.list;
  const momentsIn = (rows: readonly Json[]) =>
    rows.map((row) => momentOf(at(flatRow(row, fieldsIn), place ?? '')));
  const own = momentsIn(posts.list.rows);
  if (place === undefined || place.includes('.') || own.length < 2 || !isRising(own)) return posts;
  for (const query of queries(place)) {
    const path = withQuery(posts.path, query);
    const seen: Seen = await prober.ask('GET', path);
    const rows = seen.status === 200 ? (listIn(seen.json)?.rows ?? []) : [];
    const moments = momentsIn(rows).reverse();
    if (rows.length < 2 || !isRising(moments)) continue;
    return { ...posts, path, because: `${posts.because}; ${seen.call} has the newest first` };
  }
  return posts;
}

function momentOf(value: unknown): number {
  const number = Number(value);
  return Number.isFinite(number) ? number : Date.parse(String(value));
}

/** Each is later than the one before, or of the same moment, and the last later than the first. */
function isRising(moments: readonly number[]): boolean {
  const [first = Number.NaN] = moments;
  const last = moments.at(-1) ?? Number.NaN;
  return last > first && moments.every((each, index) => index === 0 || each >= (moments[index - 1] ?? each));
}
