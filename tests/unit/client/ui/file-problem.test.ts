import { expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { fileProblem } from '../../../../client/ui/fields/file-problem.ts';

const type = /^this file is not one of the accepted types/;

it.each([
  ['cv.pdf', 'application/pdf', 'document', limits.documentBytes, undefined],
  ['CV.DOCX', '', 'document', 1, undefined],
  ['سی وی.doc', 'application/octet-stream', 'document', 1, undefined],
  ['reel.mov', '', 'video', 1, undefined],
  ['cv.pdf', 'text/html', 'document', 1, type],
  ['cv', '', 'document', 1, type],
  ['x.constructor', '', 'video', 1, type],
  ['logo.svg', 'image/svg+xml', 'image', 1, type],
  ['cv.pdf', 'application/pdf', 'document', 0, /^this file is empty\.$/],
  [
    'cv.pdf',
    'application/pdf',
    'document',
    limits.documentBytes + 1,
    /^the file is larger than the limit of 5 MB\.$/,
  ],
] as const)('%s of type "%s" as a %s of %i bytes: %s', async (name, mime, kind, size, problem) => {
  const file = Object.defineProperty(new File(['x'], name, { type: mime }), 'size', { value: size });
  const found = await fileProblem(file, kind);
  if (problem) expect(found?.replace(`${name}: `, '')).toMatch(problem);
  else expect(found).toBeUndefined();
});
