import { contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/row.ts';
import { isFile, namesWhere } from '#shared/entities/entity.ts';
import { richTextWords } from '#shared/rich-text.ts';
import { slice } from '../../server/bff/answers.ts';
import { dumpAnswer } from '../../server/bff/upstream/answers.ts';
import { fieldOf, type UpstreamAnswer, type UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { assertThat } from '../../server/errors.ts';
import type { SentFields } from '../adapt/requests.ts';
import { answered, assertNotNewer, queryOf, type SnapshotContext, type Stored } from './context.ts';
import {
  changesOf,
  differences,
  fieldsOf,
  isSame,
  type Kind,
  type Made,
  type StateHead,
  type Thing,
  textOf,
  textsOf,
  titleOf,
} from './kinds.ts';

type Revision = Stored<StateHead>;

/** Returns the stored states of a record, oldest first. */
async function statesOf({ revisions }: SnapshotContext, resource: string, thing_id: string) {
  const found = await revisions.list({ resource, thing_id });
  return found.sort((one, other) => one.number - other.number);
}

/**
 * Stores the state of a record before a save, and makes the save. Stores nothing if the save changes no known field,
 * and returns the key of what it has stored.
 */
export async function saveOver(
  context: SnapshotContext,
  {
    kind,
    thing,
    said,
    wanted,
    restored = null,
  }: {
    kind: Kind;
    thing: Thing;
    said: SentFields;
    wanted: UpstreamRequest;
    /** The number of the version that the save restores. */
    restored?: number | null;
  },
  who: string,
  send: () => Promise<UpstreamAnswer>,
) {
  const { revisions, changing, now } = context;
  const { user } = wanted;
  const match = { resource: kind.noun.resource, thing_id: String(thing.id) };
  async function take() {
    const changed = await changesOf(kind, thing, said);
    if (changed.length === 0) return undefined;
    const last = (await statesOf(context, match.resource, match.thing_id)).at(-1);
    const next: Made = {
      kind: restored === null ? 'saved' : 'restored',
      who: user?.name ?? user?.email ?? null,
      who_id: user?.id ?? null,
      at: new Date(now()).toISOString(),
      changed,
      restored,
    };
    const made = await howMade(context, kind, thing, last);
    return revisions.add(
      { ...match, who: revisions.hashOf(who), number: (last?.number ?? 0) + 1, is_accepted: 0 },
      // The release before, which may run beside this one, also reads the last three.
      { title: titleOf(kind, thing), thing, made, next, ...{ fields: {}, textHash: '', lost: [] } },
    );
  }
  const { answer, key } = await changing(revisions, take(), send);
  if (key && answer.status < 300) await revisions.update({ key }, { is_accepted: 1 });
  return { answer, key };
}

/**
 * Provides versions for a host without them, as the engine does (docs/product.md §18.1). The versions of a record are
 * the states before each save and the current state.
 */
export function createVersions(context: SnapshotContext) {
  const { records, revisions, versioned } = context;

  /**
   * Returns the kind, if the account may see its versions: the host has accepted a save of such a record from it,
   * since a host does not say who may edit. Throws 403 if the host has sent a role of this site, and this role may not
   * make the call.
   */
  async function kindFor({ row, user }: UpstreamRequest, who: string, resource: unknown) {
    const kind = versioned.find(({ noun }) => noun.resource === resource);
    if (!kind || !row) return undefined;
    assertThat(mayCall(user?.role, row, kind.noun.resource), 'role.notAllowed', 403);
    const match = { who: revisions.hashOf(who), resource: kind.noun.resource, is_accepted: 1 };
    return (await revisions.select(match).select('key').limit(1).executeTakeFirst()) && kind;
  }

  /** Returns the current state, which is stored only when it is overwritten. */
  async function present(kind: Kind, thing: Thing, last: Revision) {
    const made = await howMade(context, kind, thing, last);
    return { ...last, title: titleOf(kind, thing), made, key: `now-${last.key}`, number: last.number + 1 };
  }

  /**
   * Finds a version by its id. Returns its state, and the whole record as it was in that version (`then`) and as it is
   * now (`thing`).
   */
  async function find(wanted: UpstreamRequest, who: string) {
    // The id of the current state stays valid when that state is stored: it names the state before it.
    const [, isNow, key] = /^(now-)?(.*)$/.exec(wanted.params?.id ?? '') ?? [];
    const [named] = await revisions.list({ key });
    const kind = named && (await kindFor(wanted, who, named.resource));
    assertThat(kind, 'version.notFound', 404);
    const thing = await records.read(kind, named.thing_id, wanted);
    assertThat(thing, 'version.thingGone', 404);
    const all = await statesOf(context, named.resource, named.thing_id);
    const stored = all[all.findIndex((each) => each.key === key) + (isNow ? 1 : 0)];
    const then = stored ? await revisions.thing(stored.key) : thing;
    assertThat(then, 'version.notFound', 404);
    return { kind, state: stored ?? (await present(kind, thing, named)), then, thing };
  }

  return {
    async getVersions(wanted: UpstreamRequest, who: string) {
      const query = contract.getVersions.query.partial().safeParse(queryOf(wanted));
      const { page = 1, id, resource } = query.data ?? {};
      const kind = await kindFor(wanted, who, resource);
      const states = kind ? await statesOf(context, kind.noun.resource, String(id)) : [];
      const last = states.at(-1);
      const thing = kind && last && (await records.read(kind, String(id), wanted));
      const all = thing ? [...states, await present(kind, thing, last)].reverse() : [];
      return answered(slice(all.map(lineOf), page));
    },

    async getVersion(wanted: UpstreamRequest, who: string) {
      const { kind, state, then } = await find(wanted, who);
      const fields = fieldsOf(kind, then);
      const id = 'category_id' in fields && String(fields.category_id);
      // The title is null if it cannot be read.
      const found = id && (await records.get('getSingleCategory', { id }, wanted).catch(() => undefined));
      const category = id && { category: (found as Thing | undefined)?.title ?? null };
      return answered({
        ...lineOf(state),
        resource: kind.noun.resource,
        row_id: then.id,
        fields: { ...fields, ...category },
        text: richTextWords(textOf(then)),
      });
    },

    async restoreVersion(wanted: UpstreamRequest, who: string) {
      const { kind, state, then, thing } = await find(wanted, who);
      assertNotNewer(fieldOf(wanted.json, 'updated_at'), thing.updated_at);
      const texts = textsOf(kind, then, thing);
      // As in the engine, a restore keeps the files of the present state.
      const kept = namesWhere(kind.noun.fields, isFile).filter((name) => !isSame(thing[name], then[name]));
      const { resource } = kind.noun;
      const restored = (updated_at: unknown, before: string | null = null) =>
        answered({ resource, row_id: thing.id, updated_at, before, kept }, 'version.restored');
      const said = { values: texts, files: [] };
      if ((await changesOf(kind, thing, said)).length === 0) return restored(thing.updated_at ?? '');
      const send = () => records.write(kind, { id: thing.id, texts }, wanted);
      const save = { kind, thing, said, wanted, restored: state.number };
      const { answer, key } = await saveOver(context, save, who, send);
      if (answer.status >= 400) return answer;
      dumpAnswer(answer);
      const newest = await records.read(kind, String(thing.id), wanted).catch(() => undefined);
      return restored(newest?.updated_at ?? '', key);
    },
  };
}

/**
 * Returns by whom and when the current state of a record was made. Usually that is the last save through this site.
 * If a field that this save did not change differs from the state before the save, an unknown person has changed the
 * record elsewhere.
 */
async function howMade(
  { revisions, now }: SnapshotContext,
  kind: Kind,
  thing: Thing,
  last: Revision | undefined,
): Promise<Made> {
  const before = last && (await revisions.thing(last.key));
  const changed = before ? await differences(kind, before, thing) : [];
  if (last && changed.every((name) => last.next.changed.includes(name))) return last.next;
  const at = [thing.updated_at, thing.created_at].find((each) => typeof each === 'string' && each !== '');
  const then = String(at ?? new Date(now()).toISOString());
  return { kind: 'found', who: null, who_id: null, changed, restored: null, at: then };
}

function lineOf({ key, number, title, made }: Revision) {
  // Versions that the release before has stored have no `who_id`.
  return { ...made, id: key, number, title, who_id: made.who_id ?? null };
}
