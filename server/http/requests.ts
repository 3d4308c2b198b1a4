import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { TextCode } from '#shared/desk-messages.ts';
import { withoutSecret } from '#shared/link-paths.ts';
import type { Config } from '../config.ts';
import { AppError, codeOf } from '../errors.ts';

/** Longest path in a log line, in characters. */
const longestPath = 512;

/** The number that nginx uses for a visitor who disconnected before the answer; it is not an HTTP status. */
const leftEarly = 499;

/** A request that was answered, or that ended early because the connection broke. */
interface EndedRequest extends Omit<Findings, 'call' | 'id'> {
  method: string;
  /** The target of the request as received, with its query. */
  target: string;
  id: string;
  /** IP address of the connection, or the one that a trusted proxy states. */
  ip: string | undefined;
  status: number;
  /** Milliseconds from the first pass to the end of the request. */
  ms: number;
  /** Number of bytes written to the connection, headers included. */
  bytes: number;
  /** Name of the contract row. */
  row: string | undefined;
  session: boolean;
  aborted: boolean;
}

/** Writes the log line of a request that has ended. */
export type LogRequest = (ended: EndedRequest) => void;

/**
 * Creates the request log: one JSON line per request, written when the response ends or the connection breaks. A line
 * contains no query, header, cookie or body, so secrets in them cannot get into the log. `files` are the built files,
 * by path; `observe` is called with every request, whether it is logged or not.
 */
export function requestLog(
  log: Logger,
  { files, observe }: { files: ReadonlyMap<string, unknown>; observe?: LogRequest },
): LogRequest {
  // The redaction that other lines pass through costs more than the line.
  const lines = log.child({}, { redact: [] });
  return (ended) => {
    observe?.(ended);
    const { id, method, target, status, ms, aborted, ...others } = ended;
    const path = loggedPath(target);
    const level = levelOf(status, path, files);
    if (!lines.isLevelEnabled(level)) return;
    const who = { id, trace: traceIdOf(id), method, path, status, ms: Math.round(ms * 10) / 10 };
    lines[level]({ ...who, ...others, ...(aborted && { aborted }) }, 'request');
  };
}

/** Creates the pass that logs a request when it has ended. */
export function logRequests(logRequest: LogRequest): RequestHandler {
  return (req, res, next) => {
    const begun = performance.now();
    const { socket, method, originalUrl } = req;
    const writtenBefore = socket.bytesWritten;
    // The IP address is read at the start, because Express may return a different one once the connection is closed.
    const ip = req.ip;
    // `close` fires once: after the last byte, or when the connection breaks, even if a pipelined answer has not
    // begun by then.
    res.on('close', () => {
      const aborted = !res.writableFinished;
      const { call, id = '', ...findings } = findingsOf(res);
      logRequest({
        method,
        target: originalUrl,
        id,
        status: aborted && !res.headersSent ? leftEarly : res.statusCode,
        ms: performance.now() - begun,
        bytes: socket.bytesWritten - writtenBefore,
        ip,
        row: call?.row?.name,
        session: call?.session !== undefined,
        aborted,
        ...findings,
      });
    });
    next();
  };
}

/**
 * Returns the path without its query, and without the secret in the path of a page by link (an invitation, a new
 * password, a preview). A target that is a whole URL is not logged, because it may contain a password before an `@`.
 */
