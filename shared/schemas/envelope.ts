import { z } from 'zod';

/**
 * The envelope of every answer (shared/contract/README.md, "Answers"): `status` 1 is success, in agreement with the HTTP
 * status.
 */
export interface Envelope<Data = unknown> {
  status: 0 | 1;
  message?: string;
  data?: Data;
  /** Texts by field name, in reading order. */
  errors?: Record<string, string[]>;
  /**
   * For an accepted form of a visitor: the value of the parameter `received` in the URL of the form's page. Under
   * that URL the receipt can be loaded again.
   */
  received?: string;
  /**
   * A key of `messages`. Present in errors of the BFF, and in those errors of the embedded engine that contain
   * `data`.
   */
  code?: string;
}

/** One page of a list (shared/contract/README.md, "Answers"). */
export interface Page<Item> {
  data: Item[];
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

/** Returns the schema of one page of `item`. An API host may send counts as text ("1"), so numbers are coerced. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    current_page: z.coerce.number().int().positive(),
    last_page: z.coerce.number().int().nonnegative(),
    per_page: z.coerce.number().int().optional(),
    total: z.coerce.number().int().optional(),
  });
}

/**
 * `data` of a 409 `conflict.newer`: the version that the caller started from, the stored version (both as the ISO
 * text of `updated_at`), and the name or email address of the admin who saved the stored version, if the host states
 * it.
 */
export interface Conflict {
  yours: string;
  current: string;
  who?: string;
}
