import { randomUUID } from 'node:crypto';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Logger } from 'pino';
import { type ApplicantStatus, closedStatuses } from '#shared/schemas/applicant.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import {
  again,
  createTaskWorker,
  type Outcome,
  type Task,
  Tasks,
  type TaskWorker,
} from '../../database/tasks.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';
import type { MailTransport } from '../../mail/transport.ts';
import type { Chore } from '../chore.ts';
import { isByHand, type Mail, type QueuedMail, renderMail, taskOf, writtenKey } from './mails.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const waits = { firstMs: minuteMs, longestMs: 6 * hourMs };
/** While the mail server fails for every mail, none is tried. */
const pauses = { firstMs: minuteMs, longestMs: 15 * minuteMs };
/** So many attempts take a little more than three days. */
const mostFailures = 21;
/**
 * From this failure on, a permanent refusal is accepted as final. An earlier refusal may be caused by a temporary
 * mistake in the mail server's configuration.
 */
const refusalsBelieved = 3;
/** A mail that waited longer than this, because no mail server was configured, is too old to be sent. */
const oldestMs = 7 * dayMs;
/** How long mails that were given up stay in the outbox. */
const retainedMs = 30 * dayMs;
const tooOld: SendFailure = { blame: 'refused', code: 'TOO_OLD', reason: 'It waited too long.' };
/**
 * How long a stop waits for the mail in progress, in milliseconds; the process has 10 s in all (server/http/README.md, "Health, log and stop").
 */
const graceMs = 2_000;

export type Outbox = ReturnType<typeof createOutbox>;

interface OutboxOptions {
  db: Db;
  log: Logger;
  /** The base of links in mails. */
  publicUrl: URL;
  site: LiveSite;
  /** Undefined without a mail server: mails wait until a later start has one. */
  transport: MailTransport | undefined;
  now?: () => Promise<number>;
}

/**
 * Mails are tasks (docs/decisions/0006-mail-outbox.md), committed with the change that causes them; a worker sends them
 * afterwards. So no request waits for a mail server, and an outage loses nothing.
 */
export function createOutbox({ db, log, publicUrl, site, transport, now }: OutboxOptions) {
  const tasks = new Tasks(db, 'tasks', { now });
  const failed = (error: unknown) => log.error({ err: error }, 'content API: the outbox cannot be processed');
  const takeOver = async () => takeOverMails(db, tasks);
  const worker =
    transport &&
    createTaskWorker({
      tasks,
      state: 'waiting',
      backoff: waits,
      longestMs: waits.longestMs,
      pause: pauses,
      before: takeOver,
      failed,
      graceMs,
      run: (task, cut) => attempts.send(transport, task, cut),
    });
  const attempts = createAttempts(db, tasks, log, () => worker);

  const render = (mail: Mail) => renderMail(mail, publicUrl, site());

  return {
    /** False when no mail server is configured: mails wait. */
    sends: transport !== undefined,
    now: (tx?: Db) => tasks.now(tx),
    /** Renders the mail as it would be sent now; undefined when its recipient's email address is invalid. */
    render,
    /**
     * Renders a mail with the data of this moment and queues it, inside the transaction of the change that causes it.
     * A mail to an invalid email address is logged and left out: the change itself must not be lost. A mail is due,
     * and as old as if it was queued, at `due`.
     */
    async enqueue(tx: Db, mail: Mail, { written, due }: { written?: RowId; due?: number } = {}) {
      const { kind } = mail;
      const rendered = render(mail);
      if (!rendered) {
        log.warn({ kind }, 'content API: mail skipped, its address is not valid');
        return;
      }
      const queued: QueuedMail = { ...rendered, messageKey: randomUUID(), written };
      const id = await tasks.add(taskOf(kind, queued, due ?? (await tasks.now(tx))), tx);
      if (!worker) log.info({ mail: id, kind }, 'content API: mail queued, SMTP_URL is not set');
      // This transaction waits for the one that queues the mail.
      else
        void db
          .transaction()
          .execute(async () => {})
          .then(worker.wake, worker.wake);
    },
    /** Starts to send mails, including those left by an earlier run. Resolves when none is due. */
    async start() {
      if (!worker) return takeOver().catch(failed);
      worker.wake();
      await worker.idle();
    },
    /** Numbers for metrics: mails that wait, and mails that were given up and are not yet erased. */
    async stats() {
      const { total, oldestAt } = await tasks.counts();
      return { waiting: total('waiting'), givenUp: total('needs_person'), oldestAt };
    },
    /** Gives up mails that waited too long, and erases those that were given up, because mails contain personal data. */
    chore: {
      name: 'outbox',
      async run(moment) {
        const before = (ms: number) => moment.getTime() - ms;
        const old = tasks.select().where('state', '=', 'waiting').where('run_at', '<', before(oldestMs));
        const tooLate = await old.execute();
        for (const task of tooLate) await tasks.settle(task, await attempts.giveUp(task, tooOld));
        const ended = tasks.erasing().where('state', '=', 'needs_person');
        return {
          gaveUp: tooLate.length,
          erased: await tasks.remove(ended.where('run_at', '<', before(retainedMs))),
        };
      },
    } satisfies Chore,
    stop: async () => worker?.stop(),
  };
}

