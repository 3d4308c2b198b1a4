import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { fieldsOf, version } from './fields.ts';
import { ownIdSchema } from './id.ts';

/** A redirect of an old address (docs/product.md §24). */
export const redirectSchema = z.object({
  /** Redirects belong to the site itself, so this is a number even if the host's ids are texts. */
  id: ownIdSchema,
  /** A path of this site, in readable characters; with a query only if the query is part of the redirect. */
  from: z.string(),
  to: z.string(),
  /** `hand`, `file`, `command`, or the name of an import. */
  source: z.string(),
  hits: z.number().int(),
  last_hit_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type Redirect = z.infer<typeof redirectSchema>;

/** The server applies the rules (server/bff/redirects/addresses.ts), because it knows its own addresses. */
const address = z
  .string(messages['field.notText'])
  .trim()
  .min(1, messages['field.required'])
  .max(limits.redirectAddress, messageText('field.tooLong', { limit: limits.redirectAddress }));

const addresses = { from: address, to: address };

export const redirectInputSchema = fieldsOf(addresses);
export const redirectChangeSchema = fieldsOf({ ...addresses, updated_at: version() });

export type RedirectInput = z.infer<typeof redirectInputSchema>;

/** The body of checkRedirects and importRedirects: a CSV file, as text. */
export const redirectFileSchema = fieldsOf({ csv: z.string() });

/** The result of a file: nothing is imported while `refused` contains a line. */
export const redirectFileResultSchema = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  /** The first refused lines; `refused_total` counts all. */
  refused: z.array(z.object({ line: z.number().int(), field: z.string().nullable(), reason: z.string() })),
  refused_total: z.number().int(),
});

export type RedirectFileResult = z.infer<typeof redirectFileResultSchema>;
