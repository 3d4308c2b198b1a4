import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { repeat } from '../../server/background-worker.ts';
import { fieldOf } from '../../server/bff/upstream/json-body.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { readSentFields, type SentFields } from '../adapt/forms.ts';
import { assertNotNewer } from './conflict.ts';
import type { Snapshots } from './deleted-snapshots.ts';
import { createHostReader, type FetchMedia, type HostReader, type Thing } from './host-reader.ts';
import { type Kind, kinds } from './kinds.ts';
import { restoreOver } from './restore.ts';
import type { Revisions } from './revisions.ts';
import { takeRevision } from './take-revision.ts';
import { createTrash } from './trash.ts';
import { createVersions } from './versions.ts';

export interface SnapshotOptions {
  snapshots: Snapshots;
  revisions: Revisions;
  /**
   * `deleted`: the kinds whose deleted records are stored. `versioned`: the kinds whose overwritten states are
   * stored.
   */
  deleted: readonly Kind[];
  versioned: readonly Kind[];
  fetchMedia: FetchMedia;
  log: Pick<Logger, 'warn'>;
  /** Creates a redirect from the old path of a page to its new path. Returns the problems, if any. */
  sendRedirect?: (from: string, to: string) => Promise<readonly string[]>;
  now?: () => number;
}

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Names of the calls that can handle a message: after such a call the status of the message may be `replied` or
 * `archived`.
 */
export const handlingRows: ReadonlySet<string> = new Set([
  contract.updateMessageStatus.name,
  contract.answerMessage.name,
]);

/** Options, and the parts that every call needs. */
interface SnapshotContext extends SnapshotOptions {
  upstream: Upstream;
  reader: HostReader;
  now: () => number;
}

/**
 * Provides undo, trash, versions and conflict checks for a host without them (hosts/snapshots/README.md). Reads a
 * record before this site deletes or overwrites it, stores it for `limits.trashDays`, and restores it through the
 * host's own calls. `has` returns whether the host has a call.
 */
export function snapshotBefore(
  upstream: Upstream,
  has: (row: Pick<ContractRow, 'name'>) => boolean,
  options: SnapshotOptions,
): { upstream: Upstream; forgetSender: (message: Record<string, unknown>) => Promise<void> } {
  const { snapshots, revisions, deleted, versioned, log, now = Date.now } = options;
  const reader = createHostReader(upstream, has, options.fetchMedia);
  const context: SnapshotContext = { ...options, upstream, reader, now };
  const trash = createTrash({
    upstream,
    reader,
    snapshots,
    revisions,
    now,
    moved: (from, to) => sendRedirect(context, from, to),
  });
  const versions = createVersions({
    reader,
    revisions,
    kept: versioned,
    now,
    async save({ kind, thing, texts, files, wanted, restored }) {
      const named = files.map((file) => ({ ...filePart, name: file.field }));
      const said: SentFields = { values: texts, files: named };
      const send = () => restoreOver(upstream, kind, { thing, texts, files }, wanted);
      return keeping(context, { kind, thing, said, wanted, restored }, send);
    },
  });
  /** Calls of the trash and of versions, which this site answers without the host. */
  const answered: Readonly<Record<string, Answering>> = {
    ...(deleted.length > 0 && {
      [contract.getTrash.name]: trash.page,
      [contract.restoreDeleted.name]: trash.restore,
      [contract.eraseDeleted.name]: trash.erase,
    }),
    ...(versioned.length > 0 && {
      [contract.getVersions.name]: versions.list,
      [contract.getVersion.name]: (wanted, who) => versions.one(wanted, wanted.params?.id ?? '', who),
      [contract.restoreVersion.name]: (wanted, who) =>
        versions.restore(wanted, wanted.params?.id ?? '', {
          who,
          version: fieldOf(wanted.json, 'updated_at'),
        }),
    }),
  };

  async function request(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const { row, params: { id } = {} } = wanted;
    const who = whoOf(wanted);
    if (!row || !who) return upstream.request(wanted);
    const answering = answered[row.name];
    if (answering) return answering(wanted, who);
    const gone = deleted.find((kind) => kind.deletes === row.name);
    if (gone && id !== undefined) {
      const { answer, key } = await remove(context, wanted, gone, id);
      // The versions of the deleted record must not stay under this id, because the host may give the id to another
      // record.
      if (answer.status < 300) await trash.moveStates(gone, id, key);
      return answer;
    }
    const changed = kinds.find((kind) => kind.changes === row.name);
    if (changed) return save(context, wanted, changed);
    const answer = await upstream.request(wanted);
    if (handlingRows.has(row.name) && id !== undefined && answer.status < 300)
      await lookAtMessage(context, wanted, id);
    return answer;
  }

  /** Erases what is older than `limits.trashDays`. Runs daily, even on days without a deletion or save. */
  const forgetOld = async () => void (await Promise.all([snapshots.forgetOld(), revisions.forgetOld()]));
  repeat(dayMs, forgetOld, (error) =>
    log.warn({ err: error }, 'expired snapshots of the API host could not be erased; retrying later'),
  ).wake();

  return {
    upstream: { ...upstream, request },
    forgetSender: (message) => forgetSender(context, message),
  };
}

type Answering = (wanted: UpstreamRequest, who: string) => Promise<UpstreamAnswer>;

/**
 * Redirects the old path of a restored page to its new path. A failure is only logged, and does not undo the restore.
 */
