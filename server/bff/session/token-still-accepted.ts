import type { Request, Response } from 'express';
import { contract } from '#shared/contract/index.ts';
import { AppError } from '../../errors.ts';
import { callOf } from '../call.ts';
import type { Capabilities } from '../capabilities.ts';
import { dumpAnswer } from '../upstream/refusals.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Sessions } from './session.ts';
import { sessionCallHeaders } from './upstream-headers.ts';

/**
 * How long the check may take, in milliseconds. The time is short because an admin must be able to read the waiting
 * forms while the host does not answer.
 */
const askForMs = 2_000;

interface StillTakenParts {
  sessions: Sessions;
  upstream: Upstream;
  capabilities: Capabilities;
}

/**
 * Checks with the host that it still accepts the session's token, before the BFF itself answers admin calls or the
 * session call. Otherwise a person who was removed, or has another role, would keep their access through the cookie
 * (server/bff/README.md, "Access"). If the host refuses the token, the session has ended: an admin call gets 401
 * `session.required`, and the session call is answered without a signed-in user. The check passes if the host lacks
 * the call `getAccount`, by which the token is checked, or is down.
 */
export async function assertTokenStillAccepted(
  req: Request,
  res: Response,
  { sessions, upstream, capabilities }: StillTakenParts,
): Promise<void> {
  const call = callOf(res);
  const { row, session } = call;
  const isProbe = row?.name === contract.session.name;
  if (!session || !(isProbe || row?.access === 'admin') || !capabilities.has(contract.getAccount)) return;
  const answer = await upstream
    .request({
      method: 'GET',
      path: contract.getAccount.path,
      row: contract.getAccount,
      headers: sessionCallHeaders(req, res, upstream, { session }),
      signal: AbortSignal.timeout(askForMs),
    })
    .catch(() => undefined);
  if (!answer) return;
  dumpAnswer(answer);
  capabilities.isMissing(contract.getAccount, answer.status);
  if (answer.status !== 401) return;
  sessions.endRefused(res, session);
  if (!isProbe) throw new AppError('session.required', 401);
  delete call.session;
}
