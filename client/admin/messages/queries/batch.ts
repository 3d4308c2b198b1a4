import type { CallData } from '#shared/contract/index.ts';
import type { Message, MessageStatus, MessageType } from '#shared/schemas/message.ts';
import { readApi } from '../../../api/call.ts';

/** What the server lists of one status. */
export type ListPage = CallData<'getMessages'>;

/** Where the next batch goes on: a page number, and the statuses that have such a page. */
export interface BatchParam {
  page: number;
  statuses: readonly MessageStatus[];
}

/**
 * One page of each status of a folder. The call lists one status, or all but spam; an inbox without what was archived is
 * put together here.
 */
export type Batch = Partial<Record<MessageStatus, ListPage>>;

/** Pages of a list that is read whole; a host that claims more is not followed for ever. */
const mostPages = 100;

export async function readBatch(
  { page, statuses }: BatchParam,
  type: MessageType | undefined,
  signal: AbortSignal,
): Promise<Batch> {
  const lists = statuses.map(async (status) => {
    return [status, await readApi('getMessages', { query: { page, status, type }, signal })] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}

/** Every page of each status at once, for what is put in another order than the server's. */
export async function readWhole(
  statuses: readonly MessageStatus[],
  type: MessageType | undefined,
  signal: AbortSignal,
): Promise<Batch> {
  const lists = statuses.map(async (status) => {
    const read = (page: number) => readApi('getMessages', { query: { page, status, type }, signal });
    const first = await read(1);
    const data = new Map<number, Message>();
    const keep = (list: ListPage) => {
      for (const message of list.data) data.set(message.id, message);
    };
    keep(first);
    for (let page = 2; page <= Math.min(first.last_page, mostPages); page += 1) keep(await read(page));
    return [status, { ...first, data: [...data.values()], last_page: 1 }] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}

/** Undefined behind the last page of all. */
export function nextBatch(last: Batch, { page }: BatchParam): BatchParam | undefined {
  const statuses = pagesOf(last).flatMap(([status, list]) => (list.last_page > page ? [status] : []));
  return statuses.length > 0 ? { page: page + 1, statuses } : undefined;
}

export function pagesOf(batch: Batch): [MessageStatus, ListPage][] {
  return Object.entries(batch) as [MessageStatus, ListPage][];
}
