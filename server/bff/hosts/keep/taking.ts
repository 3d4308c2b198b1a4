import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { AppError } from '../../../errors.ts';
import { readJson } from '../../upstream/json-answer.ts';
import { dumpAnswer } from '../../upstream/refusals.ts';
import type { Upstream, UpstreamRequest } from '../../upstream/upstream.ts';
import { filesOf, type Kind } from './kinds.ts';
import type { Keepsake, KeptBytes } from './store.ts';

/** The bytes of a picture or video that stands at an address of ours; undefined when it cannot be had. */
export type FetchMedia = (path: string) => Promise<{ bytes: Buffer; type: string } | undefined>;

type Thing = Record<string, unknown> & { id: string | number };

/** Pages of a list that are looked through for one thing. */
const mostPages = 30;

/** Reads things of the host for somebody who is signed in there. */
export interface Taking {
  /** The thing as it is now; undefined when the host has no such thing, or no way to give one. */
  read(kind: Kind, id: string, asked: UpstreamRequest): Promise<Thing | undefined>;
  /** The same with its files. */
  take(kind: Kind, id: string, asked: UpstreamRequest): Promise<Keepsake | undefined>;
  message(id: string, asked: UpstreamRequest): Promise<Record<string, unknown> | undefined>;
}

export function createTaking(
  upstream: Upstream,
  has: (row: Pick<ContractRow, 'name'>) => boolean,
  fetchMedia: FetchMedia,
): Taking {
  /** `data` of a read; undefined for a 404, and of a call that the host lacks. */
  async function get(
    name: CallName,
    path: string,
    { headers, signal, user }: UpstreamRequest,
  ): Promise<unknown> {
    if (!has(contract[name])) return undefined;
    const answer = await upstream.request({
      ...{ method: 'GET', path, row: contract[name], headers: readHeaders(headers) },
      ...(signal && { signal }),
      ...(user && { user }),
    });
    if (answer.status === 404 || answer.status === 410) {
      dumpAnswer(answer);
      return undefined;
    }
    if (answer.status >= 300) {
      dumpAnswer(answer);
      throw new AppError('upstream.refused', answer.status >= 500 ? 502 : answer.status);
    }
    return ((await readJson(answer)) as { data?: unknown }).data;
  }

  async function read(kind: Kind, id: string, asked: UpstreamRequest): Promise<Thing | undefined> {
    const one = kind.one && has(contract[kind.one]) ? kind.one : undefined;
    if (one) {
      const found = thingOf(
        await get(one, contract[one].path.replace('{id}', encodeURIComponent(id)), asked),
      );
      if (found) return found;
    }
    if (!kind.list) return undefined;
    for (let page = 1, last = 1; page <= last && page <= mostPages; page += 1) {
      const data = (await get(kind.list, `${contract[kind.list].path}?page=${page}`, asked)) as
        | { data?: unknown[]; last_page?: number }
        | undefined;
      const found = data?.data?.map(thingOf).find((each) => String(each?.id) === id);
      if (found) return found;
      last = data?.last_page ?? 1;
    }
    return undefined;
  }

  return {
    read,
    async take(kind, id, asked) {
      const thing = await read(kind, id, asked);
      if (!thing) return undefined;
      const files: KeptBytes[] = [];
      let lost = 0;
      for (const { field, address } of filesOf(kind, thing)) {
        const found = await fetchMedia(address).catch(() => undefined);
        if (found) files.push({ field, name: nameIn(address), ...found });
        else lost += 1;
      }
      const name = thing[kind.name];
      return { resource: kind.resource, thing, name: typeof name === 'string' ? name : '', files, lost };
    },
    async message(id, asked) {
      const found = await get('getSingleMessage', `/api/getSingleMessage/${encodeURIComponent(id)}`, asked);
      return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined;
    },
  };
}

/** What a read carries of the headers of a call that changes something. */
function readHeaders(headers: Record<string, string>): Record<string, string> {
  const { 'content-type': _type, 'content-length': _length, ...rest } = headers;
  return rest;
}

function thingOf(value: unknown): Thing | undefined {
  const id = (value as Partial<Thing> | null | undefined)?.id;
  return typeof id === 'number' || typeof id === 'string' ? (value as Thing) : undefined;
}

function nameIn(address: string): string {
  const last = address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).replace(/[/\\"\r\n]/g, '_') || 'file';
  } catch {
    return 'file';
  }
}
