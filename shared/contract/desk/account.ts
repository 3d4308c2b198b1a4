import { z } from 'zod';
import { accountSchema, endSessionSchema } from '../../schemas/account.ts';
import { defineRows } from '../row.ts';

export const accountRows = defineRows({ answeredBy: 'host' })({
  getAccount: {
    method: 'GET',
    path: '/api/getAccount',
    access: 'admin',
    needs: 'own',
    origin: 'extension',
    probed: true,
    summary: 'Your own account: name, role, and where you are signed in',
    without: 'there is no screen of one’s own account in the admin area',
    data: accountSchema,
  },
  endSession: {
    method: 'POST',
    path: '/api/endSession',
    access: 'admin',
    needs: 'own',
    origin: 'extension',
    summary: 'End one of your own sessions',
    log: 'ended one of their sessions',
    without: 'nobody can end one of their other sessions',
    body: endSessionSchema,
    bodyLimit: 'small',
    data: z.unknown(),
  },
  endOtherSessions: {
    method: 'POST',
    path: '/api/endOtherSessions',
    access: 'admin',
    needs: 'own',
    origin: 'extension',
    summary: 'End all of your own sessions but the one that asks',
    log: 'ended their other sessions',
    without: 'nobody can end their other sessions, but by changing the password',
    bodyLimit: 'small',
    data: z.unknown(),
  },
});
