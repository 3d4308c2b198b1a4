import type { RequestHandler } from 'express';
import { mayCall } from '#shared/contract/may-call.ts';
import { AppError, assertThat } from '../errors.ts';
import { callOf } from './call.ts';

/**
 * Admin rows need a session, and so does every unsafe method on a path that the contract does not list (docs/architecture.md
 * §4, §5). 401 `session.required`, and 403 `role.notAllowed` when the role of the session lacks the row's right, decided on headers
 * alone: not one byte of the body has been read. An engine that knows roles judges again.
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
