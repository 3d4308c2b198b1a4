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
  const found = await Promise.all(sides.map((side) => pagesOf(side, page, perPage)));
  const rows: Deleted[] = [];
  const counts: Record<string, number> = {};
  let total = 0;
  for (const [at, pages] of found.entries()) {
    if (!Array.isArray(pages)) return pages;
    const own = pages.flatMap(({ data }) => data);
    rows.push(...own);
    // A host names no numbers unless host.json says where they are.
    const last = pages.at(-1);
    total += last?.total ?? own.length;
    for (const [kind, count] of Object.entries(last?.counts ?? {}))
      if (sides[at]?.takes(kind as TrashResource)) counts[kind] = count;
  }
  rows.sort((one, other) => (one.deleted_at < other.deleted_at ? 1 : -1));
  return jsonAnswer(200, { status: 1, data: { ...slice(rows, page, perPage, total), counts } });
}

/** Returns the newest records of one source, as many as could be on the first `most` pages, or its refusal. */
async function pagesOf({ ask }: Side, most: number, perPage: number): Promise<Trash[] | UpstreamAnswer> {
  const pages: Trash[] = [];
  while (pages.length < Math.min(most, pages.at(-1)?.last_page ?? 1)) {
    const search = new URLSearchParams({ page: String(pages.length + 1), per_page: String(perPage) });
    const answer = await ask(`${contract.getTrash.path}?${search}`).catch(asAnswer);
    if (answer.status === 403 || answer.status === 404) break;
    if (answer.status >= 400) return answer;
    const { data } = (await readJson(answer)) as { data?: Trash };
    if (!data) break;
    pages.push(data);
  }
  return pages;
}

function asAnswer(error: unknown): UpstreamAnswer {
  if (error instanceof AppError) return jsonAnswer(error.status, {});
  throw error;
}

interface Trash {
  data: Deleted[];
  last_page: number;
  total?: number;
  counts?: Record<string, number>;
}
