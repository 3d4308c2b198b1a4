import { z } from 'zod';
import { limits } from '../limits.ts';

/** `?page={n}` of every list. Page size is the server's (SPEC §9). */
export const pageQuery = z.object({
  page: z.coerce.number().int().positive().max(limits.page).optional(),
});