function loggedPath(target: string) {
  if (!target.startsWith('/')) return '-';
  const path = withoutSecret(target.replace(/[?#].*$/s, ''));
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
}

/**
 * Returns the level of a log line. Health probes arrive every few seconds, and a page requests thirty files, so both
 * are logged only when they fail, or with LOG_LEVEL=debug. Refused sign-ins, missing permissions and throttled
 * requests get a higher level.
 */
function levelOf(status: number, path: string, files: ReadonlyMap<string, unknown>) {
  const isProbe = path === '/healthz' || path === '/readyz';
  if (isProbe) return status >= 500 ? 'warn' : 'debug';
  if (status >= 500) return 'error';
  if (status < 400 && isAsset(path, files)) return 'debug';
  return [401, 403, 429].includes(status) ? 'warn' : 'info';
}

/** True for built files and pictures. */
export function isAsset(path: string, files: ReadonlyMap<string, unknown>) {
  return path.startsWith('/assets/') || path.startsWith('/img/') || files.has(path);
}

/** Why an answer failed or is incomplete. */
export interface Problem {
  /** The row of the failed call; absent if no call was made. */
  call?: string;
  cause: Cause;
  /**
   * The id of the request that began the call, if that was another request; the host received the call with this id.
   */
  asked?: string;
}

/** Facts about a request and its answer that become known while the answer is made, for the log and the metrics. */
interface Findings {
  /** The id of the request. */
  id?: string;
  /**
   * The call: its contract row, and whether it belongs to a signed-in person. It is read only when the request has ended,
   * because the session becomes known later than the row.
   */
  call?: { readonly row?: { readonly name: string }; readonly session?: unknown };
  /** Text code of the error in the answer. */
  code?: TextCode;
  why?: Problem[];
  /** Source of the answer: the cache, or made for this request. */
  cache?: 'hit' | 'stale' | 'miss';
}

/** Findings are stored on the response: a WeakMap would cost more time for each answer and in garbage collection. */
const findingsKey = Symbol('findings');
type WithFindings = ServerResponse & { [findingsKey]?: Findings };

/**
 * Maximum number of problems that are stored for an answer. A page makes only a few reads, but a sitemap of a dead
 * host may have thousands of problems.
 */
const mostProblems = 8;

/** Adds the reasons why this answer failed or is incomplete. `asked` is left out where it is the id of this request. */
export function noteProblems(res: ServerResponse, problems: readonly Problem[]) {
  if (problems.length === 0) return;
  const { why = [], id } = findingsOf(res);
  const noted = problems.map(({ asked, ...problem }) => (asked === id ? problem : { ...problem, asked }));
  noteFindings(res, { why: [...why, ...noted].slice(0, mostProblems) });
}

export function noteFindings(res: ServerResponse, findings: Findings) {
  (res as WithFindings)[findingsKey] = { ...findingsOf(res), ...findings };
}

/** Returns the findings about an answer. */
export function findingsOf(res: ServerResponse) {
  return (res as WithFindings)[findingsKey] ?? {};
}

/** The ids that are accepted from callers: short, and without characters that could forge a log line or a header. */
const safeId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** True if the connection of this request comes from a trusted proxy (TRUST_PROXY). */
export type IsFromProxy = (req: IncomingMessage) => boolean;

/**
 * Gives every request an id, which is returned as X-Request-Id and sent to the upstream. A caller's own id is used if
 * it consists of 8 to 64 plain characters, so that one request can be followed through the logs of a load balancer
 * and this site.
 */
export function assignRequestId(isFromProxy: IsFromProxy): RequestHandler {
  return (req, res, next) => {
    const id = requestIdFor(req, isFromProxy);
    noteFindings(res, { id });
    res.setHeader('X-Request-Id', id);
    next();
  };
}

/** Returns the id of a request: the caller's, or a new one. The trace of a trusted proxy is stored under the same id. */
export function requestIdFor(req: IncomingMessage, isFromProxy: IsFromProxy) {
  const { headers } = req;
  const given = headers['x-request-id'];
  const id = typeof given === 'string' && safeId.test(given) ? given : randomUUID();
  if (headers.traceparent !== undefined && isFromProxy(req)) {
    // A malformed header counts as absent.
    const [, trace] = wellFormed.exec(String(headers.traceparent)) ?? [];
    if (trace) adopted.set(id, trace);
  }
  return id;
}

/** Returns the id of the request that this response answers; empty only before `assignRequestId` has run. */
export function requestIdOf(res: ServerResponse) {
  return findingsOf(res).id ?? '';
}

/**
 * The ids of traces that a trusted proxy sent, by request id. A call to the host may last longer than the request that
 * began it, so they are not deleted with their request but when there are too many.
 */
const adopted = new LRUCache<string, string>({ max: 2_000 });

/** Matches an id that this server has created. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Matches a traceparent header (W3C Trace Context §3.2) that names a trace. */
const wellFormed = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Returns the id of the trace of a request, for its log line: one id for all work that a click causes, on any machine.
 * Without a trusted proxy it consists of the digits of the request id.
 */
function traceIdOf(requestId: string) {
  return adopted.get(requestId) ?? digitsOf(requestId);
}

/**
 * Returns the header that names the trace of a call to the API host, and this server's part in it. The trace counts as
 * recorded, because the log line records it; otherwise a host that adopts the flags of its caller would switch off its
 * tracing.
 */
export function traceparentOf(requestId: string) {
  return `00-${traceIdOf(requestId)}-${digitsOf(requestId).slice(16)}-01`;
}

/** Returns 32 hexadecimal digits that stand for a request: its own id, or a hash of the id that its caller gave. */
function digitsOf(requestId: string) {
  return uuid.test(requestId) ? requestId.replaceAll('-', '') : hash('sha256', requestId, 'hex').slice(0, 32);
}

/** Why a request failed, as one word for a log line or a metric (docs/operations.md explains each word). */
export type Cause = ReturnType<typeof causeOf>;

/** The error codes of failed connections, by cause. For problems with a certificate Node uses OpenSSL's codes. */
const connectionCodes = {
  refused: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES)$/,
  dns: /^(ENOTFOUND|EAI_(AGAIN|FAIL|NODATA|NONAME))$/,
  tls: /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/,
  reset: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ECONNABORTED)$/,
};
type ConnectionCause = keyof typeof connectionCodes;
const connectionCauses = Object.keys(connectionCodes) as ConnectionCause[];
/** Matches further error codes for a connection that ended in the middle of an answer. */
const cutBody = /^(UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_STREAM_PREMATURE_CLOSE)$/;
const ownStatuses = [500, 502, 503, 504] as const;

/** Causes by the code of an error, where the code alone decides. */
const byCode = {
  'upstream.down': 'breaker_open',
  'upstream.busy': 'status_429',
  'host.callMissing': 'call_missing',
  'upload.busy': 'no_slot',
  'answer.busy': 'no_slot',
  'intake.full': 'intake_full',
  'storage.full': 'disk_full',
  'upload.noSpace': 'disk_full',
  'storage.away': 'database_away',
  'storage.busy': 'database_busy',
  'storage.down': 'store_down',
  'request.failed': 'bug',
} as const satisfies Partial<Record<TextCode, string>>;

/** Returns the cause of an error, as one word. An unexpected error counts as a bug. */
export function causeOf(error: unknown) {
  if (!(error instanceof AppError)) return 'bug';
  const { code, status, cause } = error;
  if (code === 'upstream.unreachable') return connectionCause(cause);
  if (code === 'upstream.timeout') return byTimeout[codeOf(cause)] ?? 'headers_timeout';
  if (code === 'upstream.badAnswer')
    return cutBody.test(codeOf(cause)) || connectionCodes.reset.test(codeOf(cause)) ? 'body' : 'bad_answer';
  if (code === 'upstream.failed')
    return `status_${ownStatuses.find((each) => each === status) ?? '5xx'}` as const;
  if (code === 'upstream.refused') return status === 429 ? 'status_429' : 'status_4xx';
  return code in byCode ? byCode[code as keyof typeof byCode] : 'other';
}

/** A timeout is that of the headers, unless no more bytes came after them, or a page had to be sent before. */
const byTimeout: Record<string, 'body' | 'timeout'> = {
  UND_ERR_BODY_TIMEOUT: 'body',
  PAGE_TIMEOUT: 'timeout',
};

/**
 * Returns the cause of a failed connection. If several IP addresses of a host were tried, the last failure counts.
 */
function connectionCause(error: unknown): ConnectionCause | 'other' {
  const { errors } = (error ?? {}) as { errors?: unknown };
  const known = connectionCauses.find((cause) => connectionCodes[cause].test(codeOf(error)));
  return known ?? (Array.isArray(errors) && errors.length > 0 ? connectionCause(errors.at(-1)) : 'other');
}

const addressKey = Symbol('address');

/** Creates an Express app with the settings of the site; `trustProxy` is TRUST_PROXY. */
export function createExpressApp(trustProxy: boolean | number | string) {
  const app = express();
  // With this setting Express's error pages never contain stack traces, regardless of NODE_ENV.
  app.set('env', 'production');
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);
  const findAddress = addressFor(app);
  // `app.request` is where Express lets an app extend its requests. `ip` is replaced for all requests of this app, and
  // found once for each: several passes ask for it.
  Object.defineProperty(app.request, 'ip', {
    get: function ip(this: typeof app.request & { [addressKey]?: string }) {
      this[addressKey] ??= findAddress(this);
      return this[addressKey];
    },
  });
  return app;
}

