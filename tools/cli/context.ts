import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, loadConfig } from '../../server/config.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { StartError } from '../../server/errors.ts';
import { createLog } from '../../server/http/log.ts';
import { isDiskFull } from '../../server/process/data-dir.ts';

/** Where the runner writes its output, and the environment variables that it reads. */
export interface Terminal {
  environment: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
}

/** Context that the runner passes to a command. */
export type Context = ReturnType<typeof createContext>;

/** Creates the context of a command. This module is loaded only for commands that need it, so that help is quick. */
export function createContext({ environment, out, err }: Terminal, isJson: boolean) {
  return {
    environment,
    /** True if the user gave `--json`. */
    isJson,
    /** Writes a line for people to standard output; does nothing with `--json`. */
    say: isJson ? () => {} : out,
    /** Writes a line to standard error. */
    warn: err,
    /**
     * Writes the result as a JSON document to standard output, the only output there with `--json`; does nothing
     * without `--json`.
     */
    answer: (document: unknown) => {
      if (isJson) out(JSON.stringify(document, null, 2));
    },
    /** Receives the warnings of the product's own code, and writes them to standard error. */
    log: createLog('warn', { write: (line) => err(line.trimEnd()) }),
    config: () => loadConfig(environment),
    /** Returns the version of this product. */
    async version() {
      const text = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    },
  };
}

/**
 * Returns a handler for errors of work that writes below `folders`, which the system's error for a full disk does not
 * name. `after` says what the command has left behind.
 */
export const onFullDisk = (folders: readonly string[], after: string) => (error: unknown) => {
  if (!isDiskFull(error)) throw error;
  const text = `The disk of ${folders.join(' or ')} is full or read-only (${(error as Error).message}). Free some space. ${after}`;
  throw new StartError(text, { cause: error });
};

/**
 * Opens the database of the site in DATA_DIR or DATABASE_URL for the work of a command, whether the site runs or not.
 * Rejects with `StartError` if there is no site yet.
 */
export async function withSiteDatabase<Result>(
  context: Context,
  work: (db: SiteDb, config: Config) => Promise<Result>,
) {
  const config = context.config();
  if (!config.DATABASE_URL && !existsSync(config.DATA_DIR))
    throw new StartError(`There is no ${config.DATA_DIR} yet: the first start of the server creates it.`);
  // Loaded only here: most commands open no database, and the module takes long to load.
  const { openDatabases } = await import('../../server/database/databases.ts');
  const databases = await openDatabases(config, context.log);
  try {
    return await work(await databases.openSessions(), config);
  } finally {
    await databases.close();
  }
}
