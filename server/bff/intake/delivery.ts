import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { routes } from '#shared/routes.ts';
import { again, createTaskWorker, type Outcome as Ended, type Task } from '../../database/tasks.ts';
import type { MailTransport } from '../../mail/transport.ts';
import type { Sealer } from '../../process/sealed.ts';
import { createWorker } from '../../process/work.ts';
import { type FailedOutcome, identityOf, type Outcome, type Problem, type SendForm } from './sender.ts';
import { type IntakeStore, openItem, sealProblem } from './store.ts';
import type { VisitorForm } from './visitor-form.ts';

interface DeliveryOptions {
  store: IntakeStore;
  sealer: Sealer;
  send: SendForm;
  honoursKeys: boolean;
  log: Logger;
  /** Called when a form needs a person. */
  needsPerson(): void;
  /** Runs before each look for a form. */
  before?: () => Promise<void>;
}

/** After this many failures a form counts as set aside, which admins see. It is still delivered like a waiting form. */
export const asideFrom = 5;

type ChangeForm = (form: VisitorForm) => VisitorForm;

const secondMs = 1_000;
const waits = { firstMs: secondMs, longestMs: 60 * 60 * secondMs };
const pauses = { firstMs: secondMs, longestMs: 60 * secondMs };
/** Milliseconds until a form that another process is sending is looked at again. */
const elsewhereMs = secondMs / 2;
/**
 * How long a stop waits for the running delivery, in milliseconds. The whole stop of the process may take 10 s
 * (server/http/README.md, "Health, log and stop").
 */
const graceMs = 2 * secondMs;

export type Delivery = ReturnType<typeof createDelivery>;

/**
 * Creates the delivery of the queued forms, one at a time; it does nothing until the first `wake`. A failed form is
 * retried later; a form that the host refuses needs a person (server/bff/intake/README.md).
 */
export function createDelivery({ store, sealer, send, honoursKeys, log, ...options }: DeliveryOptions) {
  const { tasks } = store;
  const worker = createTaskWorker({
    tasks,
    state: 'waiting',
    backoff: waits,
    longestMs: waits.longestMs,
    pause: pauses,
    before: options.before,
    graceMs,
    run: (item, cut) => attempt(item, cut),
    failed: (error) => log.error({ err: error }, 'the waiting forms cannot be read'),
  });

  async function attempt(item: Task, cut: AbortSignal, change: ChangeForm = (form) => form): Promise<Ended> {
    const form = openItem(sealer, item, () => tasks.fileOf(item.id));
    if (!form) return needsPerson(item, { code: 'intake.unreadable', status: null, message: null });
    const requestId = randomUUID();
    const sent = { requestId, isKept: true, signal: cut };
    const outcome = await send(change(form), identityOf(item), sent).catch(cannotBeSent);
    // A host that is being deployed answers 404 for a while only, but for a call that it gives to no visitor each
    // attempt ends so.
    const isRefused =
      outcome.kind === 'answered'
        ? !outcome.isTaken
        : outcome.refusesCall === true && item.failures >= asideFrom;
    logOutcome(log, item, requestId, outcome, isRefused);
    if (outcome.kind === 'answered') worker.resume();
    if (isRefused) return needsPerson(item, outcome.problem);
    if (outcome.kind === 'failed') return afterFailure(item, outcome);
    // Of a form that the host may have received twice a record remains, without its contents.
    const isDouble = item.may_be_twice === 1 && !honoursKeys;
    const record = {
      state: 'delivered',
      payload: Buffer.alloc(0),
      file: null,
      bytes: 0,
      problem: null,
    } as const;
    return isDouble ? { change: record } : {};
  }

  /**
   * If the form may be a cause of the failure, its next attempt is delayed: this is so if the host answered with a
   * status, or if the failure was not the host's.
   */
  function afterFailure(item: Task, failure: FailedOutcome): Ended {
    const { problem, wasSent, isOfHost, retryAfterMs } = failure;
    if (isOfHost) worker.pause(retryAfterMs);
    const isOfForm = !isOfHost || problem.status !== null;
    const later = isOfForm ? again(item, waits, retryAfterMs) : {};
    const change = {
      ...later.change,
      problem: sealProblem(sealer, item.key, problem),
      ...(wasSent && !honoursKeys && { may_be_twice: 1 }),
    };
    return { ...later, change };
  }

  function needsPerson(item: Task, problem: Problem): Ended {
    options.needsPerson();
    return { change: { state: 'needs_person', problem: sealProblem(sealer, item.key, problem) } };
  }

  return {
    wake: worker.wake,
    stop: worker.stop,
    /**
     * Pauses the queue, for as long as the host demands or else for a growing time. Called when the host accepts no
     * forms.
     */
    hostFailed: worker.pause,
    /** Resumes a paused queue. Called when the host answers. */
    hostAnswered: worker.resume,
    /**
     * Sends one form now, even if it needs a person. `change` applies to this attempt only. Resolves to false if the
     * host did not accept the form, or the process is about to end. If another process is already sending the form,
     * waits for the result of that attempt.
     */
    async deliverNow(id: number, change?: ChangeForm) {
      while (!worker.isStopping()) {
        const isTaken = await worker.doNow(id, ['waiting', 'needs_person', 'suspect'], (item, cut) =>
          attempt(item, cut, change),
        );
        if (isTaken !== undefined) return isTaken;
        const left = await store.find(id);
        if (!left || left.state === 'delivered') return true;
        await sleep(elsewhereMs);
      }
      return false;
    },
  };
}

