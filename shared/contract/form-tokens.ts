import { formTokenSchema } from '../schemas/form-token.ts';
import { defineRows } from './row.ts';

export const formTokenRows = defineRows({ answeredBy: 'forms' })({
  formToken: {
    method: 'GET',
    path: '/api/formToken',
    access: 'public',
    origin: 'extension',
    summary:
      'A token that a public form sends back with its fields, and the retention of applications in months',
    without: 'public forms are sent without a token, which only slows bots down',
    data: formTokenSchema,
  },
});
