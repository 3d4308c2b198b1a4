import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import type { Config } from '../../config.ts';
import { storageError } from '../../database/errors.ts';
import type { Counts } from '../../database/site/counts.ts';
import { createFormLimiter, createLimiter } from '../../database/site/limiter.ts';
import type { Databases } from '../../database/state.ts';
import { AppError } from '../../errors.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import { newReference } from '../../forms/reference.ts';
import type { Problem as RequestProblem } from '../../http/requests.ts';
import { createMailTransport } from '../../mail/transport.ts';
import { createSealer, type Sealer } from '../../process/sealed.ts';
import { type Capabilities, callMissing } from '../capabilities.ts';
import { type FormKind, unreceivedFields } from '../form-kinds.ts';
import { createHostReads, type ReadHost } from '../reads/host-reads.ts';
import { purposeKeys } from '../session/secrets.ts';
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts';
import { createDelivery, createNotices, type Delivery } from './delivery.ts';
import {
  createFormSender,
  type FailedOutcome,
  type FormIdentity,
  hostTokens,
  type SendForm,
  withOwnTokens,
} from './sender.ts';
import {
  assertOpens,
  createStore,
  hasRoom,
  type IntakeStore,
  sealFile,
  sealHead,
  sealProblem,
  takeOverForms,
} from './store.ts';
import { assertFields, plainFields, textsOf, trapOf, type VisitorForm } from './visitor-form.ts';

/** A stored form, with the data for the answer to its sender. */
export interface KeptForm {
  reference: string;
  /** The ISO time by which the form has to be answered. */
  dueAt?: string;
  /**
   * True if the answer states that the form was accepted, although it is only stored. A sender that seems to be a
   * robot gets such an answer, unless the host is known to fail.
   */
  isToldTaken: boolean;
  /** Why the host has not accepted the form, for the log. */
  why?: RequestProblem;
}

/**
 * The result of a received form: either the host's answer with the parsed value of its complete body, or the
 * confirmation that the form is stored (`kept`).
 */
export type ReceivedForm = { answer: UpstreamAnswer; json: unknown; kept?: undefined } | { kept: KeptForm };

export interface FormOrigin {
  address: string;
  requestId: string;
  /** The Idempotency-Key, if the browser may send the same form again, perhaps to another process. */
  key?: string;
}

export type Intake = Awaited<ReturnType<typeof openIntake>>['intake'];

type Row = Pick<ContractRow, 'name'>;

export interface OpenIntakeOptions {
  config: Config;
  databases: Databases;
  site: LiveSite;
  publicUrl: URL;
  upstream: Upstream;
  /** Reads from the host without a cache. */
  askHost: ReadHost;
  capabilities: Capabilities;
  /**
   * The embedded engine's secret. With it the engine trusts the headers of a form and honours its Idempotency-Key.
   * Undefined for an API host.
   */
  assertion: string | undefined;
  log: Logger;
  counts: Counts;
  /** The BFF's own form tokens, used for forms that are opened while the host issues none. */
  formTokens: FormTokens;
  /**
   * In hybrid mode: the engine takes some of the forms, with the BFF's tokens, and the host takes the other forms.
   */
  beside?: { engineTakes: (row: Row) => boolean; host: { upstream: Upstream; capabilities: Capabilities } };
}

const dayMs = 86_400_000;
/** When the intake is full, visitors are asked to try again after this many minutes. */
const fullMinutes = 10;
/**
 * How many days suspect forms are stored. Records of forms that the host may have received twice are stored for the
 * same time.
 */
const rememberedDays = 30;

/** The dependencies for receiving a form. */
interface Receiver extends Pick<OpenIntakeOptions, 'formTokens' | 'upstream' | 'log'> {
  store: IntakeStore;
  sealer: Sealer;
  send: SendForm;
  delivery: Delivery;
  honoursKeys: boolean;
  hostJudges: (row: Row) => boolean;
  requiredFile: ReturnType<typeof requiredFiles>;
}

/**
 * Sends visitors' forms to the host, and queues forms that the host does not accept now (server/bff/intake/README.md).
 * Also returns a function that reads from the host. For a host that issues no form tokens, that function issues tokens
 * of the BFF. Rejects with StartError if there is a stored form that no secret opens, because such a form could never
 * be delivered.
 */
