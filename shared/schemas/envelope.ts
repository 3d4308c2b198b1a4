import { z } from 'zod';

/** The envelope of every answer (docs/architecture.md §4): `status` 1 is success; the HTTP status tells the same truth. */
export interface Envelope<Data = unknown> {
  status: 0 | 1;
  message?: string;
  data?: Data;
  /** Texts by field name, in the order in which they should be read. */
  errors?: Record<string, string[]>;
  /** On a visitor's form that was taken: `received` in the address of its page, where the receipt can be loaded again. */
  received?: string;
  /** On errors that the BFF made, and on those of the embedded engine that carry `data`: a key of `messages`. */
  code?: string;
}

/** One page of a list (docs/architecture.md §4). */
export interface Page<Item> {
  data: Item[];
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

/** The schema of one page of `item`. An API host may count in texts ("1"), so numbers are coerced. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    current_page: z.coerce.number().int().positive(),
    last_page: z.coerce.number().int().nonnegative(),
    per_page: z.coerce.number().int().optional(),
    total: z.coerce.number().int().optional(),
  });
}

/** The envelope of a successful answer with `data` of this shape. */
export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.coerce.number(), message: z.string().optional(), data });
}
