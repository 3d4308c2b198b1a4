import { z } from 'zod';
import { idSchema } from './fields.ts';

/**
 * States of a waiting form:
 * - `waiting`: will be delivered as soon as the host accepts it.
 * - `aside`: has failed repeatedly; is delivered like a waiting form.
 * - `needs_person`: the host refused it.
 * - `suspect`: probably sent by a robot.
 * - `delivered`: the host has stored it, perhaps twice.
 */
const intakeStates = ['waiting', 'aside', 'needs_person', 'suspect', 'delivered'] as const;

/** A visitor's form that was received while the API host did not accept it. Times are ISO texts. */
export const intakeItemSchema = z.object({
  id: idSchema,
  /** The reference that the visitor received. */
  reference: z.string(),
  /** Name of the contract row. */
  call: z.string(),
  received_at: z.string(),
  state: z.enum(intakeStates),
  attempts: z.number().int(),
  next_at: z.string().nullable(),
  /** The result of the last attempt: a code of messages.ts, and the status of the host's answer if there was one. */
  last_problem: z
    .object({ code: z.string(), status: z.number().int().nullable(), message: z.string().nullable() })
    .nullable(),
  /** True if an attempt ended without an answer, so the host may have stored the form. */
  may_be_twice: z.boolean(),
  /**
   * The texts of the form, without fields that only machines read. Empty if the form was sealed with a key that is no
   * longer known.
   */
  fields: z.record(z.string(), z.string()),
  /** The uploaded file; `size` is in bytes. */
  file: z.object({ name: z.string(), size: z.number().int() }).nullable(),
});

/** The body of `sendIntakeItem`: an application for a job that has closed can be sent as one without a job. */
export const sendIntakeItemSchema = z.object({ without_job: z.literal(1).optional() });

export type IntakeItem = z.infer<typeof intakeItemSchema>;