/** Makes the attempts to send a mail, and what becomes of a mail that is not taken. */
function createAttempts(db: Db, tasks: Tasks, log: Logger, worker: () => TaskWorker | undefined) {
  const isoNow = async () => new Date(await tasks.now()).toISOString();
  async function send(server: MailTransport, task: Task, cut: AbortSignal): Promise<Outcome> {
    const { id, kind, attempts, created_at } = task;
    const { written, messageKey, ...mail } = mailIn(task);
    if (attempts === 1 && (await tasks.now()) - task.run_at > oldestMs) return giveUp(task, tooOld);
    if (written !== undefined) {
      const row = await writtenMail(db, written);
      // Cancelled, or erased with the candidate.
      if (!row || row.undone_at) return {};
      const held_back = misfitOf(row);
      if (held_back) {
        log.info({ mail: id, kind }, 'content API: mail held back');
        return { also: (tx) => noteOutcome(tx, written, { held_back }) };
      }
    }
    try {
      const made = { created_at: new Date(created_at).toISOString(), message_key: messageKey };
      await server.send({ ...mail, ...made, byHand: isByHand(kind) }, cut);
    } catch (error) {
      return failure(task, failureOf(error), cut);
    }
    worker()?.resume();
    log.info({ mail: id, kind, attempts }, 'content API: mail sent');
    return noted(task, {}, { sent_at: await isoNow(), failed_at: null, problem: null });
  }

  async function failure(task: Task, why: SendFailure, cut: AbortSignal): Promise<Outcome> {
    const { id, kind, failures } = task;
    const { code, reason } = why;
    const problem = Buffer.from(reason);
    if (cut.aborted) return { change: { problem } };
    if (why.blame === 'server') await worker()?.pause();
    else worker()?.resume();
    const isRefused = why.blame === 'refused' && failures + 1 >= refusalsBelieved;
    if (isRefused || failures + 1 >= mostFailures) return giveUp(task, why);
    const { change, waitMs } = again(task, waits);
    log.warn({ mail: id, kind, code, waitMs }, 'content API: mail not sent; retrying later');
    return noted(task, { change: { ...change, problem }, waitMs }, { problem: reason });
  }

  async function giveUp(task: Task, { code, reason: problem }: SendFailure) {
    log.error({ mail: task.id, kind: task.kind, code }, 'content API: mail given up');
    const change = { state: 'needs_person', problem: Buffer.from(problem) } as const;
    return noted(task, { change, waitMs: 0 }, { failed_at: await isoNow(), problem });
  }

  /** Adds to an outcome that a written mail has it in its history. */
  function noted(task: Task, outcome: Outcome, columns: Parameters<typeof noteOutcome>[2]): Outcome {
    const { written } = mailIn(task);
    return written === undefined ? outcome : { ...outcome, also: (tx) => noteOutcome(tx, written, columns) };
  }

  return { send, giveUp };
}

function mailIn({ payload }: Pick<Task, 'payload'>) {
  return JSON.parse(Buffer.from(payload).toString()) as QueuedMail;
}

