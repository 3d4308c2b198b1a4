import { expect, it } from 'vitest';
import { acceptedNames, acceptedTypes, limits } from '#shared/limits.ts';

it('a project with all its images, its video and captions fits in one request', () => {
  expect(limits.projectImages + 2).toBeLessThanOrEqual(limits.filesPerRequest);
  expect(limits.categoryLogos + 1).toBeLessThanOrEqual(limits.filesPerRequest);
});

it('no accepted type can carry scripts or is a container of any files, and each has a name', () => {
  const all = Object.values(acceptedTypes).flat();
  expect(all.filter((type) => /svg|html|xml$|octet-stream|zip/.test(type))).toEqual([]);
  for (const kind of ['image', 'video', 'captions', 'document'] as const)
    expect(acceptedNames[kind].split(', ')).toHaveLength(acceptedTypes[kind].length);
});
