import type { FieldErrors, Resolver } from 'react-hook-form';
import { parseUrl } from '#shared/floor.ts';
import { messages } from '#shared/messages.ts';
import { applicationSchema } from '#shared/schemas/applicant.ts';

/** The form as a visitor fills it. */
export interface ApplicationValues {
  name: string;
  email: string;
  phone: string;
  city: string;
  /** Portfolio or LinkedIn: which of the two is seen from the address. */
  link: string;
  cover_letter: string;
  cv: File | null;
  consent: boolean;
  /** A trap for robots: people do not see it. */
  website: string;
}

export type ApplicationField = Exclude<keyof ApplicationValues, 'website'>;

export const emptyApplication: ApplicationValues = {
  name: '',
  email: '',
  phone: '',
  city: '',
  link: '',
  cover_letter: '',
  cv: null,
  consent: false,
  website: '',
};

/** In the order in which the form shows them: the first bad one gets the focus. */
export const applicationFields: readonly ApplicationField[] = [
  'name',
  'email',
  'phone',
  'city',
  'link',
  'cover_letter',
  'cv',
  'consent',
];

/** Which field shows what is wrong with a field on the wire; undefined for one that the visitor does not see. */
export function fieldOfWire(name: string): ApplicationField | undefined {
  if (name === 'portfolio_url' || name === 'linkedin_url') return 'link';
  return applicationFields.find((field) => field === name);
}

/** The texts on the wire, by the names of the contract. */
export function wireTexts(values: ApplicationValues, source: string): Record<string, string> {
  const link = wholeAddress(values.link);
  const isLinkedIn = /(^|\.)linkedin\.com$/i.test(parseUrl(link)?.hostname ?? '');
  return {
    name: values.name,
    email: values.email,
    phone: values.phone,
    city: values.city,
    cover_letter: values.cover_letter,
    portfolio_url: isLinkedIn ? '' : link,
    linkedin_url: isLinkedIn ? link : '',
    source,
    consent: values.consent ? '1' : '',
    website: values.website,
  };
}

/** The multipart body of applyJob. */
export function applicationForm(values: ApplicationValues, source: string, formToken: string): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(wireTexts(values, source))) form.append(name, text);
  form.append('form_token', formToken);
  if (values.cv) form.append('cv', values.cv, values.cv.name);
  return form;
}

/** What the server would refuse, in its words, by field. */
export function applicationProblems(values: ApplicationValues): Partial<Record<ApplicationField, string>> {
  const problems: Partial<Record<ApplicationField, string>> = {};
  const { error } = applicationSchema.safeParse(wireTexts(values, ''));
  for (const { path, message } of error?.issues ?? []) {
    const field = fieldOfWire(String(path[0]));
    if (field) problems[field] ??= message;
  }
  if (!values.cv) problems.cv = messages['applicant.cvRequired'];
  return problems;
}

/** The rules in the form library's shape. */
export const applicationResolver: Resolver<ApplicationValues> = (values) => {
  const problems = applicationProblems(values);
  const bad = applicationFields.filter((name) => problems[name]);
  if (bad.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(bad.map((name) => [name, { type: 'rule', message: problems[name] }]));
  return { values: {}, errors: errors as FieldErrors<ApplicationValues> };
};

/** People write "behance.net/name"; an address on the wire begins with its scheme. */
function wholeAddress(link: string): string {
  const text = link.trim();
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]|$)/u.test(text) ? `https://${text}` : text;
}
