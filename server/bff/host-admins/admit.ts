import type { Request, RequestHandler, Response } from 'express';
import { type ContractRow, rows } from '#shared/contract/index.ts';
import { AppError } from '../../errors.ts';
import { callOf } from '../call.ts';
import type { Session, Sessions } from '../session/session.ts';

/** Who asks for what. */
export interface Asked {
  req: Request;
  res: Response;
  row: ContractRow;
  session: Session;
}

/** In front of a host where customers sign in as well: who is an admin of it, and for which calls one has to be. */
export interface AdminGuard {
  /** Rejects with AppError: 401 when the host refuses the token, 403 for who is no admin, 503 when nobody can tell. */
  judge(asked: Asked): Promise<unknown>;
  /** True for an admin call that the host is not asked for. */
  guards(row: ContractRow): boolean;
  /** True for calls of which a refused token is heard, and which others may make too. */
  names?(row: ContractRow): boolean;
}

/**
 * Calls of the admin area that the BFF answers itself: forms that wait, what was done by whom, old addresses, how the site is doing. In
 * front of a host where everybody can have an account they are for its admins; one's own session is not.
 */
export const guardedRows: ReadonlySet<string> = new Set(
  rows
    .filter(
      ({ origin, access, name }) => origin === 'session' && access === 'admin' && name !== 'renewSession',
    )
    .map(({ name }) => name),
);

/** The pass that lets nobody but admins of the host come to what the site answers without it (docs/architecture.md §5, Access). On headers alone. */
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
