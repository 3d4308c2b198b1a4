import { z } from 'zod';
import { changePasswordSchema } from '../schemas/password.ts';
import { defineRows } from './row.ts';

export const passwordRows = defineRows({ answeredBy: 'host' })({
  changePassword: {
    method: 'POST',
    path: '/api/changePassword',
    access: 'admin',
    needs: 'own',
    origin: 'extension',
    summary: 'Change your own password; every other session of yours ends',
    log: 'changed their password',
    without: 'changing the password in the admin area fails with a message',
    body: changePasswordSchema,
    data: z.unknown(),
  },
});
