import type { QueryClient } from '@tanstack/react-query';
import { messageText } from '#shared/messages.ts';
import { ApiError } from '../../../api/api-error.ts';
import { callApi } from '../../../api/call.ts';
import type { UploadListener } from '../../../api/upload.ts';
import { formTokenQuery } from '../queries/form-token.ts';
import { type ApplicationValues, applicationForm } from './application-values.ts';

interface Sending {
  queries: QueryClient;
  /** Undefined for an application without a job. */
  jobId: number | undefined;
  values: ApplicationValues;
  source: string;
  signal: AbortSignal;
  onUpload: UploadListener;
}

/** A little more than the host asks for: its clock and ours tick apart. */
const marginMs = 200;

/**
 * Sends an application. A form token that could not be had before is asked for once more, and one that is younger than the
 * host's `min_seconds` waits: who comes sooner is taken for a robot, and would never know.
 */
export async function sendApplication({ queries, jobId, values, source, signal, onUpload }: Sending) {
  await assertReadable(values.cv);
  const { form_token, min_seconds } = await queries.fetchQuery(formTokenQuery);
  const cameAt = queries.getQueryState(formTokenQuery.queryKey)?.dataUpdatedAt ?? Date.now();
  await rest(min_seconds > 0 ? cameAt + min_seconds * 1000 + marginMs - Date.now() : 0, signal);
  const options = { body: applicationForm(values, source, form_token), signal, onUpload };
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

function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
