import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { limits } from '#shared/limits.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { storageError } from '../../database/errors.ts';
import { type Counts, countsInMemory } from '../../database/site/counts.ts';
import type { Databases } from '../../database/state.ts';
import { AppError, StartError } from '../../errors.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import { newReference } from '../../forms/reference.ts';
import type { Problem as RequestProblem } from '../../http/request-notes.ts';
import { createLimiter } from '../../limiter.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { callMissing } from '../capabilities.ts';
import { createSealer, type Sealer } from '../sealed.ts';
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { takeDeliveryTurn } from './delivery-turn.ts';
import { createHostTokens } from './host-tokens.ts';
import { openItem, sealFile, sealHead, sealProblem } from './items.ts';
import { createNotices } from './notices.ts';
import type { Problem } from './outcome.ts';
import { createFormSender, type FormIdentity } from './sender.ts';
import { createIntakeStore, type IntakeStore } from './store.ts';
import { hasRoom, type IntakeCounts } from './stored-item.ts';
import { type FormKind, fileOf, onlyFields, textsOf, trapOf, type VisitorForm } from './visitor-form.ts';

/** A form that was kept, as its sender is told. */
export interface KeptForm {
  reference: string;
  /** ISO time. */
  dueAt?: string;
  /** A robot seems to have sent it, and is told what a person is told just now: that the form went through. */
  isToldTaken: boolean;
  /** Why the host has not taken it, for the log. */
  why?: RequestProblem;
}

/** What became of a form: the host's answer, whose body is whole and also there as a value, or that it is kept. */
type ReceivedForm = { answer: UpstreamAnswer; json: unknown; kept?: undefined } | { kept: KeptForm };

interface FormOrigin {
  address: string;
  requestId: string;
  /** Its Idempotency-Key, where the same form may come once more, to whatever process. */
  key?: string | undefined;
}

