import { noRoomError } from '../data-dir.ts';
import { AppError } from '../errors.ts';

const sqliteBusy = 5;
/** PostgreSQL: a lock was not to be had in time, the statement took too long, or others came in between. */
const busyStates = new Set(['55P03', '57014', '40001', '40P01']);

/** True when others hold the lock on the database. Nothing was done then. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', errcode = 0 } = error as { code?: string; errcode?: number };
  return busyStates.has(code) || (code === 'ERR_SQLITE_ERROR' && (errcode & 0xff) === sqliteBusy);
}

/** True when SQLite has found that the file is damaged, or no database any more; or PostgreSQL that a page is. */
export function isDamaged(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', errcode = 0 } = error as { code?: string; errcode?: number };
  return /^XX00[12]$/.test(code) || (code === 'ERR_SQLITE_ERROR' && [11, 26].includes(errcode & 0xff));
}

/** What PostgreSQL says when it is not there, or not for us now (its manual, appendix A: classes 08, 53, 57P). */
const awayStates = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03']);
/** Node's, of sockets and names. */
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
/** The client's own words have no code. */
const awayWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|The server does not support SSL|Cannot use a pool after)/;

/**
 * True when PostgreSQL cannot be reached, has just ended the connection, or takes no further one. Whether a write that was under way was
 * done is unknown then.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isAway);
  const { code = '' } = error as { code?: string };
  return (
    awayStates.has(code) || code.startsWith('08') || awayCodes.has(code) || awayWords.test(error.message)
  );
}

/** Seconds until it is worth asking again. */
const againSeconds = '5';

/**
 * What somebody is told whose call the database did not take: 507 when there is no room, 503 when others held it, when nothing was done,
 * or when it is not there. Undefined for other errors.
 */
export function storageError(error: unknown): AppError | undefined {
  if (isAway(error)) return storageAway(error);
  if (!isBusy(error)) return noRoomError(error, 'storage.full');
  return new AppError('storage.busy', 503, { cause: error, headers: { 'Retry-After': againSeconds } });
}

export function storageAway(cause?: unknown): AppError {
  return new AppError('storage.away', 503, { cause, headers: { 'Retry-After': againSeconds } });
}