const expressIp = Object.getOwnPropertyDescriptor(express.request, 'ip')?.get;

/**
 * Returns a function that finds the IP address that sent a request, for use in limits; before Express runs too. It is the
 * connection's own, or the one that a trusted proxy states (TRUST_PROXY): Express reads it from X-Forwarded-For, and the
 * port that some proxies add is left out. A client can send any text there; a text that is not an IP address is replaced
 * by the proxy's own address.
 */
export function addressFor(app: Express): (req: IncomingMessage) => string | undefined {
  if (app.get('trust proxy') === false) return ({ socket }) => socket.remoteAddress;
  return ({ headers, socket }) => {
    if (!expressIp) throw new Error('This version of Express has no req.ip.');
    const said: string | undefined = expressIp.call({ app, headers, socket, connection: socket });
    const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(said ?? '') ?? [];
    const plain = v6 ?? v4 ?? said;
    return plain !== undefined && isIP(plain) ? plain : socket.remoteAddress;
  };
}

/** Returns a function that is true for a request from a trusted proxy (TRUST_PROXY, as Express understands it). */
export function isFromProxy(app: Express): IsFromProxy {
  return ({ socket }) => app.get('trust proxy fn')(socket.remoteAddress, 0);
}

/**
 * Warns once if a request has X-Forwarded-For although no proxy is trusted. Behind a proxy this mistake is not
 * noticed until it does harm: all visitors seem to have the same IP address, so the first who mistypes a password
 * five times locks sign-in for everyone.
 */
export function warnOfUntrustedProxy({ TRUST_PROXY }: Config, log: Logger): RequestHandler {
  let isSilent = TRUST_PROXY !== false;
  return (req, _res, next) => {
    if (!isSilent && req.headers['x-forwarded-for'] !== undefined) {
      isSilent = true;
      log.warn(
        'X-Forwarded-For was received, but TRUST_PROXY is off. If this server is behind a proxy, set TRUST_PROXY (1 for one ' +
          'proxy): until then, all visitors count as one address. If it is not, the client forged the header, and you can ignore this.',
      );
    }
    next();
  };
}
