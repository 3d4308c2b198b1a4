import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import type { Config } from '../config.ts';
import { isDamaged, storageError } from '../database/errors.ts';
import { rowIdsOf } from '../database/rows.ts';
import { type Counts, countsInMemory } from '../database/site/counts.ts';
import type { Databases } from '../database/state.ts';
import type { Db } from '../database/types.ts';
import { AppError } from '../errors.ts';
import { createFormTokens, type FormTokens } from '../forms/form-tokens.ts';
import { openTempFolders } from '../forms/read-form.ts';
import { createMailTransport } from '../mail/transport.ts';
import { applyHandlers } from './applicants/apply-routes.ts';
import { applicantDeskHandlers, applicantHandlers } from './applicants/routes.ts';
import { ensureFirstAdmin, Tokens } from './auth/accounts.ts';
import { accountHandlers, authHandlers, createOwnAccount } from './auth/routes.ts';
import { secondStepHandlers } from './auth/second-step/handlers.ts';
import {
  answerCalls,
  createFormReader,
  type EngineRequest,
  type HandleCall,
  type Handlers,
  jsonReply,
} from './calls.ts';
import { candidateMailHandlers } from './candidate-mails/routes.ts';
import { contentHandlers } from './content/handlers.ts';
import {
  blogSpecial,
  categoryHandlers,
  categorySpecial,
  projectHandlers,
  projectSpecial,
} from './content/specials.ts';
import { isEmptyEngine, sampleState } from './content-repository.ts';
import type { EngineDependencies } from './dependencies.ts';
import { findHandlers } from './find/routes.ts';
import { dailyChores, startHousekeeping } from './housekeeping/housekeeping.ts';
import { type HybridRows, hybridCounts, hybridHandlers, identifyByPrincipal } from './hybrid-handlers.ts';
import { renewEnds } from './jobs/repository.ts';
import { jobHandlers, jobSpecial } from './jobs/routes.ts';
import { createOutbox } from './mail/outbox.ts';
import { openStorage } from './media/open-storage.ts';
import type { EngineReply } from './media/serve.ts';
import { mediaReply } from './media/serve.ts';
import { createMediaStore } from './media/store.ts';
import {
  answerHandlers,
  messageFormHandlers,
  messageHandlers,
  savedAnswerHandlers,
} from './messages/routes.ts';
import { accountLinkHandlers, peopleHandlers } from './people/routes.ts';
import { pictureHandlers } from './pictures/routes.ts';
import { previewHandlers } from './previews/routes.ts';
import { createScheduler, scheduleHandlers } from './schedule/routes.ts';
import { titlesOf, trashHandlers } from './trash/trash.ts';
import { versionHandlers } from './versions/routes.ts';
import { secretOf } from './visitors/forms.ts';

const tables = {
  applicant: 'applicants',
  applicant_note: 'applicant_notes',
  message: 'messages',
  admin: 'admins',
} as const;

/** People and their messages, whose ids are also stored outside of the engine. */
type ErasedResource = keyof typeof tables;

/** Returns which of these rows exist, including deleted rows that can be restored. */
async function existingRowsOf(db: Db, resource: ErasedResource, ids: readonly Id[]): Promise<Id[]> {
  const numbers = ids.filter((id) => typeof id === 'number');
  const texts = ids.filter((id) => typeof id === 'string');
  const named = resource === 'admin' ? new Map() : await rowIdsOf(db, tables[resource], texts);
  const there = texts.filter((id) => named.get(id));
  if (numbers.length === 0) return there;
  const rows = await db.selectFrom(tables[resource]).select('id').where('id', 'in', numbers).execute();
  return [...rows.map(({ id }) => Number(id)), ...there];
}

/** How long a stop waits for running calls, in milliseconds. */
const closeMs = 5_000;

/**
 * The content that visitors see. `sample`: the sample content, perhaps with additions. `own`: the studio's own
 * content. `none`: nothing yet.
 */
type ContentKind = 'sample' | 'own' | 'none';

/** The embedded engine. It has no port: calls are made within this process. */
export type ContentApi = Awaited<ReturnType<typeof openContentApi>>;

interface EngineOptions {
  assertion?: string;
  counts?: Counts;
  onChange?: () => void;
  secondStep?: EngineDependencies['secondStep'];
  /** Set in hybrid mode: the calls that the engine answers. The request names the admin who makes the call. */
  behind?: HybridRows;
  /** Checks the tokens of visitors' forms, where the engine does not issue them. */
  formTokens?: FormTokens;
  /** Called when the engine itself has changed content that visitors see, so that cached copies are out of date. */
  forget?: () => void;
  /** Called with the hashes of tokens that were revoked before they expired. */
  onEnded?: (hashes: readonly string[]) => void;
}