/** Why a mail was not sent. */
interface SendFailure {
  /**
   * `server`: the mail server fails for every mail; `later`: it does not accept this mail now (4xx, as in
   * greylisting); `refused`: it will never accept this mail (5xx, RFC 5321 §4.2.1).
   */
  blame: 'server' | 'later' | 'refused';
  /** The code for the log. The server's reply is not logged, because it may contain email addresses. */
  code: string;
  /** The server's reply, stored in the row of the mail. */
  reason: string;
}

/** How many characters of a server's reply are stored. */
const longestReason = 500;

/** The properties that nodemailer adds to its errors. */
interface MailError extends Error {
  code?: string;
  /** The SMTP command that was refused. */
  command?: string;
  responseCode?: number;
  permanent?: boolean;
}

function failureOf(error: unknown): SendFailure {
  const mailError: MailError = error instanceof Error ? error : new Error(String(error));
  const code = [mailError.code ?? mailError.name, mailError.responseCode ?? []].flat().join(' ');
  return { blame: blameOf(mailError), code, reason: `${code}: ${mailError.message}`.slice(0, longestReason) };
}

function blameOf({ code, command, responseCode, permanent }: MailError) {
  // A failed sign-in at the mail server or a refused sender is a problem of the configuration, not of the mail.
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return 'server';
  // 421: the server shuts down (RFC 5321 §3.8).
  if (responseCode === 421) return 'server';
  // If there is no reply of the server, nodemailer itself has refused the mail, e.g. because it is larger than the
  // server's limit.
  return permanent === false ? 'later' : 'refused';
}

/**
 * Turns the mails that a process of release 0.1 has queued into tasks; it may run beside this one until it is
 * replaced. Mails that it may be sending are left until they are due again. The release after this one does without.
 */
async function takeOverMails(db: Db, tasks: Tasks) {
  if (!(await db.selectFrom('outbox').select('id').limit(1).executeTakeFirst())) return;
  const now = new Date(await tasks.now()).toISOString();
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .deleteFrom('outbox')
      .where((eb) =>
        eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now), eb('attempts', '=', 0)]),
      )
      .returningAll()
      .execute();
    for (const { kept_mail_id, next_attempt_at, ...row } of rows.sort((one, other) => one.id - other.id)) {
      const { sent_at, failed_at, last_error: problem } = row;
      if (next_attempt_at === null) {
        if (kept_mail_id !== null) await noteOutcome(tx, kept_mail_id, { sent_at, failed_at, problem });
        continue;
      }
      const { subject, text, html, recipient, reply_to: replyTo, message_key: messageKey, attempts } = row;
      const written = kept_mail_id ?? undefined;
      const mail = { subject, text, html, recipient, replyTo, messageKey, written };
      const task = taskOf(row.kind, mail, Date.parse(next_attempt_at));
      await tasks.add({ ...task, attempts, failures: attempts, created_at: Date.parse(row.created_at) }, tx);
    }
  });
}

/** The applicant or message whose history contains a mail. */
export type Owner = { applicant_id: RowId } | { message_id: RowId };

export type WrittenMailRow = NonNullable<Awaited<ReturnType<typeof findSentBy>>>;

/** Selects written mails, with the attempts to send those that wait. */
function keptMails(db: Db) {
  return db
    .selectFrom('kept_mails')
    .leftJoin('tasks', (join) =>
      join.on('tasks.key', '=', sql<string>`'written-' || ${sql.ref('kept_mails.id')}`),
    )
    .leftJoin('applicants', 'applicants.id', 'kept_mails.applicant_id')
    .selectAll('kept_mails')
    .select(['applicants.status', 'applicants.deleted_at', 'tasks.attempts']);
}

function writtenMail(db: Db, id: RowId) {
  return keptMails(db).where('kept_mails.id', '=', id).executeTakeFirst();
}

/** Stores the outcome of a mail in its history. */
function noteOutcome(
  tx: Db,
  id: RowId,
  outcome: Updateable<Pick<Tables['kept_mails'], 'sent_at' | 'failed_at' | 'problem' | 'held_back'>>,
) {
  return tx.updateTable('kept_mails').set(outcome).where('id', '=', id).execute();
}

