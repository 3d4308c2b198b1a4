import { ApiError } from './api-error.ts';

/** Progress of an upload, in bytes of the whole request body. */
export interface UploadSent {
  loaded: number;
  total: number;
}

export type UploadListener = (sent: UploadSent) => void;

interface Upload {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: FormData;
  signal: AbortSignal | undefined;
  onUpload: UploadListener;
}

/**
 * Sends a form and reports the progress of the upload. Uses XMLHttpRequest, because `fetch` does not report it.
 * Rejects with `ApiError` (network.failed), or with the signal's reason if the signal ended the upload.
 */
export function uploadForm(
  upload: Upload,
): Promise<{ response: { ok: boolean; status: number }; text: string }> {
  const { method, path, headers, body, signal, onUpload } = upload;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const done = () => signal?.removeEventListener('abort', stop);
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onUpload({ loaded, total });
    });
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      resolve({ response: { ok: status >= 200 && status < 300, status }, text: responseText });
    });
    request.addEventListener('error', () => reject(new ApiError('network.failed', 0)));
    request.addEventListener('abort', () => reject(signal?.reason ?? new ApiError('request.aborted', 0)));
    request.addEventListener('loadend', done);
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    signal?.addEventListener('abort', stop);
    request.send(body);
  });
}
