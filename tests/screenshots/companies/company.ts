import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { JobInput } from '#shared/schemas/job.ts';
import type { SiteFile } from '#shared/schemas/site.ts';

const picturesDir = join(import.meta.dirname, '../../../tools/sample/pictures');

/** A company other than the sample, with everything that it would enter in the admin area. */
export interface Company {
  /** site.json; `brand` names the files by their keys in `files`. */
  site: SiteFile;
  files: Partial<Record<'logo.svg' | 'logo-dark.svg' | 'favicon.svg', string>> & { 'picture.jpg'?: Picture };
  team?: readonly Member[];
  categories?: readonly Category[];
  posts?: readonly Post[];
  jobs?: readonly Job[];
}

/** A picture that is made from one of the sample's. */
export type Picture = () => Sharp;

interface Member {
  name: string;
  designation: string;
  department?: string;
  bio?: string;
  portrait: Picture;
}

interface Category {
  title: string;
  image: Picture;
  logo: Picture;
  works: readonly Work[];
}

interface Work {
  title: string;
  description: string;
  pictures: readonly Picture[];
  client?: string;
  year?: number;
  services?: readonly string[];
  result?: string;
  quote?: string;
  quote_by?: string;
  /** Pairs of role and name. A member of the team is recognised by the name. */
  credits?: readonly (readonly [role: string, name: string])[];
}

interface Post {
  title: string;
  html: string;
  cover: Picture;
}

type Job = Pick<JobInput, 'title' | 'department' | 'employment_type' | 'location_type' | 'description'> &
  Partial<JobInput>;

const shapes = {
  portrait: [800, 1000],
  tall: [640, 1000],
  square: [1000, 1000],
  landscape: [1500, 1000],
} as const;

/** Crops a rendered picture of the sample; `at` is the side that stays. */
export function crop(
  name: string,
  shape: keyof typeof shapes,
  at: 'left' | 'centre' | 'right' = 'centre',
): Picture {
  const [width, height] = shapes[shape];
  return () => sharp(join(picturesDir, `${name}.webp`)).resize(width, height, { fit: 'cover', position: at });
}

/** A portrait of the sample's team in one colour, so that it does not look like the sample. */
export function portrait(name: string, colour: string): Picture {
  return () =>
    sharp(join(picturesDir, `portrait-${name}.webp`))
      .greyscale()
      .tint(colour);
}

/** A drawing of 120 by 120 units. */
export function drawing(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" viewBox="0 0 120 120">${body}</svg>`;
}

/** A drawing as a picture, such as a category needs as its logo. */
export function drawn(body: string): Picture {
  return () => sharp(Buffer.from(drawing(body))).resize(240, 240);
}
