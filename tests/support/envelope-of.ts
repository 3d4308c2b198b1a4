import { z } from 'zod';

/** Returns the schema of a successful answer with this `data`. */
export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.coerce.number(), message: z.string().optional(), data });
}
