import type { LiveOptions } from '../bff/live/live.ts';
import type { ContentApi } from '../content-api/content-api.ts';
import type { MinRate, Timeouts } from '../http/connections.ts';
import type { LogStream } from '../http/log.ts';

/** A running product. */
export interface Running {
  url: string;
  /** URL of the API host behind this site, from UPSTREAM_URL or host.json; absent without an API host. */
  upstreamUrl?: URL;
  /** The embedded engine's public content; undefined if the upstream is an API host. */
  content: ContentApi['content'] | undefined;
  /** Describes which calls the embedded engine answers in place of an API host (ENGINE_FILLS), for the operator. */
  fills?: string;
  /** The first admin of a new embedded engine, with the password that was generated at this start. */
  firstAdmin?: { email: string; password: string };
  /**
   * Stops gracefully: /readyz reports not ready, running requests end, then everything is closed. Takes at most about
   * 9 s after SHUTDOWN_DELAY_MS.
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
  /** Lowest rate at which request bodies may arrive. */
  minRate?: MinRate;
  /** Descriptor of a socket that already listens; it is used in place of HOST and PORT. */
  socket?: number;
  /** Limits of the admin area's event streams, and the timer that sends comments to keep these streams open. */
  live?: Pick<LiveOptions, 'every' | 'limits'>;
  /** Maximum size of the cache of public content, and the clock for the age of its answers (in milliseconds). */
  cache?: { maxBytes?: number; now?: () => number };
}
