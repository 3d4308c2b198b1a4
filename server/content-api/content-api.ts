import type { Logger } from 'pino';
import type { Config } from '../config.ts';
/** The embedded engine on a loopback listener of its own. */
export interface ContentApi {
  readonly url: URL;
  /** Set once: when this start made the first admin with a generated password. */
  readonly firstAdmin?: { email: string; password: string };
  /** Rejects when the database does not answer. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}
export async function startContentApi(_config: Config, _log: Logger): Promise<ContentApi> {
  throw new Error('not written yet');
}
