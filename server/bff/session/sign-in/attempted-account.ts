import type { Request } from 'express';
import { accountOf } from '../devices.ts';
import { credentialsOf } from './credentials.ts';

const accounts = new WeakMap<Request, string>();

/** Notes the account (`accountOf`) that a request without credentials tries to open. */
export function noteAttemptedAccount(req: Request, account: string): void {
  accounts.set(req, account);
}

/** Returns the account that a sign-in tries to open, for counting. */
export function attemptedAccount(req: Request): string {
  return accounts.get(req) ?? accountOf(credentialsOf(req).email);
}
