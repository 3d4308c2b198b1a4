import { z } from 'zod';
import type { NameWith } from '../entities/index.ts';
import { messages } from '../messages.ts';
import { plainText } from '../plain-text.ts';
import { isDateTime } from '../text-formats.ts';
import { fieldsOf, idSchema } from './fields.ts';

/** Kinds of records that can be published and closed at a scheduled time. */
export type ScheduledResource = NameWith<'schedule'>;

/** Maximum number of years between now and a scheduled time. */
export const scheduleYears = 5;

/** A time with its zone, converted to UTC; or null. A day alone is refused, since it does not state the time. */
const moment = z
  .string(messages['field.badTime'])
  .nullish()
  .transform((text, context) => {
    const sent = plainText(text ?? '');
    if (!sent) return null;
    if (isDateTime(sent)) return new Date(sent).toISOString();
    context.addIssue(messages['field.badTime']);
    return z.NEVER;
  });

/** The body of scheduleBlog and scheduleJob; null in both fields removes the schedule. */
export const scheduleInputSchema = fieldsOf({ publish_at: moment, unpublish_at: moment });
export type ScheduleInput = z.infer<typeof scheduleInputSchema>;

export const scheduleSchema = z.object({
  row_id: idSchema,
  publish_at: z.string().nullable(),
  unpublish_at: z.string().nullable(),
  /** Why the record could not be published at the scheduled time. */
  problem: z.string().nullable(),
  who: z.string(),
});
export type Schedule = z.infer<typeof scheduleSchema>;
