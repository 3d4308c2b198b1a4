import { pathTo } from '#shared/paths.ts';
import { isBuilt } from '../../screens/public-screens.ts';

/** The top navigation of SPEC §2, in its order. Jobs leads to the careers apply page. */
const navigation = [
  { label: 'Home', name: 'home' },
  { label: 'Portfolio', name: 'portfolio' },
  { label: 'Publishing', name: 'publishing' },
  { label: 'Team', name: 'team' },
  { label: 'Careers', name: 'careers' },
  { label: 'Jobs', name: 'careersApply' },
  { label: 'Contact', name: 'contact' },
] as const;

const companyPages = [
  { label: 'Publishing', name: 'publishing' },
  { label: 'Team', name: 'team' },
  { label: 'Careers', name: 'careers' },
  { label: 'Contact', name: 'contact' },
] as const;

const legalPages = [
  { label: 'Privacy Policy', name: 'privacyPolicy' },
  { label: 'Terms & Conditions', name: 'termsConditions' },
] as const;

type Entry = (typeof navigation | typeof companyPages | typeof legalPages)[number];

/** A link leads to a page that exists: what this version has not built is left out, and comes in with its screen. */
const built = (entries: readonly Entry[]) =>
  entries.filter(({ name }) => isBuilt(name)).map(({ label, name }) => ({ label, to: pathTo(name) }));

export const topLinks = built(navigation);
export const companyLinks = built(companyPages);
export const legalLinks = built(legalPages);