export async function openIntake(options: OpenIntakeOptions) {
  const { config, databases, publicUrl, upstream, askHost, capabilities, formTokens } = options;
  const { log, counts, beside } = options;
  const isEngine = options.assertion !== undefined && !beside;
  // Idempotency-Keys count as ignored if some forms go to an API host, even for the forms that go to the engine.
  const honoursKeys = isEngine;
  const sealer = createSealer(await purposeKeys(config, 'studio intake'));
  const db = await databases.openIntake();
  const store = createStore(db, { honoursKeys });
  const takeOver = () => takeOverForms(db, store, sealer);
  await takeOver();
  await assertOpens(store, sealer, databases.dialect === 'postgres');
  await store.forget(Date.now() - rememberedDays * dayMs);
  const judges = beside?.host.capabilities ?? capabilities;
  /** True for the forms whose receiver detects robots itself, by the hidden field and the age of the form token. */
  const hostJudges = (row: Row) => Boolean(beside?.engineTakes(row)) || judges.has(contract.formToken);
  const askForTokens = beside ? createHostReads(beside.host.upstream, beside.host.capabilities) : askHost;
  const send = createFormSender({
    ...{ upstream, formTokens, hostJudges, assertion: options.assertion, engineTakes: beside?.engineTakes },
    takeHostToken: hostTokens(askForTokens, upstream, publicUrl),
  });
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_TO: to } = config;
  const transport = url && from ? createMailTransport({ url, from, to }, options.site) : undefined;
  const notices = transport && createNotices({ store, transport, publicUrl, log });
  const delivery = createDelivery({
    ...{ store, sealer, send, honoursKeys, log, before: takeOver },
    needsPerson: () => notices?.ask(),
  });
  const parts = { store, sealer, send, delivery, honoursKeys, hostJudges, formTokens, upstream, log };
  const receiver = { ...parts, requiredFile: requiredFiles(capabilities, log) };
  const formLimits = {
    application: createFormLimiter(counts, 'form-application'),
    message: createFormLimiter(counts, 'form-message'),
  } satisfies Record<FormKind['group'], unknown>;
  const refusedForms = createLimiter({
    counts,
    kind: 'form-refused',
    limit: limits.refusedFormsPerHour,
    windowMs: 60 * 60_000,
    code: 'form.tooOften',
  });
  const stopListening = upstream.breaker.onBack(delivery.hostAnswered);
  delivery.wake();

  /** Returns the intake's part of the answer to `GET /api/siteStatus`. */
  async function status() {
    const counts = await store.counts();
    const { waiting, needsPerson, oldestAt } = counts;
    return {
      waiting,
      needs_person: needsPerson,
      oldest_at: oldestAt === undefined ? null : new Date(oldestAt).toISOString(),
      is_full: !hasRoom(counts, 0),
    };
  }

  const intake = {
    store,
    sealer,
    delivery,
    status,
    requiredFile: receiver.requiredFile,
    /** Throws 429 `form.tooOften` when the IP address has reached its limit for this hour. Does not count the form. */
    assertFree: ({ group }: FormKind, address: string) => formLimits[group].assertFree(address),
    /**
     * Counts a form as refused, and takes that back if its answer is no refusal. Throws 429 `form.tooOften` when too
     * many forms of the IP address were refused in an hour: each of them costs the time of a form, and no other limit
     * counts it. Call it before the body is read.
     */
    async countRefusal(address: string, res: ServerResponse) {
      const counted = await refusedForms.take(address);
      res.once('close', () => {
        const isRefused = !res.headersSent || (res.statusCode >= 400 && res.statusCode < 500);
        // If the database fails now, the form counts until its hour is over.
        if (!isRefused) counted.giveBack().catch(() => {});
      });
    },
    /**
     * Sends a form to the host, and stores it when the host does not accept it now. Rejects with AppError: 404
     * `host.callMissing` for a call that host.json declares absent, and 429 `form.tooOften`. If the form has to be
     * stored, also 422 for invalid fields, 503 `intake.full`, 507 `storage.full`, and 503 `storage.busy` or
     * `storage.away`.
     */
    async receive(form: VisitorForm, from: FormOrigin): Promise<ReceivedForm> {
      // Only host.json decides that the call is missing: a single 404 may come from a host that is just being
      // deployed.
      if (capabilities.byFile !== undefined && !capabilities.has(form.kind.row)) throw callMissing();
      const email = textsOf(form.content).email ?? '';
      const counted = await formLimits[form.kind.group].take(from.address, email);
      let isTaken = false;
      try {
        const received = await receiveForm(receiver, form, from);
        isTaken = received.isTaken;
        return received;
      } finally {
        // A refused form is not counted, because its sender can correct it and send it again.
        if (!isTaken) await counted.giveBack();
      }
    },
    /** For metrics: the waiting forms, and the limits of the intake. */
    stats: async () => ({
      ...(await store.counts()),
      maxItems: limits.intakeItems,
      maxBytes: limits.intakeBytes,
    }),
    /** For /readyz: how many forms wait for the host and for a person; undefined when there are none. */
    async waiting() {
      const { waiting, needs_person } = await status();
      return waiting + needs_person > 0 ? { waiting, needs_person } : undefined;
    },
    /** Rejects when the stored forms cannot be read. */
    probe: async () => void (await store.counts()),
    async close() {
      stopListening();
      await delivery.stop();
      await notices?.stop();
    },
  };
  // The engine in this process issues its own tokens, and knows no others.
  const always = beside !== undefined;
  return { intake, readHost: isEngine ? askHost : withOwnTokens(askHost, formTokens, always) };
}

