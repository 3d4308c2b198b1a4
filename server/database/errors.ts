import { AppError } from '../errors.ts';
import { storageFullError } from '../process/data-dir.ts';

const sqliteBusy = 5;
/**
 * PostgreSQL's error codes when the lock was not available in time, the statement took too long, or a concurrent
 * transaction conflicted.
 */
const busyStates = new Set(['55P03', '57014', '40001', '40P01']);

/**
 * True if another process or transaction holds the lock on the database. The failed statement then has changed
 * nothing.
 */
export function isBusy(error: unknown) {
  if (!(error instanceof Error)) return false;
  const { code = '', errcode = 0 } = error as { code?: string; errcode?: number };
  return busyStates.has(code) || (code === 'ERR_SQLITE_ERROR' && (errcode & 0xff) === sqliteBusy);
}

/** True if SQLite finds the file damaged or not a database, or if PostgreSQL finds a damaged page. */
export function isDamaged(error: unknown) {
  if (!(error instanceof Error)) return false;
  const { code = '', errcode = 0 } = error as { code?: string; errcode?: number };
  return /^XX00[12]$/.test(code) || (code === 'ERR_SQLITE_ERROR' && [11, 26].includes(errcode & 0xff));
}

/**
 * PostgreSQL's error codes when the server is not running, or accepts no connection now (its manual, appendix A:
 * classes 08, 53, 57P).
 */
const awayStates = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03']);
/** Node's error codes for sockets and name resolution. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Messages of the PostgreSQL client (pg) for errors that have no code. */
const awayWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|The server does not support SSL|Cannot use a pool after)/;

/**
 * True if PostgreSQL cannot be reached, has just closed the connection, or accepts no further connection. The caller
 * then cannot know whether a write in progress was done.
 */
export function isUnavailable(error: unknown) {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnavailable);
  const { code = '' } = error as { code?: string };
  return (
    awayStates.has(code) || code.startsWith('08') || awayCodes.has(code) || awayWords.test(error.message)
  );
}

/** The value of Retry-After, in seconds. */
const againSeconds = '5';

/**
 * Returns the error for a caller whose write the database did not accept: 507 when there is no room, 503 when another
 * process holds the lock or the database is unavailable. Undefined for other errors.
 */
export function storageError(error: unknown) {
  if (isUnavailable(error)) return storageUnavailable(error);
  if (!isBusy(error)) return storageFullError(error, 'storage.full');
  return new AppError('storage.busy', 503, { cause: error, retryAfter: againSeconds });
}

export function storageUnavailable(cause?: unknown) {
  return new AppError('storage.away', 503, { cause, retryAfter: againSeconds });
}
