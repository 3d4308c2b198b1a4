import type { Id } from '#shared/id.ts';
import { messages, messageText } from '#shared/messages.ts';
import { portfolioAddresses } from '#shared/page-forms.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { problemsOf } from '../../forms/form-rules.ts';
import type { FormRules, VisitorSending } from '../../forms/visitor/use-visitor-form.ts';

/** The form as a visitor fills it. */
export interface ApplicationValues {
  name: string;
  email: string;
  phone: string;
  city: string;
  /** Portfolio or LinkedIn: which of the two is seen from the address. */
  portfolio_url: string;
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
  portfolio_url: '',
  cover_letter: '',
  cv: null,
  consent: false,
  website: '',
};

/** The values of the texts in a served form: a checked box comes as its value, another one as nothing. */
export function applicationOf({ consent, ...texts }: Record<string, string>): Partial<ApplicationValues> {
  return { ...texts, ...(consent !== undefined && { consent: consent !== '' }) };
}

/** What a draft keeps of an application: neither the file nor the consent. */
export const savedFields = ['name', 'email', 'phone', 'city', 'portfolio_url', 'cover_letter'] as const;

/** What a draft is about: the job, or none. */
export function aboutJob(jobId: Id | undefined): string {
  return jobId === undefined ? 'spontaneous' : String(jobId);
}

/** In the order in which the form shows them: the first bad one gets the focus. */
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

/** The field of the form that shows a problem with a field of the contract; undefined when the visitor sees none. */
export function formFieldOf(name: string): ApplicationField | undefined {
  if (name === 'linkedin_url') return 'portfolio_url';
  return applicationFields.find((field) => field === name);
}

/** The texts as they are sent, by the names of the contract. */
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

/** What the server would refuse, in its words, by field. */
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

/** Sends an application, with a form token that is old enough. */
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

/** A file that was moved or changed since it was chosen would look like a server that cannot be reached. */
async function assertReadable(file: File | null): Promise<void> {
  try {
    await file?.slice(0, 1).arrayBuffer();
  } catch (cause) {
    const text = messageText('upload.unreadable', { field: file?.name ?? '' });
    throw new ApiError('fields.invalid', 0, { fieldErrors: { cv: text }, cause });
  }
}