/** Forms of visitors on their way to the host, and those that wait for it (docs/architecture.md §5, Intake). */
export interface Intake {
  /** 429 `form.tooOften` when the address has sent enough in this hour; counts nothing. */
  assertFree(kind: FormKind, address: string): Promise<void>;
  /**
   * Sends a form to the host, and keeps it when the host does not take it now. Rejects with AppError: 404 `host.callMissing` for a
   * call that host.json says is absent, 429 `form.tooOften`; when it has to be kept 422 for what is wrong with it, 503 `intake.full`, 507 `storage.full`, and 503
   * `storage.busy` or `storage.away`.
   */
  receive(form: VisitorForm, from: FormOrigin): Promise<ReceivedForm>;
  readonly store: IntakeStore;
  readonly sealer: Sealer;
  readonly delivery: Delivery;
  /** For `GET /api/siteStatus`. */
  status(): Promise<SiteStatus['intake']>;
  /** For /readyz: how many wait for the host and for a person; undefined when none does. */
  waiting(): Promise<Pick<SiteStatus['intake'], 'waiting' | 'needs_person'> | undefined>;
  /** For metrics: what waits, and what there is room for. */
  stats(): Promise<IntakeCounts & { maxItems: number; maxBytes: number }>;
  /** Rejects when the forms cannot be read. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

export interface IntakeOptions {
  databases: Databases;
  /** Of SESSION_SECRET, for this purpose: the first seals, any of them opens. */
  keys: readonly Buffer[];
  upstream: Pick<Upstream, 'url' | 'request' | 'breaker'>;
  /** Ours, for forms that are opened while the host gives none. */
  formTokens: FormTokens;
  /** Gives the JSON body of a read of the host, undefined when it has no such call; rejects when it fails. */
  readHost: (path: string) => Promise<unknown>;
  /** True when whoever takes forms of this row looks at the trap and the clock of a form itself. */
  hostJudges: (row: FormKind['row']) => boolean;
  /** True for a call that host.json says the host lacks. */
  isAbsent?: (row: FormKind['row']) => boolean;
  /** The embedded engine's secret: it believes what comes with it, and honours the key of a form. */
  assertion: string | undefined;
  /** The rows that the engine takes, with tokens of ours, beside a host that takes the others; without it, it takes all or none. */
  engineTakes?: ((row: FormKind['row']) => boolean) | undefined;
  publicUrl: URL;
  /** Tells the studio by mail of forms that need a person; absent without a mail server. */
  transport: MailTransport | undefined;
  log: Logger;
  /** For the limits of an address. */
  counts?: Counts;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** What a visitor is asked to wait when nothing more can be kept, in minutes. */
const fullMinutes = 10;
/** So long it is known that a form may be at the host twice, and a suspect is kept. */
const rememberedDays = 30;
/** How often whoever delivers looks for what others have kept, in milliseconds; signals tell it sooner. */
const lookMs = 3_000;

/**
 * Opens the forms that wait and begins to deliver them. Rejects with StartError when no key opens one of them: going on would lose what
 * somebody was promised.
 */
export async function createIntake(options: IntakeOptions): Promise<Intake> {
  const { log, now = Date.now, counts = countsInMemory(now), publicUrl, transport } = options;
  const { databases, keys, upstream, formTokens, readHost, hostJudges, assertion, engineTakes, isAbsent } =
    options;
  const sealer = createSealer(keys);
  const isShared = databases.dialect === 'postgres';
  const store = createIntakeStore(await databases.openIntake(), { isShared });
  await assertOpens(store, sealer, isShared);
  // Where some are the host's, what may be there twice is said of all.
  const honoursKeys = assertion !== undefined && !engineTakes;
  const hostTokens = createHostTokens(readHost);
  const send = createFormSender({ upstream, formTokens, hostTokens, hostJudges, assertion, engineTakes });
  const notices = createNotices({ store, transport, publicUrl, isOurs: () => delivery.isOurs, log, now });
  const delivery = createDelivery({
    store,
    sealer,
    send,
    honoursKeys,
    log,
    onNeedsPerson() {
      notices.wake();
      turn.tell();
    },
    ...(isShared && { lookMs }),
    now,
  });
  const limitOf = (kind: string) =>
    createLimiter({ counts, kind, limit: limits.formsPerHour, windowMs: hourMs, code: 'form.tooOften' });
  const addressLimits = { application: limitOf('form-application'), message: limitOf('form-message') };
  const stopListening = upstream.breaker.onBack(() => delivery.hostAnswered());
  await store.forget(now() - rememberedDays * dayMs);
  const turn = takeDeliveryTurn({ databases, delivery, notices, log });

  /** Both tell a robot and never a person: the field that nobody sees, and a form that came back at once. */
  function looksLikeRobot({ content }: VisitorForm): boolean {
    return Boolean(trapOf(content)) || formTokens.judge(textsOf(content).form_token) === 'early';
  }

  async function keep(
    given: VisitorForm,
    { key, reference, receivedAt }: FormIdentity,
    state: 'waiting' | 'suspect',
    { problem, wasSent }: { problem?: Problem; wasSent: boolean },
  ): Promise<KeptForm> {
    const form = { ...given, content: onlyFields(given.content, assertFields(given)) };
    const head = sealHead(sealer, key, form);
    const size = fileOf(form.content)?.size ?? 0;
    const item = {
      key,
      reference,
      receivedAt,
      call: form.kind.row.name,
      mayBeTwice: wasSent && !honoursKeys,
      head,
      problem: problem ? sealProblem(sealer, key, problem) : null,
    };
    const pieces = sealFile(sealer, key, form.content);
    const added = await store.add(item, state, pieces, size).catch(async (error) => {
      const known = await store.find(key).catch(() => undefined);
      if (known) return known;
      throw storageError(error) ?? error;
    });
    if (added === undefined) throw isFull();
    const { dueDays } = form.kind;
    return {
      reference: typeof added === 'number' ? reference : added.reference,
      isToldTaken: state === 'suspect' && problem === undefined && upstream.breaker.state === 'closed',
      ...(dueDays !== undefined && { dueAt: new Date(receivedAt + dueDays * dayMs).toISOString() }),
    };
  }

  async function receive(
    form: VisitorForm,
    { requestId, key = randomUUID() }: FormOrigin,
  ): Promise<ReceivedForm & { isTaken: boolean }> {
    const identity: FormIdentity = { key, reference: newReference(), receivedAt: now() };
    // Judged when it came: a token that is too young now would be old enough when the form is delivered.
    const isRobot = looksLikeRobot(form);
    if (isRobot && !hostJudges(form.kind.row)) {
      return { kept: await keep(form, identity, 'suspect', { wasSent: false }), isTaken: true };
    }
    const outcome = await send(form, identity, { requestId });
    if (outcome.kind === 'answered') {
      delivery.hostAnswered(outcome.isTaken);
      return outcome;
    }
    const { problem, cause, isOfHost, retryAfterMs, why } = outcome;
    const kept = await keep(form, identity, isRobot ? 'suspect' : 'waiting', outcome);
    const about = { id: requestId, reference: kept.reference, call: form.kind.row.name, code: problem.code };
    log.warn(
      { ...about, status: problem.status, err: cause },
      'a form was kept: the API host does not take it now',
    );
    if (isOfHost) delivery.hostFailed(retryAfterMs);
    else delivery.wake();
    turn.tell();
    return { kept: { ...kept, why: { call: form.kind.row.name, cause: why } }, isTaken: true };
  }

  const status = async (): Promise<SiteStatus['intake']> => {
    const counts = await store.counts();
    const { waiting, aside, needsPerson, oldestAt } = counts;
    return {
      waiting: waiting + aside,
      needs_person: needsPerson,
      oldest_at: oldestAt === undefined ? null : new Date(oldestAt).toISOString(),
      is_full: !hasRoom(counts, 0),
    };
  };

  return {
    store,
    sealer,
    delivery,
    status,
    assertFree: ({ group }, address) => addressLimits[group].assertFree(address),
    async receive(form, from) {
      if (isAbsent?.(form.kind.row)) throw callMissing();
      const taken = await addressLimits[form.kind.group].take(from.address);
      let isTaken = false;
      try {
        const received = await receive(form, from);
        isTaken = received.isTaken;
        return received;
      } finally {
        // What was not taken can be mended and sent again.
        if (!isTaken) await taken.giveBack();
      }
    },
    stats: async () => ({
      ...(await store.counts()),
      maxItems: limits.intakeItems,
      maxBytes: limits.intakeBytes,
    }),
    async waiting() {
      const { waiting, needs_person } = await status();
      return waiting + needs_person > 0 ? { waiting, needs_person } : undefined;
    },
    probe: store.probe,
    async close() {
      stopListening();
      await Promise.all([turn.stop(), delivery.stop()]);
      await notices.stop();
    },
  };
}

async function assertOpens(store: IntakeStore, sealer: Sealer, isShared: boolean): Promise<void> {
  let closed = 0;
  for await (const item of store.sealedItems()) {
    if (!openItem(sealer, item, () => store.piecesOf(item.id))) closed += 1;
  }
  if (closed === 0) return;
  const [where, giveUp] = isShared
    ? ['the database', 'delete them from its table intake_items']
    : ['DATA_DIR/intake.sqlite', 'move the file away'];
  throw new StartError(
    `SESSION_SECRET: ${closed} ${closed === 1 ? 'form waits' : 'forms wait'} in ${where} for the API host, and no secret that is given ` +
      'opens them. Put the former secret behind the new one (SESSION_SECRET=new…,former…), or back into DATA_DIR/session-secret, ' +
      `until they are delivered. To give them up instead, ${giveUp}.`,
  );
}

/** What a host would say of the fields, by the rules of the site's own forms; gives the names of those that there are. */
function assertFields({ kind, content }: VisitorForm): string[] {
  const fields: Record<string, string[]> = {};
  const isText = Buffer.isBuffer(content);
  const value: unknown = isText ? JSON.parse(content.toString()) : textsOf(content);
  const parsed = kind.schema.safeParse(value);
  for (const { path, message } of parsed.error?.issues ?? []) {
    fields[String(path[0] ?? 'body')] ??= [message];
  }
  if (kind.file && !fileOf(content)) fields[kind.file] = [new AppError('applicant.cvRequired', 422).message];
  if (Object.keys(fields).length > 0) throw new AppError('fields.invalid', 422, { fields });
  return Object.keys(parsed.data ?? {});
}

function isFull(): AppError {
  return new AppError('intake.full', 503, {
    values: { minutes: fullMinutes },
    headers: { 'Retry-After': String(fullMinutes * 60) },
  });
}
