import type { JobInput } from '#shared/schemas/job.ts';
import type { TeamMemberInput } from '#shared/schemas/team-member.ts';

/** Name of a file in `pictures/`. */
type Picture = string;

export interface SampleCategory {
  title: string;
  image: Picture;
  logos: readonly Picture[];
}

export interface SampleProject {
  title: string;
  /** Title of its category. */
  category: string;
  description: string;
  images: readonly Picture[];
}

export interface SamplePost {
  title: string;
  /** Rich text. `figureMark` is the place of its figure. */
  html: string;
  figure: { picture: Picture; alt: string };
  cover: Picture;
  /** Days before the day on which the content is added. */
  daysAgo: number;
}

/** Placeholder for a post's figure, which is inserted as an inline image, as the editor does it. */
export const figureMark = '[figure]';

export type SampleJob = Omit<Partial<JobInput>, 'closes_at'> &
  Pick<JobInput, 'title' | 'department' | 'employment_type' | 'location_type' | 'description'> & {
    postedDaysAgo: number;
    closesInDays: number;
  };

export type SampleMember = Pick<TeamMemberInput, 'name' | 'designation' | 'department' | 'bio'> & {
  portrait: Picture;
};
