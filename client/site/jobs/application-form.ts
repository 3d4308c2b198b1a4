import type { Id } from '#shared/id.ts';
import { messages, messageText } from '#shared/messages.ts';
import { portfolioAddresses } from '#shared/page-forms.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { problemsOf } from '../../forms/form-rules.ts';
import { emptyTexts, type FormRules, type VisitorSending } from '../../forms/visitor/use-visitor-form.ts';

/**
 * The fields that a draft stores. The file and the consent are not stored. `portfolio_url` is a portfolio or a LinkedIn
 * profile; the URL shows which.
 */
export const savedFields = ['name', 'email', 'phone', 'city', 'portfolio_url', 'cover_letter'] as const;

/** In the order on the screen, so that the first invalid field gets the focus. */
export const applicationFields = [...savedFields, 'cv', 'consent'] as const;

type ApplicationField = (typeof applicationFields)[number];

export const emptyApplication = { ...emptyTexts(savedFields), cv: null as File | null, consent: false };

type ApplicationValues = typeof emptyApplication;

/**
 * Converts texts by field name, such as those of a server-rendered form, to values of the form. A `consent` that is
 * not empty means that the visitor has consented.
 */
export function applicationOf({ consent, ...texts }: Record<string, string>): Partial<ApplicationValues> {
  return { ...texts, ...(consent !== undefined && { consent: consent !== '' }) };
}

/** Returns the part of a draft's name that identifies the job, or the application without a job. */
export function aboutJob(jobId: Id | undefined) {
  return jobId === undefined ? 'spontaneous' : String(jobId);
}

/** Returns the form field for a field name in the contract; undefined if the form has no such field. */
export function formFieldOf(name: string) {
  if (name === 'linkedin_url') return 'portfolio_url';
  return applicationFields.find((field) => field === name);
}

/** Returns the texts of the request, by their field names in the contract. */
function wireTexts(values: ApplicationValues, source: string): Record<string, string> {
  const { cv: _, consent, portfolio_url, ...texts } = values;
  return { ...texts, ...portfolioAddresses(portfolio_url), source, consent: consent ? '1' : '' };
}

/** The multipart body of applyJob. */
function applicationForm(values: ApplicationValues, source: string, formToken: string) {
  const form = new FormData();
  for (const [name, text] of Object.entries(wireTexts(values, source))) form.append(name, text);
  form.append('form_token', formToken);
  if (values.cv) form.append('cv', values.cv, values.cv.name);
  return form;
}

/**
 * Returns the errors that the server would return, by field, with the same texts. `needsCv` is false where the host
 * takes no CV.
 */
export function applicationProblems(
  values: ApplicationValues,
  { applicationSchema }: FormRules,
  needsCv: boolean,
) {
  const problems: Partial<Record<ApplicationField, string>> = problemsOf<ApplicationValues>(
    applicationSchema,
    wireTexts(values, ''),
    formFieldOf,
  );
  if (needsCv && !values.cv) problems.cv = messages['applicant.cvRequired'];
  return problems;
}

interface ApplicationSending extends VisitorSending {
  /** The job; undefined for an application without a job. */
  jobId: Id | undefined;
  values: ApplicationValues;
  source: string;
}

/**
 * Sends an application. Waits until the form token is old enough, because the server refuses a token that is too
 * young.
 */
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

/**
 * Throws if the file cannot be read, e.g. because it was moved or changed after it was chosen. The upload would
 * otherwise fail like a network failure.
 */
async function assertReadable(file: File | null) {
  try {
    await file?.slice(0, 1).arrayBuffer();
  } catch (cause) {
    const text = messageText('upload.unreadable', { field: file?.name ?? '' });
    throw new ApiError('fields.invalid', 0, { fieldErrors: { cv: text }, cause });
  }
}
