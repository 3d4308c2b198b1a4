import type { LiveOptions } from './bff/live/live.ts';
import type { ContentApi } from './content-api/content-api.ts';
import type { Timeouts } from './http/connections.ts';
import type { LogStream } from './http/log.ts';
import type { MinRate } from './http/min-rate.ts';

/** A running product. */
export interface Running {
  url: string;
  /** The API host behind this site, from UPSTREAM_URL or host.json. */
  upstreamUrl?: URL;
  /** Public content of the embedded engine; undefined in front of an API host. */
  content: ContentApi['content'] | undefined;
  /** The calls that the embedded engine answers in place of an API host (ENGINE_FILLS), in words. */
  fills?: string | undefined;
  /** The first admin of a new embedded engine, with the password that this start generated. */
  firstAdmin?: { email: string; password: string };
  /**
   * Stops gracefully: reports not ready, lets running requests finish, then closes everything. Takes at most about 9
   * s after SHUTDOWN_DELAY_MS.
   */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Folder of the built client; dist/client by default. */
  clientDir?: string;
  /** Folder of the built page renderer. Default: `server` next to the client. */
  pagesDir?: string;
  /** Output of log lines. Default: standard output. */
  logStream?: LogStream;
  /** Timeouts of connections; tests use shorter ones. */
  timeouts?: Partial<Timeouts>;
  /** Minimum speed at which request bodies must arrive. */
  minRate?: MinRate;
  /** Descriptor of a socket that is listening already, used in place of HOST and PORT. */
  socket?: number | undefined;
  /** Limits of the admin area's event streams, and the interval of their comments. */
  live?: Pick<LiveOptions, 'every' | 'limits'>;
  /** Size of the cache of public content, and the clock of its age (milliseconds). */
  cache?: { maxBytes?: number; now?: () => number };
}
