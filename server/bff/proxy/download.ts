import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { browserHeaders } from '../upstream/browser-headers.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { dumpAnswer } from '../upstream/refusals.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { isNamedFile, typeOf } from './media-types.ts';

/**
 * Headers for a file that a visitor uploaded. The file is saved and never displayed. If a browser displays it anyway,
 * the file runs no scripts, submits no forms and does not have this site's origin. It is not cached, because it
 * contains personal data.
 */
const saved = {
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/**
 * Streams the file of a download row to the browser unchanged, so that memory use does not grow with the file. Throws
 * AppError 502 if the host answers with JSON or a page instead of a file. If the file ends early, the browser's
 * connection is cut.
 */
export async function sendDownload(answer: UpstreamAnswer, req: Request, res: Response): Promise<void> {
  const type = typeOf(answer);
  if (answer.status !== 200 || /[/+](json|html|xhtml\+xml)$/.test(type)) {
    dumpAnswer(answer);
    throw unusableAnswer(new Error(`no file: status ${answer.status}, content-type ${type || 'missing'}`));
  }
  const { 'content-disposition': disposition = '', ...headers } = whole(answer);
  res.status(200).set({
    ...headers,
    'content-type': isNamedFile(answer) ? (headers['content-type'] ?? '') : 'application/octet-stream',
    'content-disposition': /^attachment(;|$)/i.test(disposition) ? disposition : 'attachment',
    ...saved,
  });
  if (req.method === 'HEAD') {
    dumpAnswer(answer);
    res.end();
    return;
  }
  await pipeline(answer.body, res).catch(() => {});
}

/**
 * Returns the headers that describe the whole file, without headers for parts of the file or for a comparison with an
 * older copy.
 */
function whole(answer: UpstreamAnswer): Record<string, string> {
  const {
    'accept-ranges': _ranges,
    'content-range': _range,
    age: _age,
    etag: _etag,
    expires: _expires,
    'last-modified': _modified,
    ...headers
  } = browserHeaders(answer.headers, { sameBytes: true });
  return headers;
}
