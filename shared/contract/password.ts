import { z } from 'zod';
import { changePasswordSchema } from '../schemas/password.ts';
import { defineRows } from './row.ts';

export const passwordRows = defineRows({
  changePassword: {
    name: 'changePassword',
    method: 'POST',
    path: '/api/changePassword',
    access: 'admin',
    needs: 'own',
    origin: 'extension',
    summary: 'Change your own password; every other session of yours ends',
    body: changePasswordSchema,
    bodyLimit: 'small',
    data: z.unknown(),
  },
});
