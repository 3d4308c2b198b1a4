import closeWithGrace from 'close-with-grace';
import { type Config, inheritedSocket, loadConfig } from '../config.ts';
import { StartError } from '../errors.ts';
import type { Running, StartOptions } from './running.ts';

/**
 * Milliseconds. A second signal within this time counts as the same one: the terminal or systemd sends a signal to
 * npm and to this process, and npm passes it on to this process too.
 */
const sameSignalMs = 1_000;

/**
 * Starts the product and runs it until a signal ends it. If the start fails, prints the reason and ends the process
 * with exit code 1.
 */
export async function runProcess(
  start: (config: Config, options: StartOptions) => Promise<Running>,
): Promise<void> {
  try {
    const socket = inheritedSocket();
    const config = loadConfig();
    const running = await start(config, { socket });
    const options = { delay: config.SHUTDOWN_DELAY_MS + 9_500, skip: ['SIGINT', 'SIGTERM'] };
    const graceful = closeWithGrace(options as closeWithGrace.Options, async ({ err }) => {
      if (err) console.error(err);
      await running.close();
    });
    let firstAt: number | undefined;
    const stop = () => {
      if (firstAt !== undefined && performance.now() - firstAt > sameSignalMs) process.exit(1);
      if (firstAt !== undefined) return;
      firstAt = performance.now();
      void graceful.close();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const inEffect = { ...config, UPSTREAM_URL: running.upstreamUrl };
    for (const line of startLines(inEffect, { ...running, socket })) console.log(line);
  } catch (error) {
    // The stack is printed for a bug, but not for an error that the operator can correct.
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}

/** Results of a start that are printed for the operator. */
interface Started {
  /** URL on which the server listens. */
  url: string;
  /** Descriptor of the inherited socket; undefined if the server has opened a socket itself. */
  socket?: number;
  content: 'sample' | 'own' | 'none' | undefined;
  fills?: string;
  firstAdmin?: { email: string; password: string };
}

/**
 * Returns the lines that are printed at a start: where the site is, which host or engine it uses, and which settings
 * are missing.
 */
export function startLines(config: Config, started: Started): string[] {
  const { firstAdmin, fills } = started;
  const hasEngine = !config.UPSTREAM_URL || fills !== undefined;
  return [
    `The site is at ${started.url}`,
    ...Object.entries({
      'public address': config.PUBLIC_URL?.origin ?? 'PUBLIC_URL is not set: links use the address above',
      'listens on': `${started.socket === undefined ? config.HOST : 'an inherited socket'}, port ${new URL(started.url).port || 80}`,
      engine: config.UPSTREAM_URL ? `the API host ${config.UPSTREAM_URL.origin}` : 'embedded',
      ...(fills && { fills }),
      data: dataText(config),
      ...(config.DATABASE_URL && hasEngine && !config.MEDIA_URL && { media: ownMediaText(config) }),
      ...(started.content && { content: contentText(config, started.content) }),
      ...(hasEngine && { mail: mailText(config) }),
      proxies: trustText(config.TRUST_PROXY),
    }).map(([name, text]) => `  ${name.padEnd(15)} ${text}`),
    ...(firstAdmin
      ? [
          `First admin: ${firstAdmin.email}  password: ${firstAdmin.password}`,
          'This password is shown once. Sign in at /admin/login.',
        ]
      : []),
  ];
}

/** Describes where data is stored, without user names or passwords. */
function dataText({ DATA_DIR, DATABASE_URL, MEDIA_URL }: Config): string {
  if (!DATABASE_URL && !MEDIA_URL) return `in ${DATA_DIR}`;
  const parts = [
    ...(DATABASE_URL ? [`PostgreSQL at ${new URL(DATABASE_URL).host || 'its socket'}`] : []),
    ...(MEDIA_URL ? [`media in the bucket ${MEDIA_URL.bucket}`] : []),
  ];
  return `${parts.join(', ')}; the rest in ${DATA_DIR}`;
}

/** Describes where media files are stored if the database is shared but they are not. */
function ownMediaText({ DATA_DIR }: Config): string {
  return `in ${DATA_DIR}, for this process only: set MEDIA_URL before you run a second process on this database`;
}

function contentText(config: Config, content: NonNullable<Started['content']>): string {
  if (content === 'sample') return 'sample content; "npm run studio -- sample remove" removes it';
  if (content === 'own') return "the studio's own";
  const why =
    config.SAMPLE_CONTENT === 'on'
      ? ''
      : config.PUBLIC_URL?.protocol === 'https:'
        ? ': a site with an https address starts empty'
        : ': SAMPLE_CONTENT is off';
  return `none yet${why}; "npm run studio -- sample add" adds sample content`;
}

function mailText({ SMTP_URL: url, MAIL_FROM: from }: Config): string {
  return url && from
    ? `sent from ${from} by ${new URL(url).host}`
    : 'queued in the outbox until SMTP_URL and MAIL_FROM are set';
}

function trustText(trust: Config['TRUST_PROXY']): string {
  if (trust === false) return 'none trusted; behind a proxy, set TRUST_PROXY';
  if (trust === true)
    return 'all are trusted (TRUST_PROXY=on): safe only if clients cannot bypass your proxy';
  return typeof trust === 'number' ? `the nearest ${trust} trusted` : `trusted at ${trust}`;
}
