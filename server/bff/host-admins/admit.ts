import type { Request, RequestHandler, Response } from 'express';
import { type ContractRow, rows } from '#shared/contract/index.ts';
import { AppError } from '../../errors.ts';
import { withTimeout } from '../../process/work.ts';
import { callOf } from '../call.ts';
import type { FindRefusedCalls } from '../session/calls.ts';
import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';

/** A call that needs a decision: its request and the session that makes it. */
export interface Asked {
  req: Request;
  res: Response;
  row: ContractRow;
  session: Session;
}

/** Guard for a host where customers can sign in too: decides who is an admin, and which calls require one. */
export interface AdminGuard {
  /**
   * Decides whether the session may make the call. Rejects with AppError: 401 if the host refuses the token, 403 for
   * an account that is not an admin, 503 if the question cannot be decided now.
   */
  judge(asked: Asked): Promise<unknown>;
  /** True for an admin call that the site answers without the host, so that the guard has to judge it. */
  guards(row: ContractRow): boolean;
  /**
   * True for calls outside of `guards` that are judged although accounts without admin rights may make them. They are
   * refused only if the host refuses the token; the session then ends.
   */
  names?(row: ContractRow): boolean;
}

/**
 * Admin calls that the BFF answers itself: waiting forms, the activity log, redirects, the site's status. With a host
 * where anyone can have an account, only its admins may make them. The call that extends the admin's own session is
 * not in the set.
 */
export const guardedRows: ReadonlySet<string> = new Set(
  rows
    .filter(
      ({ origin, access, name }) => origin === 'session' && access === 'admin' && name !== 'renewSession',
    )
    .map(({ name }) => name),
);

/**
 * Admits only admins of the host to the calls that the site answers without the host (server/bff/README.md,
 * "Access"). Uses only the headers of the request, not its body.
 */
export function admitAdmins(guard: AdminGuard, sessions: Pick<Sessions, 'endRefused'>): RequestHandler {
  return async (req, res, next) => {
    const { row, session } = callOf(res);
    const isGuarded = row?.access === 'admin' && guard.guards(row);
    if (!session || !row || !(isGuarded || guard.names?.(row))) return next();
    await guard.judge({ req, res, row, session }).catch((error: unknown) => {
      const status = error instanceof AppError ? error.status : 500;
      if (status === 401) sessions.endRefused(res, session);
      if (status === 401 || isGuarded) throw error;
    });
    next();
  };
}

/** How long an answer waits for the host, in milliseconds. After that no call counts as refused. */
const waitMs = 2_000;

/**
 * Creates the function that finds refused calls, so that the admin area offers none of them. The guard remembers the
 * host's answers, so it may be asked for each call. Calls whose right depends on the record that they name are left
 * out. Without a guard nothing is refused here.
 */
export function createRefusedCalls(guard: AdminGuard | undefined): FindRefusedCalls {
  if (!guard) return async () => [];
  const guarded = rows.filter((row) => row.access === 'admin' && !row.needsOf && guard.guards(row));
  return async (req, res, session) => {
    const found = guarded.map((row) =>
      guard.judge({ req, res, row, session }).then(
        () => [],
        (error: unknown) => (error instanceof AppError && error.status === 403 ? [row.name] : []),
      ),
    );
    return (await withTimeout(waitMs, Promise.all(found)).catch(() => [])).flat();
  };
}
