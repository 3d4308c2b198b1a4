import { z } from 'zod';

/** What a public form needs before it is sent. */
export const formTokenSchema = z.object({
  /** Sent back as the field `form_token`. It tells when the form was opened, and who signed that. */
  form_token: z.string(),
  /** A form that comes back sooner than this was not filled by a person. */
  min_seconds: z.coerce.number(),
  /** How many months an application is kept; the apply form says so. */
  retention_months: z.coerce.number(),
});
