import type { Request, Response } from 'express';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { maxCookieBytes, serverCookie } from '../cookie.ts';
import { createSeal } from '../seal.ts';

/** A sign-in whose password was correct, and which waits for its second step. */
export interface PendingSignIn {
  /**
   * The ticket that the host issued and requires with the second step. It is never sent to a browser in readable
   * form.
   */
  ticket: string;
  email: string;
  /** When the password was sent, in milliseconds since 1970. */
  provedAt: number;
}

/**
 * The sealed cookie between password and second step, valid for five minutes. It has its own name and passwords: it
 * cannot be used as a session cookie, and no other cookie can be opened as this one.
 */
export interface PendingSignIns {
  /** Throws AppError `login.tokenTooLarge` if the content does not fit a cookie. */
  start(res: Response, pending: PendingSignIn): Promise<void>;
  /**
   * Returns the sign-in of the request's cookie; undefined if there is no cookie, or if it cannot be opened or has
   * expired.
   */
  open(req: Pick<Request, 'cookies'>): Promise<PendingSignIn | undefined>;
  end(res: Response): void;
}

/** How long the second step may take, in milliseconds. */
const pendingLifeMs = 5 * 60_000;

const content = z.object({
  ticket: z.string().min(1),
  email: z.string().min(1),
  provedAt: z.number(),
  startedAt: z.number(),
});

/** `now` returns milliseconds since 1970. */
export function createPendingSignIns(
  passwords: readonly string[],
  publicUrl: URL,
  now: () => number,
): PendingSignIns {
  const seal = createSeal(passwords, content);
  const cookie = serverCookie(publicUrl, 'studio_second_step');
  return {
    async start(res, pending) {
      const sealed = await seal.close({ ...pending, startedAt: now() }, pendingLifeMs);
      const line = cookie.line(sealed, pendingLifeMs / 1000);
      if (Buffer.byteLength(line) > maxCookieBytes) throw new AppError('login.tokenTooLarge', 502);
      cookie.set(res, line);
    },
    async open(req) {
      const sealed: unknown = req.cookies?.[cookie.name];
      if (typeof sealed !== 'string' || sealed.length > maxCookieBytes) return undefined;
      const found = await seal.open(sealed);
      const age = now() - (found?.startedAt ?? 0);
      return found && age >= -pendingLifeMs && age < pendingLifeMs ? found : undefined;
    },
    end: (res) => cookie.set(res, cookie.line('', 0)),
  };
}
