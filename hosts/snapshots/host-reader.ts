import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { readJson } from '../../server/bff/upstream/json-answer.ts';
import { dumpAnswer } from '../../server/bff/upstream/refusals.ts';
import type { Params, Upstream, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import type { Snapshot } from './deleted-snapshots.ts';
import { filesOf, type Kind } from './kinds.ts';
import type { SnapshotBytes } from './store.ts';

/** Fetches the bytes of a picture or video by its path on this site; undefined if the file cannot be read. */
export type FetchMedia = (path: string) => Promise<{ bytes: Buffer; type: string } | undefined>;

export type Thing = Record<string, unknown> & { id: string | number };

/** Maximum number of pages of a list that are searched for one record. */
const mostPages = 30;

export type HostReader = ReturnType<typeof createHostReader>;

/** Reads records of the host with the rights of the signed-in person who made the request `asked`. */
export function createHostReader(
  upstream: Upstream,
  has: (row: Pick<ContractRow, 'name'>) => boolean,
  fetchMedia: FetchMedia,
) {
  /** Returns `data` of the answer to a read; undefined if the answer is 404 or 410, or if the host lacks the call. */
  async function get(
    name: CallName,
    path: string,
    { headers, signal, user }: UpstreamRequest,
    params?: Params,
  ): Promise<unknown> {
    if (!has(contract[name])) return undefined;
    const answer = await upstream.request({
      method: 'GET',
      path,
      row: contract[name],
      params,
      headers: readHeaders(headers),
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

  const wholeThings = new WeakSet<Thing>();

  async function readOne(kind: Kind, id: string, asked: UpstreamRequest): Promise<Thing | undefined> {
    const { one } = kind;
    if (!one || !has(contract[one])) return undefined;
    const path = contract[one].path.replace('{id}', encodeURIComponent(id));
    const found = thingOf(await get(one, path, asked, { id }));
    if (found) wholeThings.add(found);
    return found;
  }

  /** Returns the current record; undefined if the host has no such record, or no call that reads it. */
  async function read(kind: Kind, id: string, asked: UpstreamRequest): Promise<Thing | undefined> {
    const alone = await readOne(kind, id, asked);
    if (alone || !kind.list) return alone;
    for await (const thing of listed(kind.list, contract[kind.list].path, asked)) {
      if (String(thing.id) !== id) continue;
      if (!kind.one) wholeThings.add(thing);
      return thing;
    }
    return undefined;
  }

  /** Yields the records of a list, page after page. */
  async function* listed(
    list: CallName,
    path: string,
    asked: UpstreamRequest,
    params?: Params,
  ): AsyncGenerator<Thing> {
    for (let page = 1, last = 1; page <= last && page <= mostPages; page += 1) {
      const data = (await get(list, `${path}?page=${page}`, asked, params)) as
        | { data?: unknown[]; last_page?: number }
        | undefined;
      for (const each of data?.data ?? []) {
        const thing = thingOf(each);
        if (thing) yield thing;
      }
      last = data?.last_page ?? 1;
    }
  }

  /**
   * Finds a new record by its name in the list, for a host that does not send the id of a new record. Undefined if
   * there is no record of this name, or more than one.
   */
  async function named(kind: Kind, like: Thing, asked: UpstreamRequest): Promise<Thing | undefined> {
    const list = kind.list ?? (kind.resource === 'project' ? 'getProjects' : undefined);
    if (!list) return undefined;
    const id = String(like.category_id);
    const path = contract[list].path.replace('{id}', encodeURIComponent(id));
    const found: Thing[] = [];
    for await (const thing of listed(list, path, asked, { id }))
      if (thing[kind.noun.title] === like[kind.noun.title]) found.push(thing);
    return found.length === 1 ? found[0] : undefined;
  }

  return {
    read,
    named,
    /**
     * Returns the current record with its full text. The rows of a list may contain only the beginning of the text,
     * which would not be enough to restore the record.
     */
    whole: (kind: Kind, id: string, asked: UpstreamRequest) =>
      kind.one ? readOne(kind, id, asked) : read(kind, id, asked),
    /** True if a record that `read` returned is already as complete as the one that `whole` would return. */
    isWhole: (thing: Thing) => wholeThings.has(thing),
    /** Returns the record with the bytes of its files. */
    async take(kind: Kind, id: string, asked: UpstreamRequest): Promise<Snapshot | undefined> {
      const thing = await read(kind, id, asked);
      if (!thing) return undefined;
      const { files, lost } = await fetchFiles(filesOf(kind, thing), fetchMedia);
      const name = thing[kind.noun.title];
      const said = typeof name === 'string' ? name : '';
      return { resource: kind.resource, thing, name: said, files, lost: lost.length };
    },
    async message(id: string, asked: UpstreamRequest): Promise<Record<string, unknown> | undefined> {
      const found = await get('getSingleMessage', `/api/getSingleMessage/${encodeURIComponent(id)}`, asked, {
        id,
      });
      return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined;
    },
  };
}

/**
 * Returns the headers of a changing call without those that describe its body, for a read on behalf of the same
 * caller.
 */
export function readHeaders(headers: Record<string, string>): Record<string, string> {
  const { 'content-type': _type, 'content-length': _length, ...rest } = headers;
  return rest;
}

function thingOf(value: unknown): Thing | undefined {
  const id = (value as Partial<Thing> | null | undefined)?.id;
  return typeof id === 'number' || typeof id === 'string' ? (value as Thing) : undefined;
}

/** Fetches the bytes of these files. `lost` lists the files that cannot be read. */
export async function fetchFiles(
  wanted: readonly { field: string; address: string }[],
  fetchMedia: FetchMedia,
): Promise<{ files: SnapshotBytes[]; lost: string[] }> {
  const files: SnapshotBytes[] = [];
  const lost: string[] = [];
  for (const { field, address } of wanted) {
    const found = await fetchMedia(address).catch(() => undefined);
    if (found) files.push({ field, name: nameIn(address), ...found });
    else lost.push(field);
  }
  return { files, lost };
}

/** Returns the file name at the end of a URL. */
function nameIn(address: string): string {
  const last = address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).replace(/[/\\"\r\n]/g, '_') || 'file';
  } catch {
    return 'file';
  }
}
