import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Site } from '#shared/schemas/site.ts';
import type { Config } from '../config.ts';
import { createFormTokens } from '../forms/form-tokens.ts';
import { openTempFolders } from '../forms/temp-folders.ts';
import { createEngineApp } from './app.ts';
import { ensureFirstAdmin, type FirstAdmin } from './auth/first-admin.ts';
import { createTokens } from './auth/tokens.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import type { Db } from './database/types.ts';
import { dailyChores } from './housekeeping/chores.ts';
import { createClockGuard } from './housekeeping/clock-guard.ts';
import { startHousekeeping } from './housekeeping/housekeeping.ts';
import { listenOnLoopback } from './listener.ts';
import { createOutbox, type Outbox } from './mail/outbox.ts';
import { fileRootsOf } from './media/addresses.ts';
import { createFormReader } from './media/form.ts';
import { createMediaStore } from './media/store.ts';
import { isEmptyEngine, sampleState } from './sample/repository.ts';
import { createSample } from './sample/sample.ts';
import { secretOf } from './visitors/repository.ts';

/** What visitors find: the sample content, with what people have added to it; content of the studio's own; nothing yet. */
type ContentKind = 'sample' | 'own' | 'none';

/** The embedded engine on a loopback listener of its own. */
export interface ContentApi {
  readonly url: URL;
  /** What the engine holds for visitors, as it starts. */
  readonly content: ContentKind;
  /** Makes the first admin of an empty engine, and gives it when its password was generated. */
  readonly makeFirstAdmin: () => Promise<FirstAdmin | undefined>;
  /** Rejects when the database does not answer. */
  readonly probe: () => Promise<void>;
  /** For metrics. */
  readonly mails: Outbox['stats'];
  readonly close: () => Promise<void>;
}

/**
 * Starts the embedded engine on DATA_DIR, which one process at a time may use. Rejects with an Error that names the
 * database file when it cannot be opened. Who sends `assertion` with a form is believed about it (`Receipt`).
 */
export async function startContentApi(
  config: Config,
  log: Logger,
  site: Site,
  { assertion }: { assertion?: string } = {},
): Promise<ContentApi> {
  const tempDir = join(config.DATA_DIR, 'tmp', 'engine');
  const roots = fileRootsOf(config.DATA_DIR);
  const db = openDatabase(join(config.DATA_DIR, 'content.sqlite'));
  try {
    const migrated = await migrate(db, { backupDir: join(config.DATA_DIR, 'backups') });
    if (migrated.length > 0) log.info({ migrations: migrated }, 'content API: database migrated');

    const tempFolders = await openTempFolders(tempDir, log);
    for (const folder of [roots.media, roots.private]) await mkdir(folder, { recursive: true, mode: 0o700 });
    const media = createMediaStore(db, roots, log);
    await media.sweep();
    if (config.SAMPLE_CONTENT === 'on') {
      const rows = await createSample(db, media, tempDir).addOnFirstStart();
      if (rows > 0)
        log.info({ rows }, 'content API: sample content added; "npm run sample -- remove" removes it');
    }

    const outbox = createOutbox(
      db,
      log,
      config.PUBLIC_URL ?? new URL(`http://localhost:${config.PORT}`),
      config.SMTP_URL && config.MAIL_FROM
        ? { url: config.SMTP_URL, from: config.MAIL_FROM, to: config.MAIL_TO }
        : undefined,
      site,
    );
    const tokens = createTokens(db, config.SESSION_MAX_HOURS);
    const app = createEngineApp({
      db,
      tokens,
      media,
      mediaDir: roots.media,
      readForm: createFormReader(config, tempFolders, log),
      formTokens: createFormTokens(await secretOf(db, 'form-tokens')),
      outbox,
      richTextBytes: config.UPLOAD_TEXT_MAX_BYTES,
      company: site.name,
      aliases: { [config.UPSTREAM_LOGIN_PATH]: 'login', [config.UPSTREAM_LOGOUT_PATH]: 'logout' },
      assertion,
      log,
    });
    const listener = await listenOnLoopback(app);
    const housekeeping = startHousekeeping(
      dailyChores({ db, roots, media, outbox }),
      log,
      createClockGuard(db, log),
    );
    outbox.start();
    return {
      url: listener.url,
      content: await contentKind(db),
      makeFirstAdmin: () => ensureFirstAdmin(db, config),
      mails: outbox.stats,
      probe: async () => {
        await sql`select 1`.execute(db);
      },
      close: async () => {
        await Promise.all([listener.close(), housekeeping.stop()]);
        await outbox.stop();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function contentKind(db: Db): Promise<ContentKind> {
  if (await isEmptyEngine(db)) return 'none';
  return (await sampleState(db)) === 'added' ? 'sample' : 'own';
}
