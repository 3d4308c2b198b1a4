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

/**
 * Merges the trash of the host and the trash of the engine into one list, latest deletion first. A source that
 * refuses the call or lacks it is left out: a person may have rights at the host only or at the engine only, and a
 * host may have no trash. Any other refusal, such as 401, is the answer.
 */
export async function combinedTrash(query: URLSearchParams, sides: readonly Side[]): Promise<UpstreamAnswer> {
  const page = Math.max(1, Number(query.get('page')) || 1);
  const perPage = Number(query.get('per_page')) || limits.pageSize;
  const all: Omit<Trash, 'last_page'> = { data: [], total: 0, counts: {} };
  for (const side of sides) {
    const refused = await addNewest(all, side, page, perPage);
    if (refused) return refused;
  }
  const rows = all.data.sort((one, other) => (one.deleted_at < other.deleted_at ? 1 : -1));
  const data = { ...slice(rows, page, perPage, all.total), counts: all.counts };
  return jsonAnswer(200, { status: 1, data });
}

/** Adds the newest records of one source, as many as could be on the first `pages` pages of the merged list. */
async function addNewest(
  all: Omit<Trash, 'last_page'>,
  { ask, takes }: Side,
  pages: number,
  perPage: number,
): Promise<UpstreamAnswer | undefined> {
  for (let at = 1, last = 1; at <= Math.min(pages, last); at += 1) {
    const search = new URLSearchParams({ page: String(at), per_page: String(perPage) });
    const answer = await ask(`${contract.getTrash.path}?${search}`).catch(asAnswer);
    if (answer.status === 403 || answer.status === 404) break;
    if (answer.status >= 400) return answer;
    const { data } = (await readJson(answer)) as { data: Trash };
    all.data.push(...data.data);
    last = data.last_page;
    if (at > 1) continue;
    all.total += data.total;
    for (const [kind, count] of Object.entries(data.counts))
      if (takes(kind as TrashResource)) all.counts[kind] = count;
  }
  return undefined;
}

function asAnswer(error: unknown): UpstreamAnswer {
  if (error instanceof AppError) return jsonAnswer(error.status, {});
  throw error;
}

interface Trash {
  data: Deleted[];
  last_page: number;
  total: number;
  counts: Record<string, number>;
}
