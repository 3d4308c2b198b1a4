import { createHash } from 'node:crypto';
import type { Capabilities } from '../../server/bff/capabilities.ts';
import type { Upstream, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { repeat } from '../../server/process/work.ts';
import { readSentFields } from '../adapt/requests.ts';
import { assertNotNewer, dayMs, openContext, type SnapshotOptions } from './context.ts';
import { type Kind, kinds } from './kinds.ts';
import { createTrash } from './trash.ts';
import { createVersions, saveOver } from './versions.ts';

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
  const token = createHash('sha256').update(authorization).digest('base64url');
  return String(user?.email ?? user?.id ?? `token ${token}`);
}