async function sendRedirect(options: SnapshotOptions, from: string, to: string): Promise<void> {
  const refused = await options.sendRedirect?.(from, to).catch((error: unknown) => [String(error)]);
  if (refused && refused.length > 0)
    options.log.warn(
      { from, to, refused },
      'a restored record has a new address, and no redirect from the old one could be added',
    );
}

/** Reads the record once before the save, for the conflict check and for the revision. */
async function save(context: SnapshotContext, wanted: UpstreamRequest, kind: Kind): Promise<UpstreamAnswer> {
  const { upstream, reader, log } = context;
  const said = await readSentFields(wanted);
  const values = new Map(said.values);
  const id = wanted.params?.id ?? values.get('blog_id');
  const version = values.get('updated_at');
  const isKept = context.versioned.includes(kind);
  const send = () => upstream.request(wanted);
  if (id === undefined || !(isKept || version)) return send();
  const thing = await reader.read(kind, String(id), wanted).catch((error: unknown) => {
    // A record that cannot be read can still be saved. There is then no version of its former state to restore.
    log.warn(
      { err: error, call: kind.changes },
      'a record could not be read before its change at the API host',
    );
    return undefined;
  });
  assertNotNewer(version, thing?.updated_at);
  if (!thing || !isKept || !reader.isWhole(thing)) return send();
  return (await keeping(context, { kind, thing, said, wanted }, send)).answer;
}

/** Stores a revision before a record is overwritten. Removes the revision if the host refuses the save. */
async function keeping(
  context: SnapshotContext,
  save: { kind: Kind; thing: Thing; said: SentFields; wanted: UpstreamRequest; restored?: number },
  send: () => Promise<UpstreamAnswer>,
): Promise<{ answer: UpstreamAnswer; key: string | undefined }> {
  const { wanted, ...kept } = save;
  const by = { who: whoOf(wanted) ?? '', user: wanted.user };
  const state = await takeRevision({ ...kept, ...by }, context).catch((error: unknown) => {
    const what = 'no revision could be stored before a change at the API host';
    context.log.warn({ err: error, call: save.kind.changes }, what);
    return undefined;
  });
  const answer = await unlessRefused(send, state?.takeAway);
  if (answer.status < 300) await state?.accept();
  return { answer, key: state?.key };
}

/** Stores a snapshot before a record is deleted. Removes the snapshot if the host refuses the deletion. */
async function remove(
  { upstream, reader, snapshots, log }: SnapshotContext,
  wanted: UpstreamRequest,
  kind: Kind,
  id: string,
): Promise<{ answer: UpstreamAnswer; key: string | undefined }> {
  const snapshot = await reader.take(kind, id, wanted).catch((error: unknown) => {
    // A record that cannot be read can still be deleted. If undo is requested later, the answer says that the record
    // cannot be restored.
    log.warn(
      { err: error, call: kind.deletes },
      'no snapshot could be stored before a deletion at the API host',
    );
    return undefined;
  });
  const key = snapshot && (await snapshots.add(snapshot, whoOf(wanted) ?? ''));
  const takeAway = key === undefined ? undefined : () => snapshots.remove(key);
  return { answer: await unlessRefused(() => upstream.request(wanted), takeAway), key };
}

/**
 * Called after a call that may have handled a message. Reads the message on behalf of the caller. If it is a completed
 * request for account deletion, removes what is stored about its sender.
 */
async function lookAtMessage(context: SnapshotContext, wanted: UpstreamRequest, id: string): Promise<void> {
  const status = fieldOf(wanted.json, 'status');
  if (status !== undefined && status !== 'replied' && status !== 'archived') return;
  const message = await context.reader.message(id, wanted).catch(() => undefined);
  if (message) await forgetSender(context, typeof status === 'string' ? { ...message, status } : message);
}

/** Removes snapshots and revisions that name the sender of a completed request for account deletion. */
async function forgetSender(
  { snapshots, revisions, log }: SnapshotContext,
  message: Record<string, unknown>,
): Promise<void> {
  const isDone = message.status === 'replied' || message.status === 'archived';
  if (message.type !== 'account_deletion' || !isDone) return;
  const named = [message.email, message.account_identifier].flatMap((each) =>
    typeof each === 'string' && each.length > 2 ? [each.toLowerCase()] : [],
  );
  if (named.length === 0) return;
  const count = (await snapshots.removeWith(named)) + (await revisions.removeWith(named));
  if (count > 0) log.warn({ count }, 'snapshots that name a person who asked for deletion were erased');
}

const filePart = { kind: 'file' as const, fileName: '', type: '', source: '', size: 0 };

/**
 * Sends a request that deletes or overwrites a record of which a copy was stored before. Removes the copy if the host
 * refuses the request. If no answer arrives, the copy stays, because the host may have carried out the request.
 */
async function unlessRefused(
  send: () => Promise<UpstreamAnswer>,
  takeAway: (() => Promise<void>) | undefined,
): Promise<UpstreamAnswer> {
  try {
    const answer = await send();
    if (answer.status >= 400) await takeAway?.();
    return answer;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await takeAway?.();
    throw error;
  }
}

/**
 * Returns what identifies the account of a request: the email or id of its user, or else a hash of its token.
 * Undefined for a visitor.
 */
function whoOf({ user, headers }: UpstreamRequest): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const name = user?.email ?? user?.id;
  return name === undefined
    ? `token ${createHash('sha256').update(authorization).digest('base64url')}`
    : String(name);
}
