import { createHash } from 'node:crypto';
import { contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import { textOf as wordsFor } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { richTextWords } from '#shared/rich-text-words.ts';
import { idParameter } from '#shared/schemas/id.ts';
import type { ListedVersion } from '#shared/schemas/versions.ts';
import { jsonAnswer, readJson } from '../../server/bff/upstream/json-answer.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { assertThat } from '../../server/errors.ts';
import { assertNotNewer } from './conflict.ts';
import { stateOf, textOf } from './field-states.ts';
import type { HostReader, Thing } from './host-reader.ts';
import { type Kind, kinds } from './kinds.ts';
import { restoredFields } from './restored-fields.ts';
import type { Made, Revision, Revisions } from './revisions.ts';
import type { SnapshotBytes } from './store.ts';
import { howMade } from './take-revision.ts';

interface VersionParts {
  reader: HostReader;
  revisions: Revisions;
  /** Kinds of records whose versions are stored. */
  kept: readonly Kind[];
  now: () => number;
  /**
   * Stores a revision, and then overwrites the record at the host. Returns the host's answer and the key of the
   * revision.
   */
  save(saving: {
    kind: Kind;
    thing: Thing;
    texts: (readonly [name: string, value: unknown])[];
    files: readonly SnapshotBytes[];
    wanted: UpstreamRequest;
    restored: number;
  }): Promise<{ answer: UpstreamAnswer; key: string | undefined }>;
}

/** Prefix of the key of the current state. */
const nowPrefix = 'now-';

/**
 * Provides versions for a host without them, as the engine does (docs/product.md §18.1). The versions of a record are
 * the states before each save and the current state. An account sees them only if the host lets it read the record
 * and has accepted a save of a record of this kind from it.
 */
export function createVersions({ reader, revisions, kept, now, save }: VersionParts) {
  const kindOf = (resource: unknown) => kept.find((kind) => kind.resource === resource);

  async function list(wanted: UpstreamRequest, who: string): Promise<UpstreamAnswer> {
    const query = Object.fromEntries(new URLSearchParams(wanted.path.split('?', 2)[1]));
    const { page = 1 } = contract.getVersions.query.partial().safeParse(query).data ?? {};
    const id = idParameter.safeParse(query.id).data;
    const kind = kindOf(query.resource);
    if (kind) assertMay(wanted, kind, 'read');
    const lines = kind && id !== undefined ? await linesOf(kind, String(id), wanted, who) : [];
    const size = limits.pageSize;
    const data = lines.reverse().slice((page - 1) * size, page * size);
    const pages = { current_page: page, last_page: Math.max(1, Math.ceil(lines.length / size)) };
    return jsonAnswer(200, { status: 1, data: { data, ...pages, per_page: size, total: lines.length } });
  }

  /** Returns the versions of a record, oldest first. */
  async function linesOf(
    kind: Kind,
    id: string,
    wanted: UpstreamRequest,
    who: string,
  ): Promise<ListedVersion[]> {
    const states = (await revisions.mayEdit(who, kind.resource)) ? await revisions.of(kind.resource, id) : [];
    const last = states.at(-1);
    const thing = last && (await reader.whole(kind, id, wanted));
    if (!last || !thing) return [];
    return [...states.map(lineOf), lineOf(await present(kind, thing, last, now()))];
  }

  /**
   * Finds a version by its id. Returns its state, the whole record as it was in that version (`then`) and as it is now
   * (`thing`), and all stored states of the record.
   */
  async function find(wanted: UpstreamRequest, id: string, who: string, right: 'read' | 'write') {
    const nowOf = /^now-([0-9a-f-]{36})-[0-9a-f]{8}$/.exec(id)?.[1];
    const named = await revisions.find(nowOf ?? id);
    const kind = named && kindOf(named.resource);
    if (kind) assertMay(wanted, kind, right);
    const isSeen = kind && (await revisions.mayEdit(who, kind.resource));
    assertThat(named && kind && isSeen, 'version.notFound', 404);
    const thing = await reader.whole(kind, named.thingId, wanted);
    assertThat(thing, 'version.thingGone', 404);
    const states = await revisions.of(kind.resource, named.thingId);
    const at = states.findIndex(({ key }) => key === named.key) + (nowOf ? 1 : 0);
    const last = states.at(-1) ?? named;
    const state = states[at] ?? (await present(kind, thing, last, now()));
    const then = states[at] ? await revisions.thing(state.key) : thing;
    assertThat(then, 'version.notFound', 404);
    return { kind, state, then, thing, states };
  }

  async function one(wanted: UpstreamRequest, id: string, who: string): Promise<UpstreamAnswer> {
    const { kind, state, then } = await find(wanted, id, who, 'read');
    const { fields } = state;
    const category = 'category_id' in fields && {
      category: await categoryOf(reader, fields.category_id, wanted),
    };
    const data = {
      ...lineOf(state),
      resource: kind.resource,
      row_id: then.id,
      fields: { ...fields, ...category },
      text: richTextWords(textOf(then)),
    };
    return jsonAnswer(200, { status: 1, data });
  }

  async function restore(
    wanted: UpstreamRequest,
    id: string,
    { who, version }: { who: string; version: unknown },
  ): Promise<UpstreamAnswer> {
    const { kind, state, then, thing, states } = await find(wanted, id, who, 'write');
    assertNotNewer(version, thing.updated_at);
    const { texts, files, kept, changes } = await restoredFields(
      { kind, state, then, thing, states },
      revisions,
    );
    const said = { resource: kind.resource, row_id: thing.id };
    const message = wordsFor('version.restored');
    const stays = { ...said, updated_at: thing.updated_at ?? '', before: null, kept };
    if (!changes && files.length === 0) return jsonAnswer(200, { status: 1, message, data: stays });
    const { answer, key } = await save({ kind, thing, texts, files, wanted, restored: state.number });
    if (answer.status >= 400) return answer;
    const updated_at = await momentOf(reader, answer, { kind, thing, wanted });
    return jsonAnswer(200, { status: 1, message, data: { ...stays, updated_at, before: key ?? null } });
  }

  return { list, one, restore };
}

/** Returns the current state, which is stored only when it is overwritten. */
async function present(kind: Kind, thing: Thing, last: Revision, now: number): Promise<Revision> {
  const state = await stateOf(kind, thing);
  const made = howMade(kind, thing, state, last, new Date(now).toISOString());
  const sign = createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 8);
  const key = `${nowPrefix}${last.key}-${sign}`;
  return { ...last, ...state, made, key, number: last.number + 1, files: [], lost: [] };
}

