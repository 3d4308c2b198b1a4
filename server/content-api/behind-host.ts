import type { Request, RequestHandler } from 'express';
import type { CallName } from '#shared/contract/index.ts';
import type { Right } from '#shared/roles.ts';
import type { Db } from '../database/types.ts';
import { type Asker, isKey, passHeader, readPass } from '../engine-pass.ts';
import { assertThat } from '../errors.ts';
import { hostAdmin, type SeenAdmins } from './auth/host-admins-repository.ts';
import type { Handlers, Identify } from './calls.ts';

/** The engine beside an API host that signs people in (docs/decisions/0058): it answers these calls, to whoever has a pass. */
export interface BehindHost {
  /** Names of the calls. */
  rows: ReadonlySet<string>;
  /** Signs the passes; nobody else learns it. */
  secret: Buffer;
}

const askers = new WeakMap<Request, Asker>();

/** The first pass where there is no host: whoever does not bring the key of this process gets 401, whatever they ask for. */
export function refuseWithoutKey(key: string): RequestHandler {
  return (req, _res, next) => {
    assertThat(isKey(key, req.headers[passHeader]), 'session.required', 401);
    next();
  };
}

/** The first pass: whoever is not sent by this process gets 401, whatever they ask for, files and calls of visitors too. */
export function refuseStrangers({ secret }: BehindHost): RequestHandler {
  return (req, _res, next) => {
    const pass = readPass(secret, { method: req.method, path: req.originalUrl }, req.headers[passHeader]);
    assertThat(pass, 'session.required', 401);
    if (pass.asker) askers.set(req, pass.asker);
    next();
  };
}

/** The admin that the pass names. The engine's own tokens count for nothing here. */
export function identifyByPass(db: Db): Identify {
  const seen: SeenAdmins = new Map();
  return async (req) => {
    const asker = askers.get(req);
    return asker && hostAdmin(db, asker, seen);
  };
}

/** The handlers of these calls: its own sign-in, people and content are not there. */
export function handlersBehind({ rows }: BehindHost, handlers: Handlers): Handlers {
  return Object.fromEntries(Object.entries(handlers).filter(([name]) => rows.has(name)));
}

/** What there is to be counted behind a host: what the engine answers. */
export function countsBehind({ rows }: BehindHost): (right: Right) => boolean {
  const byRight: Partial<Record<Right, CallName>> = {
    'applicants.read': 'getApplicants',
    'messages.read': 'getMessages',
    'jobs.write': 'getJobs',
  };
  return (right) => rows.has(byRight[right] ?? '');
}
