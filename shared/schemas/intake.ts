import { z } from 'zod';
import { idSchema } from './id.ts';

/**
 * waiting: is delivered as soon as the host takes it. aside: failed again and again, so that others go first. needs_person: the
 * host refused it. suspect: a robot seems to have sent it. delivered: the host has it, perhaps twice.
 */
const intakeStates = ['waiting', 'aside', 'needs_person', 'suspect', 'delivered'] as const;

/** A form of a visitor that was received while the API host did not take it. Times are ISO texts. */
export const intakeItemSchema = z.object({
  id: idSchema,
  /** What the visitor was told. */
  reference: z.string(),
  /** Name of the contract row. */
  call: z.string(),
  received_at: z.string(),
  state: z.enum(intakeStates),
  attempts: z.number().int(),
  next_at: z.string().nullable(),
  /** What came of the last attempt: a code of messages.ts, and the status of the host's answer if there was one. */
  last_problem: z
    .object({ code: z.string(), status: z.number().int().nullable(), message: z.string().nullable() })
    .nullable(),
  /** An attempt ended without an answer, at a host that may have done what it was told. */
  may_be_twice: z.boolean(),
  /** The texts of the form, without what only machines read. Empty where no secret opens the item. */
  fields: z.record(z.string(), z.string()),
  /** Bytes. */
  file: z.object({ name: z.string(), size: z.number().int() }).nullable(),
});

/** What `sendIntakeItem` may say: an application for a job that has closed can go as one without a job. */
export const sendIntakeItemSchema = z.object({ without_job: z.literal(1).optional() });

export type IntakeItem = z.infer<typeof intakeItemSchema>;