/** Returns the title of a category; null if it cannot be read. */
async function categoryOf(reader: HostReader, id: unknown, wanted: UpstreamRequest): Promise<string | null> {
  const category = kinds.find(({ resource }) => resource === 'category');
  const found = category && (await reader.read(category, String(id), wanted).catch(() => undefined));
  return typeof found?.title === 'string' ? found.title : null;
}

/** Returns the time at which the host saved a record: from the host's answer, or else from another read. */
async function momentOf(
  reader: HostReader,
  answer: UpstreamAnswer,
  { kind, thing, wanted }: { kind: Kind; thing: Thing; wanted: UpstreamRequest },
) {
  const { data } = (await readJson(answer).catch(() => ({}))) as { data?: Partial<Thing> | null };
  if (typeof data?.updated_at === 'string') return data.updated_at;
  if (thing.updated_at === undefined) return '';
  const newest = await reader.whole(kind, String(thing.id), wanted).catch(() => undefined);
  return newest?.updated_at ?? '';
}

function lineOf({ key, number, title, made }: Revision): ListedVersion {
  const { whoId, ...story }: Made = made;
  return { id: key, number, title, ...story, who_id: whoId };
}

/**
 * Throws 403 if the host has sent a role of this site for the user, and this role may not read or write the record. A
 * user without such a role passes.
 */
function assertMay({ user }: UpstreamRequest, { resource }: Kind, right: 'read' | 'write'): void {
  const row = right === 'write' ? contract.restoreVersion : contract.getVersion;
  assertThat(mayCall(user?.role, row, resource), 'role.notAllowed', 403);
}
