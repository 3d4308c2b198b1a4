import { z } from 'zod';
import { codeWord } from '../entities/entity.ts';
import { contentNames } from '../entities/index.ts';
import { limits } from '../limits.ts';
import { fieldsOf, idSchema, integer, line, optionalLine, version } from './fields.ts';

/**
 * The focal point, which stays visible when the picture is cropped, in percent of the picture's width (`focus_x`) and
 * height (`focus_y`).
 */
const focus = { focus_x: z.coerce.number().int(), focus_y: z.coerce.number().int() };

/** A stored picture of the library (docs/product.md §23). */
export const pictureSchema = z.object({
  id: idSchema,
  /** The path of the picture under our origin. */
  image: z.string(),
  /** The original file name. */
  name: z.string(),
  /** Alternative text for people who cannot see the picture; '' if none was written. */
  alt: z.string(),
  ...focus,
  /** Pixels, as displayed. */
  width: z.coerce.number().int(),
  height: z.coerce.number().int(),
  /** Size in bytes. */
  bytes: z.coerce.number().int(),
  /** MIME type, such as image/jpeg. */
  type: z.string(),
  /** 1 if the picture is not deleted even when nothing uses it. */
  kept: z.coerce.number().int(),
  /** Number of places that use the picture, including records in the trash. */
  uses: z.coerce.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The admin who added or last changed the picture; null for pictures from before the library. */
  who: z.string().nullable(),
});

export type StoredPicture = z.infer<typeof pictureSchema>;

/** Kinds of records that can use a picture: entities by their names, but `team` for members of the team. */
const pictureUsers = contentNames.map((name) => codeWord(name));

/** One place that uses a picture. */
export const pictureUseSchema = z.object({
  kind: z.enum(pictureUsers),
  /** Id of the post, project, category or team member. */
  id: idSchema,
  title: z.string(),
  /** The field of its form. */
  field: z.string(),
  /** 1 if this use, or the record that it belongs to, is in the trash. */
  is_deleted: z.coerce.number().int(),
  /** The category of a project. */
  category_id: idSchema.optional(),
});

export type PictureUse = z.infer<typeof pictureUseSchema>;

/** The body of updatePicture. A missing field stays unchanged. */
export const pictureChangeSchema = fieldsOf({
  name: line().optional(),
  alt: optionalLine(limits.alt).optional(),
  focus_x: integer(0, 100).optional(),
  focus_y: integer(0, 100).optional(),
  updated_at: version(),
});

/** The text fields of addPicture, which are sent together with the file. */
export const pictureInputSchema = fieldsOf({ alt: optionalLine(limits.alt) });

/** The text fields of replacePicture, which are sent together with the file. */
export const pictureReplacementSchema = fieldsOf({ updated_at: version() });
