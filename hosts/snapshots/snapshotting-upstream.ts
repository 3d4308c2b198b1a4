import { hash } from 'node:crypto';
import { contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/row.ts';
import { textOf } from '#shared/desk-messages.ts';
import { isFile, namesWhere } from '#shared/entities/entity.ts';
import { limits } from '#shared/limits.ts';
import { recordPage } from '#shared/record-page.ts';
import { richTextWords } from '#shared/rich-text.ts';
import { readJsonId } from '#shared/schemas/fields.ts';
import { restoreSchema } from '#shared/schemas/trash.ts';
import { slice } from '../../server/bff/answers.ts';
import type { Capabilities } from '../../server/bff/capabilities.ts';
import { dumpAnswer, jsonAnswer, readJson } from '../../server/bff/upstream/answers.ts';
import {
  fieldOf,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../../server/bff/upstream/upstream.ts';
import { type AppError, assertThat } from '../../server/errors.ts';
import { repeat } from '../../server/process/work.ts';
import { readSentFields, type SentFields } from '../adapt/requests.ts';
import {
  answered,
  assertNotNewer,
  changesOf,
  dayMs,
  differences,
  fieldsOf,
  filesOf,
  isSame,
  type Kind,
  kinds,
  longTextOf,
  type Made,
  openContext,
  queryOf,
  type SnapshotContext,
  type SnapshotOptions,
  type StateHead,
  type Stored,
  type Thing,
  textsOf,
  titleOf,
} from './context.ts';

/**
 * Provides undo, trash, versions and conflict checks for a host without them (hosts/snapshots/README.md). Reads a
 * record before this site deletes or overwrites it, stores it for `limits.trashDays`, and restores it through the
 * host's own calls. `has` returns whether the host has a call.
 */
export function snapshotBefore(
  upstream: Upstream,
  has: Capabilities['has'],
  options: SnapshotOptions,
): Upstream {
  const { deleted, versioned, answered, log } = options;
  const context = openContext(upstream, has, options);
  const { records, snapshots, revisions, changing } = context;
  const trash = createTrash(context);
  const answering = { ...trash.calls, ...createVersions(context) };

  async function request(wanted: UpstreamRequest) {
    const { row, params: { id } = {} } = wanted;
    const who = accountOf(wanted);
    if (!row || !who) return upstream.request(wanted);
    if (answered.has(row.name))
      return answering[row.name as keyof typeof answering]?.(wanted, who) ?? upstream.request(wanted);
    const gone = deleted.find((kind) => kind.deletes === row.name);
    if (gone && id !== undefined) return remove(gone, id, wanted, who);
    const changed = kinds.find((kind) => kind.changes === row.name);
    if (changed) return save(changed, wanted, who);
    return upstream.request(wanted);
  }

  /** Deletes a record, also if it cannot be read before: undo then says that there is nothing to restore. */
  async function remove(kind: Kind, id: string, wanted: UpstreamRequest, who: string) {
    const { answer, key } = await changing(snapshots, trash.take(kind, id, wanted, who), () =>
      upstream.request(wanted),
    );
    if (answer.status < 300) await trash.moveStates(kind, id, key);
    return answer;
  }

  /** Reads the record once before a save, for the conflict check and for the version. */
  async function save(kind: Kind, wanted: UpstreamRequest, who: string) {
    const said = await readSentFields(wanted);
    const values = new Map(said.values);
    const id = wanted.params?.id ?? values.get('blog_id');
    const isKept = versioned.includes(kind);
    const send = () => upstream.request(wanted);
    if (id === undefined || !(isKept || values.get('updated_at'))) return send();
    // A record that cannot be read can still be saved. There is then no version of its former state.
    const thing = await records.read(kind, String(id), wanted).catch((error: unknown) => {
      log.warn({ err: error }, 'a record could not be read before its change at the API host');
    });
    assertNotNewer(values.get('updated_at'), thing?.updated_at);
    if (!thing || !isKept) return send();
    return (await saveOver(context, { kind, thing, said, wanted }, who, send)).answer;
  }

  /** Erases what is older than `limits.trashDays`. Runs daily, even on days without a deletion or save. */
  repeat(
    dayMs,
    async () => void (await Promise.all([snapshots.forgetOld(), revisions.forgetOld()])),
    (error) =>
      log.warn({ err: error }, 'expired snapshots of the API host could not be erased; retrying later'),
  ).wake();

  return { ...upstream, request };
}

/**
 * Returns what identifies the account of a request: the email or id of its user, or else a hash of its token.
 * Undefined for a visitor.
 */
function accountOf({ user, headers: { authorization } }: UpstreamRequest) {
  if (authorization === undefined) return undefined;
  const token = hash('sha256', authorization, 'base64url');
  return String(user?.email ?? user?.id ?? `token ${token}`);
}

/**
 * Lists, restores and erases records that were deleted at the host through this site, for the account that deleted
 * them. The versions of a record are moved and erased together with the record.
 * Where a host publishes by a call of its own, the answer says that a restored record has another status.
 */
function createTrash({ records, snapshots, revisions, now, log, sendRedirect }: SnapshotContext) {
  /** Returns the record that a call names, as it was deleted last. */
  async function find({ json }: UpstreamRequest, who: string) {
    const { resource, id } = restoreSchema.safeParse(json?.value).data ?? {};
    const kind = kinds.find(({ noun }) => noun.resource === resource);
    const match = { resource, thing_id: String(id), who: snapshots.hashOf(who) };
    const found = kind && (await snapshots.list(match)).at(-1);
    assertThat(kind && found && id, 'trash.nothing', 404, { values: { days: limits.trashDays } });
    return { kind, found, id, states: { resource, thing_id: inTrash(found.key) } };
  }

  return {
    /** Stores a record before its deletion, and returns the key of its entry. Undefined if it cannot be found. */
    async take(kind: Kind, id: string, asked: UpstreamRequest, who: string) {
      const thing = await records.read(kind, id, asked);
      if (!thing) return undefined;
      const wanted = filesOf(kind, thing);
      const files = await records.fetchFiles(wanted, asked);
      return snapshots.add(
        { resource: kind.noun.resource, thing_id: String(thing.id), who: snapshots.hashOf(who) },
        { thing, name: titleOf(kind, thing), lost: wanted.length - files.length, files },
      );
    },

    /**
     * Assigns the versions of a deleted record to its entry in the trash (`key`), or removes them if it has no entry.
     * They must not stay under the record's id, because the host may give that id to another record.
     */
    async moveStates({ noun: { resource } }: Kind, thing_id: string, key: string | undefined) {
      const match = { resource, thing_id };
      if (key) await revisions.update(match, { thing_id: inTrash(key) });
      else await revisions.remove(match);
    },

    calls: { restoreDeleted, eraseDeleted, getTrash },
  };

  async function restoreDeleted(wanted: UpstreamRequest, who: string) {
    const { kind, found, id: oldId, states } = await find(wanted, who);
    const { thing, key } = found;
    const date = thing.created_at ? [['created_at', thing.created_at] as const] : [];
    const texts = [...textsOf(kind, thing, thing), ...date];
    const kept = await snapshots.filesOf(found);
    let files = kept;
    /** Adds the record without the files that host.json has no place for: an AppError names their fields. */
    const add = async (): Promise<UpstreamAnswer> => {
      try {
        return await records.write(kind, { texts, files }, wanted);
      } catch (error) {
        const taken = files.filter(({ field }) => !(error as AppError).fields?.[field]);
        if (taken.length === files.length) throw error;
        files = taken;
        return add();
      }
    };
    const answer = await add();
    if (answer.status >= 400) return answer;
    await snapshots.remove({ key });
    const { data } = (await readJson(answer)) as { data?: { id?: unknown } | null };
    const id = readJsonId(data?.id) ?? oldId;
    await revisions.update(states, { thing_id: String(id) });
    const [from, to] = [oldId, id].map((each) => recordPage(kind.noun.resource, each));
    if (from && to && from !== to) {
      // A failure is only logged, and does not undo the restore.
      const refused = await sendRedirect?.(from, to).catch((error: unknown) => [String(error)]);
      if (refused?.length)
        log.warn(
          { from, to, refused },
          'a restored record has a new address, and no redirect from the old one could be added',
        );
    }
    const count = found.lost + kept.length - files.length;
    const now = await records.read(kind, String(id), wanted).catch(() => undefined);
    const marks = namesWhere(kind.noun.fields, (field) => field.apart === true && field.kind !== 'order');
    const isOther = now && marks.some((name) => !isSame(now[name], thing[name]));
    const without = count > 0 && textOf('trash.restoredWithout', { count });
    const other = isOther && textOf('trash.restoredOther');
    const message = [without, other].filter(Boolean).join(' ') || textOf('trash.restored');
    return jsonAnswer(200, { status: 1, message, data: { resource: states.resource, id } });
  }

  async function eraseDeleted(wanted: UpstreamRequest, who: string) {
    const { found, id, states } = await find(wanted, who);
    await snapshots.remove({ key: found.key });
    await revisions.remove(states);
    return answered({ resource: states.resource, id }, 'trash.erased');
  }

  async function getTrash(wanted: UpstreamRequest, who: string) {
    const { page = 1, per_page, resource } = contract.getTrash.query.safeParse(queryOf(wanted)).data ?? {};
    const all = await snapshots
      .select({ who: snapshots.hashOf(who) })
      .select(['key', 'resource'])
      .execute();
    const counts: Record<string, number> = {};
    for (const row of all.reverse()) counts[row.resource] = (counts[row.resource] ?? 0) + 1;
    const chosen = all.filter((row) => !resource || row.resource === resource);
    const shown = slice(chosen, page, per_page);
    // Only the records of this page are opened: all of them may have 512 MiB.
    const opened = await Promise.all(shown.data.map(({ key }) => snapshots.list({ key })));
    const data = opened.flat().map(({ resource, thing: { id }, name, kept_at }) => ({
      resource,
      id,
      name,
      // An account sees only its own deletions.
      by: wanted.user?.email ?? null,
      below: 0,
      deleted_at: new Date(kept_at).toISOString(),
      days_left: Math.ceil(limits.trashDays - (now() - kept_at) / dayMs),
    }));
    return answered({ ...shown, data, counts });
  }
}

/** Returns the id under which the versions of a deleted record are stored. A host has no ids of this form. */
function inTrash(key: string) {
  return `in the trash: ${key}`;
}

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
async function saveOver(
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
      { title: titleOf(kind, thing), thing, made, next },
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
function createVersions(context: SnapshotContext) {
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
      const id = fields.category_id !== undefined && String(fields.category_id);
      // The title is null if it cannot be read.
      const found = id && (await records.get('getSingleCategory', { id }, wanted).catch(() => undefined));
      const category = id && { category: (found as Thing | undefined)?.title ?? null };
      return answered({
        ...lineOf(state),
        resource: kind.noun.resource,
        row_id: then.id,
        fields: { ...fields, ...category },
        text: richTextWords(longTextOf(then)),
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
