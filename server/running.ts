import type { LiveOptions } from './bff/live/live.ts';
import type { ContentApi } from './content-api/content-api.ts';
import type { Timeouts } from './http/connections.ts';
import type { LogStream } from './http/log.ts';
import type { MinRate } from './http/min-rate.ts';

/** A running product. */
export interface Running {
  url: string;
  /** The API host in front of which it stands, by UPSTREAM_URL or host.json. */
  upstreamUrl?: URL;
  /** What the embedded engine holds for visitors; undefined in front of an API host. */
  content: ContentApi['content'] | undefined;
  /** What the embedded engine answers beside an API host (ENGINE_FILLS), in words. */
  fills?: string | undefined;
  /** The first admin of a new embedded engine, with the password that this start generated. */
  firstAdmin?: { email: string; password: string };
  /** Graceful: says not ready, lets what runs finish, then closes everything. At most about 9 s after SHUTDOWN_DELAY_MS. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Folder of the built client; dist/client by default. */
  clientDir?: string;
  /** Folder of the built renderer of pages; `server` beside the client by default. */
  pagesDir?: string;
  /** Where log lines go; standard output by default. */
  logStream?: LogStream;
  /** How long the other side of a connection may take; tests wait for less. */
  timeouts?: Partial<Timeouts>;
  /** How fast bodies have to arrive. */
  minRate?: MinRate;
  /** Descriptor of a socket that listens already, in place of HOST and PORT. */
  socket?: number | undefined;
  /** How many streams of the admin area there may be, and the clock of their comments. */
  live?: Pick<LiveOptions, 'every' | 'limits'>;
  /** How much of what visitors read is kept, and the clock of its age (milliseconds). */
  cache?: { maxBytes?: number; now?: () => number };
}
