import { expect, it } from 'vitest';
import { acceptedNames, acceptedTypes, limits } from '#shared/limits.ts';

it('limits have the sizes of docs/configuration.md', () => {
  expect(limits).toMatchObject({
    imageBytes: 10_485_760,
    videoBytes: 209_715_200,
    documentBytes: 5_242_880,
    richTextBytes: 26_214_400,
    filesPerRequest: 20,
    uploadsAtOnce: 8,
  });
  expect(1 + Math.max(limits.categoryLogos, limits.projectImages)).toBeLessThanOrEqual(
    limits.filesPerRequest,
  );
});

it('no type is accepted that carries scripts or anything, and each has a name', () => {
  const all = Object.values(acceptedTypes).flat() as string[];
  expect(all.filter((type) => /svg|html|xml$|octet-stream|zip/.test(type))).toEqual([]);
  for (const kind of ['image', 'video', 'document'] as const)
    expect(acceptedNames[kind].split(', ')).toHaveLength(acceptedTypes[kind].length);
});