/**
 * Opens the embedded engine. Rejects with an Error that names the database when it cannot be opened. The engine does
 * not close `databases`: the code that opened them does. `assertion` is the secret of callers whose statements about
 * a form are trusted (`Receipt`). `onChange` is called after every call that may have changed something.
 */
export async function openContentApi(
  config: Config,
  log: Logger,
  site: LiveSite,
  databases: Pick<Databases, 'dialect' | 'openContent'>,
  options: EngineOptions = {},
) {
  const { assertion, counts = countsInMemory(), onChange, secondStep = {}, forget = () => {} } = options;
  const tempDir = join(config.DATA_DIR, 'tmp', 'engine');
  const db = await databases.openContent();
  const tempFolders = await openTempFolders(tempDir, log);
  const storage = await openStorage(config, log);
  const media = createMediaStore(db, storage, log, { isShared: databases.dialect === 'postgres' });
  await media.sweep();
  const openSample = async () => {
    const { createSample } = await import('../../tools/sample/sample.ts');
    return createSample(db, media, tempDir);
  };
  if (config.SAMPLE_CONTENT === 'on' && (await sampleState(db)) === undefined) {
    const rows = await (await openSample()).addOnFirstStart();
    if (rows > 0)
      log.info({ rows }, 'content API: sample content added; "npm run studio -- sample remove" removes it');
  }

  const { SMTP_URL: url, MAIL_FROM: from, MAIL_TO: to } = config;
  const outbox = createOutbox({
    db,
    log,
    publicUrl: config.PUBLIC_URL ?? new URL(`http://localhost:${config.PORT}`),
    site,
    transport: url && from ? createMailTransport({ url, from, to }, site) : undefined,
  });
  const changed = () => {
    forget();
    onChange?.();
  };
  const scheduler = createScheduler(db, log, changed);
  const tokens = new Tokens(db, config.SESSION_MAX_HOURS, options.onEnded);
  const running = new Set<Promise<unknown>>();
  const answer = createEngine({
    db,
    tokens,
    media,
    storage,
    readForm: createFormReader(tempFolders, log),
    formTokens: options.formTokens ?? createFormTokens(await secretOf(db, 'form-tokens')),
    outbox,
    counts,
    scheduler,
    site,
    secondStep,
    // As configured by the operator: the only base of links in mails.
    linksFrom: secondStep.publicUrl,
    mailsAreSent: config.SMTP_URL !== undefined,
    assertion,
    behind: options.behind,
    openSample,
    onChange,
    log,
  });
  const chores = dailyChores({ db, storage, media, outbox });
  const housekeeping = await startHousekeeping(db, chores, log);
  await renewEnds(db, site().time_zone);
  void outbox.start();
  scheduler.wake();
  return {
    handle(request: EngineRequest) {
      const reply = answer(request);
      running.add(reply);
      const end = () => void running.delete(reply);
      reply.then(end, end);
      return reply;
    },
    /** The kind of content at the start. */
    content: await contentKind(db),
    /** Creates the first admin of an empty engine; returns the admin if the password was generated. */
    makeFirstAdmin: () => ensureFirstAdmin(db, config),
    /**
     * Returns which of these ids still exist, including those of records in the trash. Records with the other ids were
     * erased.
     */
    living: (resource: ErasedResource, ids: readonly Id[]) => existingRowsOf(db, resource, ids),
    /** Returns the titles or names of these records, those in the trash included. */
    titles: (resource: TrashResource, ids: readonly Id[]) => titlesOf(db, resource, ids),
    /** Numbers of mails, for metrics. */
    mails: outbox.stats,
    /** Called when the company has changed: its time zone says when jobs close. */
    renewEnds: () => renewEnds(db, site().time_zone),
    /** Checks that the database answers; rejects if it does not. */
    probe: async () => {
      await sql`select 1`.execute(db);
    },
    close: async () => {
      // They may still use the database. Most important is that a sign-out is not cut off.
      const ended = Promise.race([Promise.allSettled(running), pause(closeMs, undefined, { ref: false })]);
      await Promise.all([ended, housekeeping.stop()]);
      await outbox.stop();
      await scheduler.stop();
      storage.close();
    },
  };
}

async function contentKind(db: Db): Promise<ContentKind> {
  if (await isEmptyEngine(db)) return 'none';
  return (await sampleState(db)) === 'added' ? 'sample' : 'own';
}

/**
 * Makes the function that handles engine calls: it serves stored files, answers calls of the contract, and returns
 * errors in the envelope.
 */
