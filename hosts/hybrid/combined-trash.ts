import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { jsonAnswer, readJson } from '../../server/bff/upstream/answers.ts';
import type { UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { slice } from '../adapt/answers.ts';

/**
 * The host or the engine as one source of the trash. `ask` requests the path of the trash with its query. Only
 * records of the kinds that `takes` accepts are used from the answer.
 */
interface Side {
  ask(path: string): Promise<UpstreamAnswer>;
  takes(kind: TrashResource): boolean;
}

/** Most records of one source in the list of both: the largest page. Those of one kind are read from their source alone. */
const most = 100;

/**
 * Merges the trash of the host and the trash of the engine into one list, latest deletion first. A source that
 * refuses the call or lacks it is left out: a person may have rights at the host only or at the engine only, and a
 * host may have no trash. Any other refusal, such as 401, is the answer.
 */
export async function combinedTrash(query: URLSearchParams, sides: readonly Side[]): Promise<UpstreamAnswer> {
  const rows: { deleted_at: string }[] = [];
  const counts: Record<string, number> = {};
  for (const { ask, takes } of sides) {
    const answer = await ask(`${contract.getTrash.path}?page=1&per_page=${most}`).catch(asAnswer);
    if (answer.status === 403 || answer.status === 404) continue;
    if (answer.status >= 400) return answer;
    const { data } = (await readJson(answer)) as {
      data?: { data: typeof rows; counts?: Record<string, number> };
    };
    rows.push(...(data?.data ?? []));
    for (const [kind, count] of Object.entries(data?.counts ?? {}))
      if (takes(kind as TrashResource)) counts[kind] = count;
  }
  rows.sort((one, other) => (one.deleted_at < other.deleted_at ? 1 : -1));
  const page = Math.max(1, Number(query.get('page')) || 1);
  const perPage = Number(query.get('per_page')) || limits.pageSize;
  return jsonAnswer(200, { status: 1, data: { ...slice(rows, page, perPage), counts } });
}

function asAnswer(error: unknown): UpstreamAnswer {
  if (error instanceof AppError) return jsonAnswer(error.status, {});
  throw error;
}
