import { z } from 'zod';
import { limits } from '../limits.ts';
import { fieldsOf, integer, line, optionalLine, version } from './fields.ts';
import { idSchema } from './id.ts';

/** The point of a picture that stays in sight when it is cut to a place: percent of its width and of its height. */
const focus = { focus_x: z.coerce.number().int(), focus_y: z.coerce.number().int() };

/** A stored picture of the library (docs/product.md §23). */
export const pictureSchema = z.object({
  id: idSchema,
  /** An address under our origin. */
  image: z.string(),
  /** The file name as it was chosen. */
  name: z.string(),
  /** What it shows, for whoever does not see it; '' where nobody has said so. */
  alt: z.string(),
  ...focus,
  /** Pixels, as it is shown. */
  width: z.coerce.number().int(),
  height: z.coerce.number().int(),
  /** Its size. */
  bytes: z.coerce.number().int(),
  /** Such as image/jpeg. */
  type: z.string(),
  /** 1: stays though nothing uses it. */
  kept: z.coerce.number().int(),
  /** How many places use it, what is in the trash included. */
  uses: z.coerce.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Who has added or changed it last; null for what is from before the library. */
  who: z.string().nullable(),
});

export type StoredPicture = z.infer<typeof pictureSchema>;

/** What can use a picture. */
const pictureUsers = ['blog', 'project', 'category', 'team'] as const;

/** The fields of forms that hold pictures. */
const pictureFields = ['blog_image', 'share_image', 'images', 'image', 'tech_image'] as const;

/** One place that uses a picture. */
export const pictureUseSchema = z.object({
  kind: z.enum(pictureUsers),
  /** Of the post, the project, the category, the team member. */
  id: idSchema,
  title: z.string(),
  field: z.enum(pictureFields),
  /** 1: it is in the trash, or what it belongs to is. */
  is_deleted: z.coerce.number().int(),
  /** Of a project: its category. */
  category_id: idSchema.optional(),
});

export type PictureUse = z.infer<typeof pictureUseSchema>;

/** The body of updatePicture. A field that is not sent stays as it is. */
export const pictureChangeSchema = fieldsOf({
  name: line().optional(),
  alt: optionalLine(limits.alt).optional(),
  focus_x: integer(0, 100).optional(),
  focus_y: integer(0, 100).optional(),
  updated_at: version(),
});

/** The texts of addPicture. */
export const pictureInputSchema = fieldsOf({ alt: optionalLine(limits.alt) });

/** The texts of replacePicture. */
export const pictureReplacementSchema = fieldsOf({ updated_at: version() });
