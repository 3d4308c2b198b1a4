import { z } from 'zod';
import { idInAddress } from '../id.ts';
import type { ErrorCode } from '../messages.ts';
import { integer } from './fields/numbers.ts';

/** An id in an answer; an API host may send it as text. */
export const idSchema = z.coerce.number().int().positive();

/** An id in a form or a JSON body. */
export function idField(missing?: ErrorCode) {
  return integer(1, Number.MAX_SAFE_INTEGER, missing);
}

/** An id in a query. */
export const idParameter = z
  .string()
  .regex(new RegExp(`^${idInAddress}$`))
  .transform(Number);
