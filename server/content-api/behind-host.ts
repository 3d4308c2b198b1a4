import type { CallName } from '#shared/contract/index.ts';
import type { Right } from '#shared/roles.ts';
import type { Db } from '../database/types.ts';
import { hostAdmin, type SeenAdmins } from './auth/host-admins-repository.ts';
import type { Handlers, Identify } from './calls.ts';

/** The names of the calls that the engine answers beside an API host that signs people in (docs/decisions/0058). */
export type RowsBehind = ReadonlySet<string>;

/** The admin for whom the BFF asks. The engine's own tokens count for nothing here. */
export function identifyByAsker(db: Db): Identify {
  const seen: SeenAdmins = new Map();
  return async ({ asker }) => asker && hostAdmin(db, asker, seen);
}

/** The handlers of these calls: its own sign-in, people and content are not there. */
export function handlersBehind(rows: RowsBehind, handlers: Handlers): Handlers {
  return Object.fromEntries(Object.entries(handlers).filter(([name]) => rows.has(name)));
}

/** What there is to be counted behind a host: what the engine answers. */
export function countsBehind(rows: RowsBehind): (right: Right) => boolean {
  const byRight: Partial<Record<Right, CallName>> = {
    'applicants.read': 'getApplicants',
    'messages.read': 'getMessages',
    'jobs.write': 'getJobs',
  };
  return (right) => rows.has(byRight[right] ?? '');
}
