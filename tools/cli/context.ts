import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../../server/config.ts';
import { createLog } from '../../server/http/log.ts';

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
 * Thrown when a command is called with invalid arguments. The message describes the error; the runner appends the
 * usage line.
 */
export class UsageError extends Error {
  override name = 'UsageError';
}
