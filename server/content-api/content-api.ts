import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Id } from '#shared/id.ts';
import type { Site } from '#shared/schemas/site.ts';
import type { Config } from '../config.ts';
import { type Counts, countsInMemory } from '../database/site/counts.ts';
import type { Databases } from '../database/state.ts';
import type { Db } from '../database/types.ts';
import { createFormTokens, type FormTokens } from '../forms/form-tokens.ts';
import { openTempFolders } from '../forms/temp-folders.ts';
import { createEngine } from './app.ts';
import { ensureFirstAdmin, type FirstAdmin } from './auth/first-admin.ts';
import type { SecondStepSettings } from './auth/second-step/handlers.ts';
import { createTokens } from './auth/tokens.ts';
import type { RowsBehind } from './behind-host.ts';
import { isEmptyEngine, sampleState } from './content-repository.ts';
import type { HandleCall } from './exchange.ts';
import { dailyChores } from './housekeeping/chores.ts';
import { createClockGuard } from './housekeeping/clock-guard.ts';
import { ownRounds, startHousekeeping } from './housekeeping/housekeeping.ts';
import { sharedRounds } from './housekeeping/shared-rounds.ts';
import { createOutbox, type Outbox } from './mail/outbox.ts';
import { createFormReader } from './media/form.ts';
import { openStorage } from './media/storage/open-storage.ts';
import { createMediaStore } from './media/store.ts';
import { createScheduler } from './schedule/scheduler.ts';
import { type ErasedResource, livingOf } from './trash/living.ts';
import { secretOf } from './visitors/repository.ts';

/** How long a stop waits for calls that are under way, in milliseconds. */
const closeMs = 5_000;

/** What visitors find: the sample content, with what people have added to it; content of the studio's own; nothing yet. */
type ContentKind = 'sample' | 'own' | 'none';

/** The embedded engine. It has no port: it is asked in this process. */
export interface ContentApi {
  readonly handle: HandleCall;
  /** What the engine holds for visitors, as it starts. */
  readonly content: ContentKind;
  /** Makes the first admin of an empty engine, and gives it when its password was generated. */
  readonly makeFirstAdmin: () => Promise<FirstAdmin | undefined>;
  /** Which of these it has, those in the trash included: the others were erased. */
  readonly living: (resource: ErasedResource, ids: readonly Id[]) => Promise<Id[]>;
  /** Rejects when the database does not answer. */
  readonly probe: () => Promise<void>;
  /** For metrics. */
  readonly mails: Outbox['stats'];
  readonly close: () => Promise<void>;
}

export interface EngineOptions {
  assertion?: string;
  counts?: Counts;
  onChange?: (() => void) | undefined;
  secondStep?: SecondStepSettings;
  /** Beside an API host: the calls that the engine answers there, for whom the request names. */
  behind?: RowsBehind | undefined;
  /** Judges the forms of visitors, where somebody else gives their tokens. */
  formTokens?: FormTokens | undefined;
  /** The engine has changed by itself what visitors see: whatever is kept of it is old. */
  forget?: () => void;
  /** Hears of tokens that have ended before their time, by their hashes. */
  onEnded?: (hashes: readonly string[]) => void;
}

/**
 * Opens the embedded engine. Rejects with an Error that names the database when it cannot be opened; whoever opened `databases` closes
 * them. Who sends `assertion` with a form is believed about it (`Receipt`). `onChange` hears of every call that may have changed something.
 */
export async function openContentApi(
  config: Config,
  log: Logger,
  site: Site,
  databases: Pick<Databases, 'dialect' | 'openContent' | 'signals' | 'turns'>,
  options: EngineOptions = {},
): Promise<ContentApi> {
  const { assertion, counts = countsInMemory(), onChange, secondStep = {}, forget = () => {} } = options;
  const tempDir = join(config.DATA_DIR, 'tmp', 'engine');
  const db = await databases.openContent();
  const tempFolders = await openTempFolders(tempDir, log);
  const storage = await openStorage(config, log);
  const media = createMediaStore(db, storage, log, { isShared: databases.dialect === 'postgres' });
  await media.sweep();
  if (config.SAMPLE_CONTENT === 'on' && (await sampleState(db)) === undefined) {
    const { createSample } = await import('../../tools/sample/sample.ts');
    const rows = await createSample(db, media, tempDir).addOnFirstStart();
    if (rows > 0)
      log.info({ rows }, 'content API: sample content added; "npm run studio -- sample remove" removes it');
  }

  const outbox = createOutbox(
    db,
    log,
    config.PUBLIC_URL ?? new URL(`http://localhost:${config.PORT}`),
    config.SMTP_URL && config.MAIL_FROM
      ? { url: config.SMTP_URL, from: config.MAIL_FROM, to: config.MAIL_TO }
      : undefined,
    site,
    { signals: databases.signals },
  );
  const changed = () => {
    forget();
    onChange?.();
  };
  const scheduler = createScheduler(db, log, { signals: databases.signals, changed });
  const tokens = createTokens(db, config.SESSION_MAX_HOURS, options.onEnded);
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
    company: site.name,
    secondStep,
    // As the operator has set it: links in mails are made of nothing else.
    linksFrom: secondStep.publicUrl,
    mailsAreSent: config.SMTP_URL !== undefined,
    assertion,
    behind: options.behind,
    onChange,
    log,
  });
  const chores = dailyChores({ db, storage, media, outbox });
  const mayErase = createClockGuard(db, log);
  const housekeeping = startHousekeeping(
    databases.dialect === 'postgres'
      ? sharedRounds(chores, { db, turns: databases.turns, log, mayErase })
      : ownRounds(chores, log, mayErase),
    log,
  );
  outbox.start();
  scheduler.start();
  return {
    handle(request) {
      const reply = answer(request);
      running.add(reply);
      const end = () => void running.delete(reply);
      reply.then(end, end);
      return reply;
    },
    content: await contentKind(db),
    makeFirstAdmin: () => ensureFirstAdmin(db, config),
    living: (resource, ids) => livingOf(db, resource, ids),
    mails: outbox.stats,
    probe: async () => {
      await sql`select 1`.execute(db);
    },
    close: async () => {
      await Promise.all([endOf(running), housekeeping.stop()]);
      await outbox.stop();
      await scheduler.stop();
      storage.close();
    },
  };
}

/** Calls of the last moment, sign-outs above all, may still use the database. */
async function endOf(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  let giveUp: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    giveUp = setTimeout(resolve, closeMs);
  });
  await Promise.race([Promise.allSettled(running), late]);
  clearTimeout(giveUp);
}

async function contentKind(db: Db): Promise<ContentKind> {
  if (await isEmptyEngine(db)) return 'none';
  return (await sampleState(db)) === 'added' ? 'sample' : 'own';
}
