import type { RequestHandler } from 'express';
import { mayCall } from '#shared/contract/may-call.ts';
import { AppError, assertThat } from '../errors.ts';
import { callOf } from './call.ts';

/**
 * Requires a session for admin rows, and for every unsafe method on a path that the contract does not list
 * (shared/contract/README.md and server/bff/README.md). Throws 401 `session.required`, or 403 `role.notAllowed` if
 * the session's role lacks the right that the row needs. Runs before the body is read. An upstream with roles of its
 * own, such as the embedded engine, checks the right again.
 */
export function requireAccess(): RequestHandler {
  return (req, res, next) => {
    const { row, session } = callOf(res);
    const safe = req.method === 'GET' || req.method === 'HEAD';
    const open = row ? row.access === 'public' : safe;
    if (!open && !session) throw new AppError('session.required', 401);
    if (row) assertThat(mayCall(session?.user?.role, row), 'role.notAllowed', 403);
    next();
  };
}
