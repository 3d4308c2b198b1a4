import { ApiError } from './api-error.ts';

/** Bytes of the whole request body, including file parts. */
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
 * Sends a form and reports progress, which XMLHttpRequest can do and `fetch` cannot. Rejects with `ApiError`
 * (network.failed) as `fetch` would, and with the signal's reason when the signal ends it.
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
