import type { Company } from './company.ts';
import { gameStudio } from './game-studio.ts';
import { lawFirm } from './law-firm.ts';

/** The companies to look at after the sample, by the names of their folders. */
export const companies = {
  'law-firm': lawFirm,
  'game-studio': gameStudio,
} satisfies Record<string, Company>;
