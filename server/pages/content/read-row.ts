import type { z } from 'zod';
import type { ContractRow } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import type { Id } from '#shared/id.ts';
import { type ErrorCode, messages } from '#shared/messages.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import { saysSuccess } from '#shared/schemas/success.ts';
import { AppError } from '../../errors.ts';

/** Which of the row's answers. */
export interface RowTarget {
  id?: Id;
  page?: number;
}

/** The pages of a list that are read; no list of a studio is that long. */
const maxPages = 200;
/** Calls at once, so that visitors find the API host free. */
const atOnce = 4;

/**
 * Reads a public row as a visitor would. Rejects with AppError: 404 where visitors find nothing either (410 included), 503 when
 * the API host fails or answers what cannot be used.
 */
export async function readRow<Row extends ContractRow>(
  reads: PublicReads,
  row: Row,
  { id, page }: RowTarget,
): Promise<z.output<Row['data']>> {
  const path = callPath(row, id === undefined ? {} : { id }) + (page === undefined ? '' : `?page=${page}`);
  const { status, body } = await reads(path);
  if (status >= 300) throw refusal(status, body);
  const parsed = row.data.safeParse((body as { data?: unknown } | null)?.data);
  if (!saysSuccess(body) || !parsed.success) throw unavailable('upstream.badAnswer', parsed.error);
  return parsed.data as z.output<Row['data']>;
}

type ListRow = ContractRow<z.ZodType<Pick<Page<unknown>, 'data' | 'current_page' | 'last_page'>>>;
type ItemOf<Row extends ListRow> = z.output<Row['data']>['data'][number];

/** Every item of a list, or its first `max`. A host that does not know the list (404: it is an extension) has none. */
export async function readList<Row extends ListRow>(
  reads: PublicReads,
  row: Row,
  { id, max = Number.POSITIVE_INFINITY }: { id?: Id; max?: number },
): Promise<ItemOf<Row>[]> {
  const target = id === undefined ? {} : { id };
  const first = await readRow(reads, row, { ...target, page: 1 }).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  if (!first) return [];
  const perPage = Math.max(1, first.data.length);
  const last = Math.min(first.last_page, maxPages, Math.ceil(max / perPage));
  const others = Array.from({ length: Math.max(0, last - 1) }, (_, index) => index + 2);
  const pages = await inBatches(others, (page) => readRow(reads, row, { ...target, page }));
  return [first, ...pages].flatMap(({ data }) => data).slice(0, max) as ItemOf<Row>[];
}

/** Like Promise.all over `map`, a few at a time. */
export async function inBatches<From, To>(
  items: readonly From[],
  map: (item: From) => Promise<To>,
): Promise<To[]> {
  const results: To[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(map))));
  }
  return results;
}

function refusal(status: number, body: unknown): AppError {
  if (status === 404 || status === 410) return new AppError('request.notFound', 404);
  const { code } = (typeof body === 'object' && body !== null ? body : {}) as { code?: unknown };
  return unavailable(typeof code === 'string' && code in messages ? (code as ErrorCode) : 'upstream.failed');
}

function unavailable(code: ErrorCode, cause?: unknown): AppError {
  return new AppError(code, 503, { headers: { 'Retry-After': '30' }, ...(cause !== undefined && { cause }) });
}
