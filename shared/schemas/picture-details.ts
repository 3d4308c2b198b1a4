import { z } from 'zod';

/** What pages know of a picture besides its address: its alternative text, and the point that stays in sight, in percent. */
const pictureDetailSchema = z.object({
  image: z.string(),
  alt: z.string(),
  focus_x: z.coerce.number().int(),
  focus_y: z.coerce.number().int(),
});

export type PictureDetail = z.infer<typeof pictureDetailSchema>;

/**
 * What posts, projects, categories and the team tell of their pictures (docs/product.md §23): only of those of which somebody has said
 * something. A host may know nothing of it.
 */
export const withPictureDetails = { picture_details: z.array(pictureDetailSchema).optional() };