function createEngine(deps: EngineDependencies): HandleCall {
  const {
    db,
    tokens,
    media,
    storage,
    readForm,
    formTokens,
    outbox,
    counts,
    site,
    assertion,
    behind,
    onChange,
    log,
  } = deps;
  const company = () => site().name;
  const own = createOwnAccount(db, counts);
  const secondStep = secondStepHandlers(deps, own);
  const handlers: Handlers = {
    ...authHandlers(db, tokens, secondStep.askForStep),
    ...secondStep.handlers,
    ...accountHandlers(db, tokens, own, company),
    ...peopleHandlers(deps),
    ...accountLinkHandlers(deps),
    ...contentHandlers(db, media, {
      category: categorySpecial(site),
      project: projectSpecial(db),
      blog: blogSpecial,
      job: jobSpecial,
    }),
    ...categoryHandlers(db),
    ...projectHandlers(db),
    ...jobHandlers(db, site),
    ...applicantHandlers(db, media),
    ...applicantDeskHandlers(db),
    ...applyHandlers({ media, formTokens, outbox, counts }),
    ...messageHandlers(db),
    ...savedAnswerHandlers(db),
    ...answerHandlers(db, outbox),
    ...messageFormHandlers({ db, formTokens, outbox, counts }),
    ...candidateMailHandlers({ db, outbox, site }),
    ...trashHandlers(db, media),
    ...findHandlers(db, behind && hybridCounts(behind)),
    ...pictureHandlers(db, media),
    ...versionHandlers(db, site),
    ...previewHandlers(db, site),
    ...scheduleHandlers(db, deps.scheduler),
    ...visitorHandlers(formTokens),
    ...sampleHandlers(deps.openSample),
  };
  const answer = answerCalls(
    db,
    behind ? hybridHandlers(behind, handlers) : handlers,
    behind
      ? identifyByPrincipal(db)
      : ({ headers }, address) => tokens.bearer(headers.authorization, address),
    readForm,
    assertion,
    onChange,
  );
  return async (request) => {
    try {
      const isCall = request.row !== undefined;
      const reply = (isCall ? undefined : await mediaReply(storage, request)) ?? (await answer(request));
      // HEAD has the headers of GET (RFC 9110 §9.3.2).
      return request.method === 'HEAD' ? { status: reply.status, headers: reply.headers } : reply;
    } catch (error) {
      request.signal.throwIfAborted();
      return errorReply(error, log);
    }
  };
}

function visitorHandlers(formTokens: FormTokens): Handlers {
  return {
    async formToken() {
      return {
        data: {
          form_token: formTokens.issue(),
          min_seconds: limits.formMinSeconds,
          retention_months: limits.retentionMonths,
        },
      };
    },
  };
}

/** Answers the calls about the sample content. `open` loads its code, which most engines never need. */
function sampleHandlers(open: EngineDependencies['openSample']): Handlers {
  return {
    async getSample() {
      return { data: await (await open()).status() };
    },
    async removeSample() {
      const { removed, kept } = await (await open()).remove();
      const named = kept.map(({ resource, title, reason }) => ({ resource, title, reason }));
      return { data: { removed, kept: named }, message: 'sample.removed' };
    },
  };
}

/**
 * Returns the answer to an error: the envelope as an API host sends it (shared/contract/README.md, "Answers"),
 * without a stack and with the true HTTP status. The error code is sent only with `data`, because `data` cannot be
 * interpreted without the code.
 */
function errorReply(error: unknown, log: Logger): EngineReply {
  const known = error instanceof AppError ? error : storageError(error);
  if (isDamaged(error))
    log.error({ err: error }, 'content API: the database is damaged; restore a backup (docs/operations.md)');
  else if (!known) log.error({ err: error }, 'content API: unexpected error');
  else if (known.status === 507)
    log.error(
      { err: known.cause },
      'content API: the disk or the bucket of MEDIA_URL is full or cannot be written',
    );
  else if (known.code === 'storage.down')
    log.error({ err: known.cause }, 'content API: the bucket of MEDIA_URL fails');
  else if (known.code === 'storage.busy')
    log.error({ err: known.cause }, 'content API: another process has locked the database');
  else if (known.code === 'storage.away')
    log.error({ err: known.cause }, 'content API: the database cannot be reached');
  const body: Envelope = {
    status: 0,
    message: known?.message ?? messages['request.failed'],
    errors: known?.fields,
    ...(known?.data !== undefined && { code: known.code, data: known.data }),
  };
  const headers = Object.entries(known?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return jsonReply(known?.status ?? 500, body, Object.fromEntries(headers));
}
