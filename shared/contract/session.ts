import { z } from 'zod';
import { hostCallsSchema, loginSchema, sessionSchema } from '../schemas/session.ts';
import { sitePageSchema } from '../schemas/site-page.ts';
import { intakeRows } from './intake.ts';
import { defineRows } from './row.ts';

/** Calls that the BFF answers itself (server/bff/session/README.md), so that the token never reaches the browser. */
const ownRows = defineRows({ method: 'POST', access: 'public', origin: 'session' })({
  login: {
    signsIn: true,
    summary: 'Sign in; the token goes into the sealed cookie',
    log: 'signed in',
    body: loginSchema,
    data: z.unknown(),
  },
  logout: {
    summary: 'Sign out; the session is revoked for good',
    log: 'signed out',
    data: z.unknown(),
  },
  session: {
    method: 'GET',
    summary: 'Who is signed in, and until when',
    data: sessionSchema,
  },
  renewSession: {
    access: 'admin',
    needs: 'own',
    summary: 'Extend the session; answers as `session` does',
    log: false,
    data: sessionSchema,
  },
  hostCalls: {
    method: 'GET',
    summary: 'The calls that the API host is known to lack',
    data: hostCallsSchema,
  },
  sitePage: {
    method: 'GET',
    summary: 'A legal text or published page of the company’s own',
    query: z.object({ path: z.string().optional() }),
    html: ['text'],
    data: sitePageSchema,
  },
});

export const sessionRows = { ...ownRows, ...intakeRows };
