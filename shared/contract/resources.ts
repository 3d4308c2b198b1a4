import { formTokenSchema } from '../schemas/form-token.ts';
import { applicantRows } from './applicants.ts';
import { visitorRows } from './content.ts';
import { jobRows } from './jobs.ts';
import { messageRows } from './messages.ts';
import { defineRows } from './row.ts';
import { sessionRows } from './session.ts';

const formTokenRows = defineRows({ answeredBy: 'forms' })({
  formToken: {
    method: 'GET',
    access: 'public',
    origin: 'extension',
    summary: 'A token for a public form, and the retention of applications in months',
    without: 'public forms are sent without a token, which only slows bots down',
    data: formTokenSchema,
  },
});

/** The calls that public pages make, and the other calls of the same resources. */
export const resourceRows = {
  ...sessionRows,
  ...visitorRows,
  ...jobRows,
  ...applicantRows,
  ...messageRows,
  ...formTokenRows,
};
