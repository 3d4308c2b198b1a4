import { describe, expect, it } from 'vitest';
import { acceptedNames, acceptedTypes, limits, readableBytes } from '#shared/limits.ts';

describe('limits', () => {
  it('have the sizes of docs/configuration.md', () => {
    expect(limits).toMatchObject({
      imageBytes: 10_485_760,
      videoBytes: 209_715_200,
      documentBytes: 5_242_880,
      richTextBytes: 26_214_400,
      filesPerRequest: 20,
      uploadsAtOnce: 8,
    });
  });

  it('take the files of a whole form within one request', () => {
    expect(1 + limits.categoryLogos).toBeLessThanOrEqual(limits.filesPerRequest);
    expect(1 + limits.projectImages).toBeLessThanOrEqual(limits.filesPerRequest);
  });

  it.each(['image/svg+xml', 'text/html', 'application/xml', 'application/octet-stream', 'application/zip'])(
    'never take %s',
    (type) => {
      expect(Object.values(acceptedTypes).flat()).not.toContain(type);
    },
  );

  it('have a name for each accepted type', () => {
    for (const kind of ['image', 'video', 'document'] as const) {
      expect(acceptedNames[kind].split(', ')).toHaveLength(acceptedTypes[kind].length);
    }
  });
});

describe('readableBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [10_485_760, '10 MB'],
    [26_214_400, '25 MB'],
    [209_715_200, '200 MB'],
  ])('%i is %s', (bytes, text) => {
    expect(readableBytes(bytes)).toBe(text);
  });
});
