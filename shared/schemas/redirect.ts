import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { fieldsOf, version } from './fields.ts';
import { ownIdSchema } from './id.ts';

/** Where an old address leads (docs/product.md §24). */
export const redirectSchema = z.object({
  /** Redirects are the site's own, so this is a number whatever the host's ids are. */
  id: ownIdSchema,
  /** A path of this site, in readable letters; with a query only where that is part of what is meant. */
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

/** Its rules are the server's (server/bff/redirects/addresses.ts): it knows which addresses are its own. */
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

/** What becomes of a file: nothing of it is taken while `refused` has a line. */
export const redirectFileResultSchema = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  /** The first of them; `refused_total` counts all. */
  refused: z.array(z.object({ line: z.number().int(), field: z.string().nullable(), reason: z.string() })),
  refused_total: z.number().int(),
});

export type RedirectFileResult = z.infer<typeof redirectFileResultSchema>;