/**
 * Returns the function that names the file that a form must have, which is none where host.json has no place for it.
 * Logs the fields of forms that it has no place for.
 */
function requiredFiles(capabilities: Capabilities, log: Pick<Logger, 'info'>) {
  const unreceived = unreceivedFields(capabilities);
  if (unreceived)
    log.info({ fields: unreceived }, 'host.json has no place for these fields of visitors’ forms');
  return ({ row, file }: FormKind) => (file && unreceived?.[row.name]?.includes(file) ? undefined : file);
}

/** Sends the form, and stores it when the host does not accept it now, or when a robot seems to have sent it. */
async function receiveForm(
  receiver: Receiver,
  form: VisitorForm,
  { requestId, key = randomUUID() }: FormOrigin,
): Promise<ReceivedForm & { isTaken: boolean }> {
  const { send, delivery, formTokens, log } = receiver;
  const identity: FormIdentity = { key, reference: newReference(), receivedAt: Date.now() };
  // Robots are detected when the form arrives: a token that is too young now would be old enough at delivery.
  const isRobot =
    Boolean(trapOf(form.content)) || formTokens.judge(textsOf(form.content).form_token) === 'early';
  if (isRobot && !receiver.hostJudges(form.kind.row))
    return { kept: await storeForm(receiver, form, identity, true), isTaken: true };
  const outcome = await send(form, identity, { requestId });
  if (outcome.kind === 'answered') {
    delivery.hostAnswered();
    return outcome;
  }
  const { problem, cause, isOfHost, retryAfterMs, why } = outcome;
  const kept = await storeForm(receiver, form, identity, isRobot, outcome);
  const call = form.kind.row.name;
  const about = { id: requestId, reference: kept.reference, call, code: problem.code };
  log.warn(
    { ...about, status: problem.status, err: cause },
    'a form was queued: the API host does not accept it now',
  );
  if (isOfHost) delivery.hostFailed(retryAfterMs);
  else delivery.wake();
  return { kept: { ...kept, why: { call, cause: why } }, isTaken: true };
}

/**
 * Stores a form; `failure` says why the host has not accepted it, if it was sent. If a form with the same
 * Idempotency-Key is stored already, returns the confirmation of that form with its reference.
 */
async function storeForm(
  { store, sealer, honoursKeys, requiredFile, upstream }: Receiver,
  given: VisitorForm,
  { key, reference, receivedAt }: FormIdentity,
  isRobot: boolean,
  failure?: FailedOutcome,
) {
  assertFields(given, requiredFile(given.kind));
  const form = { ...given, content: plainFields(given.content) };
  const payload = sealHead(sealer, key, form);
  const file = await sealFile(sealer, key, form.content);
  const item = {
    kind: form.kind.row.name,
    key,
    label: reference,
    state: isRobot ? ('suspect' as const) : ('waiting' as const),
    created_at: receivedAt,
    may_be_twice: failure?.wasSent && !honoursKeys ? 1 : 0,
    bytes: payload.length + (file?.length ?? 0),
    problem: failure ? sealProblem(sealer, key, failure.problem) : null,
    payload,
    file,
  };
  const added = await store.add(item).catch(async (error) => {
    const known = await store.find(key).catch(() => undefined);
    if (known) return known;
    throw storageError(error) ?? error;
  });
  if (added === undefined)
    throw new AppError('intake.full', 503, {
      values: { minutes: fullMinutes },
      retryAfter: fullMinutes * 60,
    });
  const { dueDays } = form.kind;
  return {
    reference: typeof added === 'number' ? reference : String(added.label),
    isToldTaken: isRobot && !failure && upstream.breaker.state === 'closed',
    ...(dueDays !== undefined && { dueAt: new Date(receivedAt + dueDays * dayMs).toISOString() }),
  };
}
