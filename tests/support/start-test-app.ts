import { rm } from 'node:fs/promises';
import { loadConfig } from '../../server/config.ts';
import { type StartOptions, start } from '../../server/main.ts';
import { migratedFolder } from './engine/empty-content.ts';

/** A running product on a free port with its own data folder. */
export interface TestApp {
  url: string;
  dataDir: string;
  firstAdmin?: { email: string; password: string };
  /** Every line of the log, parsed. */
  logLines: Record<string, unknown>[];
  /** Stops the product; the data folder is removed unless `keepData`. */
  close(options?: { keepData?: boolean }): Promise<void>;
}

/**
 * Starts the real product, exactly as main.ts does. Nothing is switched off, except that in front of a stub no answer
 * is cached for other visitors (`cache` gives the cache room). `environment` holds variables of
 * docs/configuration.md; pass UPSTREAM_URL for a stub, leave it out for the embedded engine, and pass DATA_DIR to
 * restart on existing data. `options` shorten timeouts, so that a test of a slow caller is not slow.
 */
export async function startTestApp(
  environment: Record<string, string> = {},
  options: Pick<StartOptions, 'timeouts' | 'minRate' | 'cache' | 'live'> = {},
): Promise<TestApp> {
  const dataDir = environment.DATA_DIR ?? (await migratedFolder('studio-test-'));
  const logLines: Record<string, unknown>[] = [];
  const config = loadConfig({ PORT: '0', SAMPLE_CONTENT: 'off', ...environment, DATA_DIR: dataDir });
  const running = await start(config, {
    // A change that a test makes at a stub has to be visible in the next read. The engine changes by calls, which
    // invalidate the cache.
    ...(config.UPSTREAM_URL && { cache: { maxBytes: 0 } }),
    ...options,
    // A developer's own build, separate from dist/, so that a rebuild does not replace the client during a run.
    ...(process.env.TEST_CLIENT_DIR && { clientDir: process.env.TEST_CLIENT_DIR }),
    logStream: { write: (line) => void logLines.push(JSON.parse(line)) },
  });
  return {
    url: running.url,
    dataDir,
    ...(running.firstAdmin && { firstAdmin: running.firstAdmin }),
    logLines,
    async close({ keepData = false } = {}) {
      await running.close();
      if (!keepData) await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}
