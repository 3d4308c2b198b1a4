import { expect, it } from 'vitest';
import type { Entity } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';

/** Fields that a descriptor leaves out of a place, listed a second time so that none is left out by mistake. */
const leftOut: Record<string, string> = {
  'blog.excerpt': 'previews, lists',
  'blog.search_title': 'previews, lists',
  'blog.search_description': 'previews, lists',
  'blog.share_image': 'previews, lists',
  'project.excerpt': 'previews, lists',
  'project.search_title': 'previews, lists',
  'project.search_description': 'previews, lists',
  'project.share_image': 'previews, lists',
  'project.captions': 'lists',
  'project.figures': 'lists',
  'project.credits': 'lists',
  'job.v_order': 'versions',
};

/** Fields that change without a save: versions contain them, but restores and previews do not. */
const apart = [
  'blog.is_active',
  'project.v_order',
  'job.status',
  'job.v_order',
  'team_member.v_order',
  'team_member.is_active',
];

const fields = Object.entries<Entity>(entities).flatMap(([noun, { fields: named }]) =>
  Object.entries(named).map(([name, field]) => ({ name: `${noun}.${name}`, ...field })),
);

it('only these fields are missing somewhere by their descriptor', () => {
  const found = fields.filter(({ kind, not }) => kind !== 'derived' && not !== undefined);
  expect(Object.fromEntries(found.map(({ name, not }) => [name, not?.join(', ')]))).toEqual(leftOut);
});

it('only these fields change without a save', () => {
  expect(fields.filter((field) => field.apart).map(({ name }) => name)).toEqual(apart);
});
