import { contract } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import { restoreSchema } from '#shared/schemas/trash.ts';
import { jsonAnswer, readJson } from '../../server/bff/upstream/json-answer.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { assertThat } from '../../server/errors.ts';
import type { Snapshots } from './deleted-snapshots.ts';
import type { HostReader } from './host-reader.ts';
import { type Kind, kinds, pageOf } from './kinds.ts';
import { restoreSnapshot } from './restore.ts';
import type { Revisions } from './revisions.ts';

interface TrashParts {
  upstream: Upstream;
  reader: HostReader;
  snapshots: Snapshots;
  revisions: Revisions;
  now: () => number;
  /** Called when the path of a restored record's page differs from the path before the deletion. */
  moved: (from: string, to: string) => Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Lists, restores and erases records that were deleted at the host through this site, for the account that deleted
 * them. The versions of a record are moved and erased together with the record.
 */
export function createTrash({ upstream, reader, snapshots, revisions, now, moved }: TrashParts) {
  async function restore(wanted: UpstreamRequest, who: string): Promise<UpstreamAnswer> {
    const { resource, id } = wantedThing(wanted);
    const kind = kinds.find((each) => each.resource === resource);
    const found = kind && (await snapshots.find(resource, id, who));
    assertThat(kind && found, 'trash.nothing', 404, { values: { days: limits.trashDays } });
    const answer = await restoreSnapshot(upstream, kind, found, wanted);
    if (answer.status >= 400) return answer;
    await snapshots.remove(found.key);
    const { data } = (await readJson(answer)) as { data?: { id?: unknown } | null };
    const given =
      readJsonId(data?.id) ?? (await reader.named(kind, found.thing, wanted).catch(() => undefined))?.id;
    const newId = given ?? id;
    await revisions.move(resource, inTrash(found.key), newId);
    const [from, to] = [pageOf(kind, id), pageOf(kind, newId)];
    if (from !== undefined && to !== undefined && from !== to) await moved(from, to);
    const message = textOf(found.lost > 0 ? 'trash.restoredWithout' : 'trash.restored', {
      count: found.lost,
    });
    return jsonAnswer(200, { status: 1, message, data: { resource, id: newId } });
  }

  async function erase(wanted: UpstreamRequest, who: string): Promise<UpstreamAnswer> {
    const { resource, id } = wantedThing(wanted);
    const found = await snapshots.find(resource, id, who);
    assertThat(found, 'trash.nothing', 404, { values: { days: limits.trashDays } });
    await snapshots.remove(found.key);
    await revisions.removeOf(resource, inTrash(found.key));
    return jsonAnswer(200, { status: 1, message: textOf('trash.erased'), data: { resource, id } });
  }

  async function page(wanted: UpstreamRequest, who: string): Promise<UpstreamAnswer> {
    const query = new URLSearchParams(wanted.path.split('?', 2)[1]);
    const parsed = contract.getTrash.query.safeParse(Object.fromEntries(query));
    const { page = 1, per_page: perPage = limits.pageSize, resource } = parsed.data ?? {};
    const { lines, total, counts } = await snapshots.page(who, { resource, page, perPage });
    const data = lines.map(({ resource, id, name, by, keptAt }) => ({
      resource,
      id,
      name,
      by,
      below: 0,
      deleted_at: new Date(keptAt).toISOString(),
      days_left: Math.max(0, Math.ceil(limits.trashDays - (now() - keptAt) / dayMs)),
    }));
    const pages = {
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      total,
    };
    return jsonAnswer(200, { status: 1, data: { data, ...pages, counts } });
  }

  /**
   * Assigns the versions of a deleted record to its entry in the trash (`key`), or removes them if it has no entry.
   * They must not stay under the record's id, because the host may give that id to another record.
   */
  async function moveStates({ resource }: Kind, id: string, key: string | undefined): Promise<void> {
    if (key === undefined) await revisions.removeOf(resource, id);
    else await revisions.move(resource, id, inTrash(key));
  }

  return { restore, erase, page, moveStates };
}

/** Returns the id under which the versions of a deleted record are stored. A host has no ids of this form. */
function inTrash(key: string): string {
  return `in the trash: ${key}`;
}

function wantedThing(wanted: UpstreamRequest) {
  const { data } = restoreSchema.safeParse(wanted.json?.value);
  assertThat(data, 'trash.nothing', 404, { values: { days: limits.trashDays } });
  return data;
}
