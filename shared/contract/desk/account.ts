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
    summary: 'Your own account: name, role and sessions',
    without: 'the admin area has no account screen',
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
    without: 'admins cannot end a single session',
    body: endSessionSchema,
    data: z.unknown(),
  },
  endOtherSessions: {
    method: 'POST',
    path: '/api/endOtherSessions',
    access: 'admin',
    needs: 'own',
    origin: 'extension',
    summary: 'End all of your own sessions except the current one',
    log: 'ended their other sessions',
    without: 'admins can end their other sessions only by changing the password',
    data: z.unknown(),
  },
});
