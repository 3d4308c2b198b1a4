import type { Company } from './company.ts';
import { gameStudio } from './game-studio.ts';
import { lawFirm } from './law-firm.ts';
import { photographer } from './photographer.ts';
import { school } from './school.ts';

/** The companies to look at after the sample, by the names of their folders. */
export const companies = {
  'law-firm': lawFirm,
  'game-studio': gameStudio,
  photographer,
  school,
} satisfies Record<string, Company>;
