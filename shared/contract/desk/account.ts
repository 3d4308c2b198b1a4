import { z } from 'zod';
import { accountSchema, endSessionSchema } from '../../schemas/account.ts';
import { defineRows } from '../row.ts';

export const accountRows = defineRows({
  getAccount: {
    name: 'getAccount',
    method: 'GET',
    path: '/api/getAccount',
    access: 'admin',
    needs: 'own',
    origin: 'extension',
    probed: true,
    summary: 'Your own account: name, role, and where you are signed in',
    data: accountSchema,
  },
  endSession: {
    name: 'endSession',
    method: 'POST',
    path: '/api/endSession',
    access: 'admin',
    needs: 'own',
    origin: 'extension',
    summary: 'End one of your own sessions',
    body: endSessionSchema,
    bodyLimit: 'small',
    data: z.unknown(),
  },
  endOtherSessions: {
    name: 'endOtherSessions',
    method: 'POST',
    path: '/api/endOtherSessions',
    access: 'admin',
    needs: 'own',
    origin: 'extension',
    summary: 'End all of your own sessions but the one that asks',
    bodyLimit: 'small',
    data: z.unknown(),
  },
});
