import type { Request } from 'express';
import { accountOf } from '../devices.ts';
import { credentialsOf } from './credentials.ts';

const accounts = new WeakMap<Request, string>();

/** Notes which account (`accountOf`) the request tries to open, where it sends no credentials. */
export function noteTried(req: Request, account: string): void {
  accounts.set(req, account);
}

/** The account that a sign-in tries to open, for counting. */
export function triedAccount(req: Request): string {
  return accounts.get(req) ?? accountOf(credentialsOf(req).email);
}
