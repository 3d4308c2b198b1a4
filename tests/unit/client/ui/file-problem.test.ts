import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { acceptOf, fileHint, fileProblem } from '../../../../client/ui/fields/file-problem.ts';

const file = (name: string, type: string, bytes = 10): File => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: bytes });
  return made;
};

describe('a file that is chosen', () => {
  it.each([
    ['cv.pdf', 'application/pdf', 'document'],
    ['cv.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'document'],
    ['CV.DOCX', '', 'document'],
    ['سی وی.doc', 'application/octet-stream', 'document'],
    ['reel.mov', '', 'video'],
    ['reel.mp4', 'video/mp4', 'video'],
  ] as const)('%s of type "%s" is taken as a %s', async (name, type, kind) => {
    expect(await fileProblem(file(name, type), kind, name)).toBeUndefined();
  });

  it.each([
    ['cv.pdf', 'text/html', 'document'],
    ['cv', '', 'document'],
    ['cv.exe', '', 'document'],
    ['constructor', '', 'document'],
    ['x.constructor', '', 'video'],
    ['reel.avi', 'video/x-msvideo', 'video'],
    ['cv.pdf', 'application/pdf', 'video'],
    ['logo.svg', 'image/svg+xml', 'image'],
  ] as const)('%s of type "%s" is no %s, and is told so by name', async (name, type, kind) => {
    expect(await fileProblem(file(name, type), kind, name)).toMatch(
      new RegExp(`^${name}: this file is not one of the accepted types`),
    );
  });

  it('is refused empty, and over its limit, not at it', async () => {
    const pdf = (bytes: number) =>
      fileProblem(file('cv.pdf', 'application/pdf', bytes), 'document', 'cv.pdf');
    expect(await pdf(0)).toBe('cv.pdf: this file is empty.');
    expect(await pdf(limits.documentBytes)).toBeUndefined();
    expect(await pdf(limits.documentBytes + 1)).toBe('cv.pdf: the file is larger than the limit of 5 MB.');
  });
});

it('pickers are told types and endings', () => {
  expect(acceptOf('document').split(',')).toEqual(
    expect.arrayContaining(['application/pdf', '.pdf', '.docx']),
  );
  expect(acceptOf('image')).not.toContain('.');
});

it('people are told types and limit', () => {
  expect(fileHint('document')).toBe('PDF, DOC, DOCX, up to 5 MB');
});
