import type { JobInput } from '#shared/schemas/job.ts';
import type { TeamMemberInput } from '#shared/schemas/team-member.ts';

/** The name of a file in `pictures/`. */
type Picture = string;

export interface SampleCategory {
  title: string;
  image: Picture;
  logos: readonly Picture[];
}

export interface SampleProject {
  title: string;
  /** The title of its category. */
  category: string;
  description: string;
  images: readonly Picture[];
}

export interface SamplePost {
  title: string;
  /** Rich text. `figureMark` stands where its figure goes. */
  html: string;
  figure: { picture: Picture; alt: string };
  cover: Picture;
  /** Counted back from the day on which it is added. */
  daysAgo: number;
}

/** Where a post's figure goes; it is put in as an inline image, as the editor does it. */
export const figureMark = '[figure]';

export type SampleJob = Omit<Partial<JobInput>, 'closes_at'> &
  Pick<JobInput, 'title' | 'department' | 'employment_type' | 'location_type' | 'description'> & {
    postedDaysAgo: number;
    closesInDays: number;
  };

export type SampleMember = Pick<TeamMemberInput, 'name' | 'designation' | 'department' | 'bio'> & {
  portrait: Picture;
};
