import { z } from 'zod';

/** Data that a public form needs before it is sent. */
export const formTokenSchema = z.object({
  /** Sent back as the field `form_token`. It contains the time at which the form was opened, and is signed. */
  form_token: z.string(),
  /** A form that is sent sooner than this was not filled in by a person. */
  min_seconds: z.coerce.number(),
  /** Number of months for which an application is stored; the form shows it. */
  retention_months: z.coerce.number(),
});
