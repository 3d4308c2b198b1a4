import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { jsonAnswer, readJson } from '../../server/bff/upstream/json-answer.ts';
import type { UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { slice } from '../adapt/answers.ts';

type Deleted = { deleted_at: string };

/**
 * The host or the engine as one source of the trash. `ask` requests the path of the trash with its query. Only
 * records of the kinds that `takes` accepts are used from the answer.
 */
interface Side {
  ask(path: string): Promise<UpstreamAnswer>;
  takes(kind: TrashResource): boolean;
}

interface Trash {
  data: Deleted[];
  last_page: number;
  total?: number;
  counts: Partial<Record<TrashResource, number>>;
}

/**
 * Merges the trash of the host and the trash of the engine into one list, latest deletion first. A source that
 * refuses the call or lacks it is left out. If a source answers 401, that answer is returned.
 */
export async function combinedTrash(query: URLSearchParams, sides: readonly Side[]): Promise<UpstreamAnswer> {
  const page = Math.max(1, Number(query.get('page')) || 1);
  const perPage = Number(query.get('per_page')) || limits.pageSize;
  const found = await Promise.all(sides.map((side) => firstOf(side, page, perPage)));
  const refused = found.find((each) => 'status' in each);
  if (refused && 'status' in refused) return refused;
  const parts = found as Trash[];
  const rows = parts.flatMap(({ data }) => data);
  rows.sort((one, other) => (one.deleted_at < other.deleted_at ? 1 : -1));
  const total = parts.reduce((sum, part) => sum + (part.total ?? 0), 0);
  const counts = Object.assign({}, ...parts.map((part) => part.counts));
  return jsonAnswer(200, { status: 1, data: { ...slice(rows, page, perPage, total), counts } });
}

/** Returns the newest records of one source, as many as could be on the first `pages` pages of the merged list. */
async function firstOf(
  { ask, takes }: Side,
  pages: number,
  perPage: number,
): Promise<Trash | UpstreamAnswer> {
  const all: Trash = { data: [], last_page: 1, total: 0, counts: {} };
  for (let page = 1; page <= Math.min(pages, all.last_page); page += 1) {
    const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
    const answer = await ask(`${contract.getTrash.path}?${query}`).catch((error: unknown) => {
      if (error instanceof AppError) return jsonAnswer(error.status, {});
      throw error;
    });
    // This source is left out of the list: a person may have rights at the host only or at the engine only, and a host
    // may have no trash.
    if (answer.status === 403 || answer.status === 404) return all;
    if (answer.status >= 400) return answer;
    const { data } = (await readJson(answer)) as { data?: Trash };
    if (!data) return all;
    all.data.push(...data.data);
    all.last_page = data.last_page;
    all.counts = Object.fromEntries(
      Object.entries(data.counts ?? {}).filter(([kind]) => takes(kind as TrashResource)),
    );
    all.total = data.total ?? all.data.length;
  }
  return all;
}