function logOutcome(
  log: Logger,
  { label, kind, attempts }: Task,
  id: string,
  outcome: Outcome,
  isRefused: boolean,
) {
  const { code, status } = outcome.problem;
  const about = { reference: label, call: kind, id };
  if (isRefused) log.error({ ...about, status }, 'a waiting form needs a person: the API host refused it');
  else if (outcome.kind === 'failed')
    log.warn({ ...about, code, status, err: outcome.cause }, 'a waiting form was not delivered');
  else log.info({ ...about, attempts }, 'a waiting form was delivered');
}

/** Returns the outcome for an error that happened in this process before the form was sent. */
function cannotBeSent(cause: unknown): FailedOutcome {
  const problem = { code: 'request.failed', status: null, message: null } as const;
  return { kind: 'failed', problem, wasSent: false, isOfHost: false, why: 'bug', cause };
}

interface NoticesOptions {
  store: IntakeStore;
  transport: MailTransport;
  publicUrl: URL;
  log: Logger;
}

/** The wait for further forms that one mail can report too, in milliseconds. */
const gatheredMs = 60_000;
/** The wait after a failed mail, in milliseconds. */
const retryMs = 10 * 60_000;
/** How long a stop waits for the mail in progress, in milliseconds. */
const mailGraceMs = 1_000;
/** The most references that one mail lists. */
const listed = 20;

/** Sends the operator mails about forms that need a person, and one at the start if there are such forms. */
export function createNotices({ store, transport, publicUrl, log }: NoticesOptions) {
  const worker = createWorker({
    async round({ cut }) {
      const items = await store.needPerson();
      if (items.length > 0) await transport.send(noticeOf(items, publicUrl), cut);
      return undefined;
    },
    failed: (error) =>
      log.warn({ err: error }, 'the mail about forms that need a person could not be sent yet'),
    retryMs,
    graceMs: mailGraceMs,
  });
  worker.wake();
  return { ask: () => worker.wakeIn(gatheredMs), stop: worker.stop };
}

/**
 * Returns the mail. It contains references and a link but no names, because names need not pass through a mail
 * server.
 */
function noticeOf(items: readonly Task[], publicUrl: URL) {
  const what = items.length === 1 ? 'A visitor form needs' : `${items.length} visitor forms need`;
  const text = [
    'The API host refused these forms after it was up again. They stay in the queue until you decide:',
    '',
    ...items
      .slice(0, listed)
      .map(({ label, created_at: at }) => `${label}, received ${new Date(at).toUTCString()}`),
    '',
    new URL(routes.adminIntake, publicUrl).href,
    '',
  ].join('\n');
  return {
    recipient: null,
    replyTo: null,
    subject: `${what} your attention`,
    text,
    created_at: new Date().toISOString(),
    message_key: randomUUID(),
  };
}
