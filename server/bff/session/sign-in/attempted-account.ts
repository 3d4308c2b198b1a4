import type { Request } from 'express';
import { accountOf } from '../devices.ts';
import { credentialsOf } from './credentials.ts';

const accounts = new WeakMap<Request, string>();

/** Stores which account (`accountOf`) a request tries to open, for requests that contain no email and password. */
export function noteAttemptedAccount(req: Request, account: string): void {
  accounts.set(req, account);
}

/** Returns the account that a sign-in tries to open; attempts are counted for that account. */
export function attemptedAccount(req: Request): string {
  return accounts.get(req) ?? accountOf(credentialsOf(req).email);
}
