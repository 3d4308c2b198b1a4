import { z } from 'zod';

/** Data that a public form needs before it is sent. */
export const formTokenSchema = z.object({
  /** The signed token that the form sends back as `form_token`; it contains the time at which the form was opened. */
  form_token: z.string(),
  /**
   * The shortest time, in seconds, in which a person can fill in the form; a form that is sent sooner comes from a
   * robot.
   */
  min_seconds: z.coerce.number(),
  /** Number of months for which an application is stored; the form shows it. */
  retention_months: z.coerce.number(),
});