/** Finds the mail that the form with this idempotency key has sent to this person. */
export function findSentBy(db: Db, owner: Owner, send_key: string) {
  return keptMails(db)
    .where((eb) => eb.and({ ...owner, send_key }))
    .executeTakeFirst();
}

export function writtenMailsOf(db: Db, owner: Owner, limit: number) {
  return keptMails(db)
    .where((eb) => eb.and(owner))
    .orderBy('kept_mails.id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertWrittenMail(
  tx: Db,
  owner: Owner,
  mail: Omit<Insertable<Tables['kept_mails']>, 'applicant_id' | 'message_id' | 'held_back'>,
) {
  const kept = tx
    .insertInto('kept_mails')
    .values({ ...mail, held_back: null, applicant_id: null, message_id: null, ...owner });
  return (await kept.returning('id').executeTakeFirstOrThrow()).id;
}

/** Statuses that the mails of a template speak of, where it speaks of some. */
const spokenStatuses: Readonly<Record<string, readonly ApplicantStatus[]>> = {
  rejection: ['rejected'],
  offer: ['offered', 'hired'],
};

/**
 * Returns why a held mail to a candidate must not leave: the candidate's status, or `trash`. A mail fits the status for
 * which it was written, and those of which its template speaks. Another mail to a candidate in the pipeline also fits the other
 * steps there.
 */
export function misfitOf({
  template,
  for_status: then,
  status: now,
  deleted_at,
}: Pick<WrittenMailRow, 'template' | 'for_status' | 'status' | 'deleted_at'>) {
  if (deleted_at) return 'trash';
  if (!then || !now || then === now) return null;
  const spoken = spokenStatuses[template ?? ''];
  const fits = spoken ? spoken.includes(now) : ![then, now].some((status) => closedStatuses.includes(status));
  return fits ? null : now;
}

/**
 * Takes mails to candidates out of the outbox that no process has claimed, and those that were held back. The caller
 * sends them now, whatever the status of the candidate is.
 */
export async function releaseHeld(tx: Db, ids: readonly RowId[], now: string) {
  const { free } = await takeBack(tx, ids);
  const released = { for_status: null, held_back: null, send_at: now };
  await tx.updateTable('kept_mails').set(released).where('id', 'in', free).execute();
  return keptMails(tx).where('kept_mails.id', 'in', free).execute();
}

/** Takes mails to candidates back for good; those that a process has claimed are `late`. */
export async function withdrawQueued(tx: Db, ids: readonly RowId[], now: string) {
  const { before, free, late } = await takeBack(tx, ids);
  await tx.updateTable('kept_mails').set({ undone_at: now }).where('id', 'in', free).execute();
  // Mails that were taken back before are included, so that a repeated call gets the same answer.
  return { undone: [...before, ...free], late };
}

/**
 * Deletes the tasks of mails, except those that a process has begun (`late`). This statement and the claim of a task
 * lock the same row, so a mail cannot be both sent and taken back. `before` were taken back for good earlier.
 */
async function takeBack(tx: Db, ids: readonly RowId[]) {
  const known = await tx
    .selectFrom('kept_mails')
    .select(['id', 'undone_at', 'held_back'])
    .where('id', 'in', ids)
    .where('applicant_id', 'is not', null)
    .execute();
  const keys = known.filter(({ undone_at }) => undone_at === null).map(({ id }) => writtenKey(id));
  const taken = await tx
    .deleteFrom('tasks')
    .where('key', 'in', keys)
    .where('attempts', '=', 0)
    .where('state', '=', 'waiting')
    .returning('key')
    .execute();
  const gone = new Set(taken.map(({ key }) => key));
  const sorted = { before: [] as RowId[], free: [] as RowId[], late: [] as RowId[] };
  for (const { id, undone_at, held_back } of known) {
    if (undone_at !== null) sorted.before.push(id);
    else if (gone.has(writtenKey(id)) || held_back !== null) sorted.free.push(id);
    else sorted.late.push(id);
  }
  return sorted;
}
