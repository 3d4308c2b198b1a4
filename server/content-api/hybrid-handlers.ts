import type { CallName } from '#shared/contract/index.ts';
import type { Right } from '#shared/roles.ts';
import type { Db } from '../database/types.ts';
import { hostAdmin, type SeenAdmins } from './auth/host-admins-repository.ts';
import type { Handlers, Identify } from './calls.ts';

/**
 * The names of the calls that the engine answers in hybrid mode, where an API host signs people in
 * (docs/decisions/0058).
 */
export type HybridRows = ReadonlySet<string>;

/** Identifies the admin by the principal in the BFF's request. The engine's own tokens are not accepted here. */
export function identifyByPrincipal(db: Db): Identify {
  const seen: SeenAdmins = new Map();
  return async ({ principal }) => principal && hostAdmin(db, principal, seen);
}

/**
 * Returns only the handlers of these calls. The handlers of the engine's own sign-in, people and content are left
 * out.
 */
export function hybridHandlers(rows: HybridRows, handlers: Handlers): Handlers {
  return Object.fromEntries(Object.entries(handlers).filter(([name]) => rows.has(name)));
}

/**
 * Returns a function that tests whether the records that a right allows an admin to read are counted in hybrid mode.
 * They are counted only if the engine answers the call that reads them.
 */
export function hybridCounts(rows: HybridRows): (right: Right) => boolean {
  const byRight: Partial<Record<Right, CallName>> = {
    'applicants.read': 'getApplicants',
    'messages.read': 'getMessages',
    'jobs.write': 'getJobs',
  };
  return (right) => rows.has(byRight[right] ?? '');
}
