import type { TeamMemberInput } from '#shared/entities/team-member.ts';
import type { FigureWidth } from '#shared/html-policy.ts';
import type { JobInput } from '#shared/schemas/job.ts';

/** Name of a file in `pictures/`. */
type Picture = string;

export interface SampleCategory {
  title: string;
  image: Picture;
  logos: readonly Picture[];
}

export interface SampleProject {
  /** Name by which texts link to it (`linkMark`). */
  name: string;
  title: string;
  /** Title of the category to which the project belongs. */
  category: string;
  /** Undefined for a work of the studio's own. */
  client?: string;
  year: number;
  services: readonly string[];
  result?: string;
  /** Pairs of value and label. */
  figures?: readonly (readonly [value: string, label: string])[];
  quote?: string;
  quote_by?: string;
  /** Names of the sample's team members link to them. */
  credits: readonly { role: string; name: string }[];
  /** Rich text of the project. Each `figureMark` is where the next of `illustrations` is inserted. */
  description: string;
  illustrations?: readonly (Figure & { caption: string; width: FigureWidth })[];
  /** With the focal point, in per cent, of a picture whose subject is not in the middle. */
  images: readonly (Figure & { focus_x?: number; focus_y?: number })[];
  /** Names of a film in `pictures/` and of its captions. */
  video?: { film: string; captions: string };
}

interface Figure {
  picture: Picture;
  alt: string;
}

export interface SamplePost {
  /** Name by which texts link to it (`linkMark`). */
  name: string;
  title: string;
  /** Rich text of the post. `figureMark` is where the figure is inserted. */
  html: string;
  figure: Figure;
  cover: Picture;
  /** Age of the post: number of days before the day on which the sample content is added. */
  daysAgo: number;
}

/**
 * Placeholder for the figure of a text. The figure replaces it with an inline image, as the editor would insert it.
 */
export const figureMark = '[figure]';

/**
 * Matches the address of a link to a post or a project of the sample content: `/view-blog/[waiting-room]`. The name is
 * replaced by the id, which is only known when the row has been inserted.
 */
export const linkMark = /(?<=")\/(view-blog|portfolioOne)\/\[([a-z-]+)\](?=")/g;

export type SampleJob = Omit<Partial<JobInput>, 'closes_at'> &
  Pick<JobInput, 'title' | 'department' | 'employment_type' | 'location_type' | 'description'> & {
    postedDaysAgo: number;
    closesInDays: number;
  };

export type SampleMember = Pick<TeamMemberInput, 'name' | 'designation' | 'department' | 'bio'> & {
  portrait: Picture;
};
