import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { recordPage } from '#shared/record-page.ts';
import { readJsonId } from '#shared/schemas/fields.ts';
import { restoreSchema } from '#shared/schemas/trash.ts';
import { slice } from '../../server/bff/answers.ts';
import { readJson } from '../../server/bff/upstream/answers.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { type AppError, assertThat } from '../../server/errors.ts';
import { answered, dayMs, queryOf, type SnapshotContext } from './context.ts';
import { filesOf, type Kind, kinds, textsOf, titleOf } from './kinds.ts';

/**
 * Lists, restores and erases records that were deleted at the host through this site, for the account that deleted
 * them. The versions of a record are moved and erased together with the record.
 */
export function createTrash({ records, snapshots, revisions, now, log, sendRedirect }: SnapshotContext) {
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
    const message = count > 0 ? 'trash.restoredWithout' : 'trash.restored';
    return answered({ resource: states.resource, id }, message, { count });
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
    all.reverse();
    const counts: Record<string, number> = {};
    for (const row of all) counts[row.resource] = (counts[row.resource] ?? 0) + 1;
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
