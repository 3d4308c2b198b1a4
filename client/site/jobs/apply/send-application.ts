import type { Id } from '#shared/id.ts';
import { messageText } from '#shared/messages.ts';
import { ApiError } from '../../../api/api-error.ts';
import { callApi } from '../../../api/call.ts';
import type { VisitorSending } from '../../../forms/visitor/use-visitor-form.ts';
import { type ApplicationValues, applicationForm } from './application-values.ts';

interface Application extends VisitorSending {
  /** Undefined for an application without a job. */
  jobId: Id | undefined;
  values: ApplicationValues;
  source: string;
}

/** Sends an application, with a form token that is old enough. */
export async function sendApplication({ jobId, values, source, formToken, signal, onUpload }: Application) {
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
