import type { Id } from '#shared/id.ts';
import { messages, messageText } from '#shared/messages.ts';
import { portfolioAddresses } from '#shared/page-forms.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { problemsOf } from '../../forms/form-rules.ts';
import type { FormRules, VisitorSending } from '../../forms/visitor/use-visitor-form.ts';

/** The form's values while a visitor fills it in. */
export interface ApplicationValues {
  name: string;
  email: string;
  phone: string;
  city: string;
  /** Portfolio or LinkedIn: the address shows which of the two it is. */
  portfolio_url: string;
  cover_letter: string;
  cv: File | null;
  consent: boolean;
  /** A honeypot: people do not see it. */
  website: string;
}

export type ApplicationField = Exclude<keyof ApplicationValues, 'website'>;

export const emptyApplication: ApplicationValues = {
  name: '',
  email: '',
  phone: '',
  city: '',
  portfolio_url: '',
  cover_letter: '',
  cv: null,
  consent: false,
  website: '',
};

/**
 * Returns the values of the fields in a server-rendered form. A checked box has its value; an unchecked one is empty.
 */
export function applicationOf({ consent, ...texts }: Record<string, string>): Partial<ApplicationValues> {
  return { ...texts, ...(consent !== undefined && { consent: consent !== '' }) };
}

/** The fields that a draft stores: neither the file nor the consent. */
export const savedFields = ['name', 'email', 'phone', 'city', 'portfolio_url', 'cover_letter'] as const;

/** Returns the subject of a draft: the job, or none. */
export function aboutJob(jobId: Id | undefined): string {
  return jobId === undefined ? 'spontaneous' : String(jobId);
}

/** In display order, so that the first invalid field gets the focus. */
export const applicationFields: readonly ApplicationField[] = [
  'name',
  'email',
  'phone',
  'city',
  'portfolio_url',
  'cover_letter',
  'cv',
  'consent',
];

/** Returns the form field that shows a problem with a field of the contract; undefined if there is none. */
export function formFieldOf(name: string): ApplicationField | undefined {
  if (name === 'linkedin_url') return 'portfolio_url';
  return applicationFields.find((field) => field === name);
}

/** Returns the texts for the request, by the contract's field names. */
export function wireTexts(values: ApplicationValues, source: string): Record<string, string> {
  return {
    name: values.name,
    email: values.email,
    phone: values.phone,
    city: values.city,
    cover_letter: values.cover_letter,
    ...portfolioAddresses(values.portfolio_url),
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

/** Returns the problems that the server would report, with its texts, by field. */
export function applicationProblems(
  values: ApplicationValues,
  { applicationSchema }: FormRules,
): Partial<Record<ApplicationField, string>> {
  const problems: Partial<Record<ApplicationField, string>> = problemsOf<ApplicationValues>(
    applicationSchema,
    wireTexts(values, ''),
    formFieldOf,
  );
  if (!values.cv) problems.cv = messages['applicant.cvRequired'];
  return problems;
}

interface ApplicationSending extends VisitorSending {
  /** Undefined for an application without a job. */
  jobId: Id | undefined;
  values: ApplicationValues;
  source: string;
}

/** Sends an application, after waiting until its form token is old enough. */
export async function sendApplication({
  jobId,
  values,
  source,
  formToken,
  signal,
  onUpload,
}: ApplicationSending) {
  await assertReadable(values.cv);
  const options = { body: applicationForm(values, source, await formToken()), signal, onUpload };
  return jobId === undefined
    ? callApi('applyJob', options)
    : callApi('applyJobFor', { ...options, params: { id: jobId } });
}

/** Checks the file first: one that was moved or changed since it was chosen would look like a network failure. */
async function assertReadable(file: File | null): Promise<void> {
  try {
    await file?.slice(0, 1).arrayBuffer();
  } catch (cause) {
    const text = messageText('upload.unreadable', { field: file?.name ?? '' });
    throw new ApiError('fields.invalid', 0, { fieldErrors: { cv: text }, cause });
  }
}
