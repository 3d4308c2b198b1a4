import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { plainText } from '../plain-text.ts';
import { fieldsOf, ownIdSchema } from './fields.ts';

/** A redirect from an old URL (docs/product.md §24). */
export const redirectSchema = z.object({
  /** A number even if the host's ids are texts, since redirects belong to the site itself. */
  id: ownIdSchema,
  /** A path of this site, in readable characters; with a query only if the query is part of the redirect. */
  from: z.string(),
  to: z.string(),
  /** The origin of the redirect: `hand`, `file`, `command`, `restore`, `page`, or the name of an import. */
  source: z.string(),
  hits: z.number().int(),
  last_hit_at: z.string().nullable(),
  created_at: z.string(),
});

export type Redirect = z.infer<typeof redirectSchema>;

/**
 * A path or URL. Only its length is checked here; the server checks the rest (server/bff/redirects/addresses.ts),
 * because it knows the site's own URLs.
 */
const address = z
  .string(messages['field.notText'])
  .overwrite(plainText)
  .min(1, messages['field.required'])
  .max(limits.redirectAddress, messageText('field.tooLong', { limit: limits.redirectAddress }));

export const redirectInputSchema = fieldsOf({ from: address, to: address });

export type RedirectInput = z.infer<typeof redirectInputSchema>;

/** The body of checkRedirects and importRedirects: a CSV file, as text. */
export const redirectFileSchema = fieldsOf({ csv: z.string() });

/** The result of checking or importing a file. If `refused` contains anything, nothing of the file is imported. */
export const redirectFileResultSchema = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  /** The first refused lines of the file; `refused_total` is the number of all refused lines. */
  refused: z.array(z.object({ line: z.number().int(), field: z.string().nullable(), reason: z.string() })),
  refused_total: z.number().int(),
});

export type RedirectFileResult = z.infer<typeof redirectFileResultSchema>;
