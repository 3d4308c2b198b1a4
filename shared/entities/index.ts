import { applicant } from './applicant.ts';
import { category } from './category.ts';
import type { Entity, Trait } from './entity.ts';
import type { Field } from './field.ts';
import { job } from './job.ts';
import { message } from './message.ts';
import { post } from './post.ts';
import { project } from './project.ts';
import { teamMember } from './team-member.ts';

/**
 * Every entity, by its name in versions, the trash, searches, previews and host.json; in the order in which searches
 * show them.
 */
export const entities = {
  applicant,
  job,
  blog: post,
  project,
  category,
  team_member: teamMember,
  message,
};

type Entities = typeof entities;
export type EntityName = keyof Entities;

/** The names of those entities that have these members. */
export type NameOf<Members> = {
  [Name in EntityName]: Entities[Name] extends Members ? Name : never;
}[EntityName];

/** The names of the entities that admins write in forms; visitors send the others. */
export type ContentName = NameOf<{ area: 'content' | 'jobs' }>;
/** One of those entities; kysely types the queries by its table. */
export type ContentEntity = Entity & Pick<Entities[ContentName], 'resource' | 'table'>;
export const contentNames = Object.values(entities).flatMap(({ area, resource }) =>
  area === 'content' || area === 'jobs' ? [resource] : [],
) as ContentName[];

/** The names of the entities with a trait. */
export type NameWith<One extends Trait> = {
  [Name in EntityName]: Entities[Name] extends { traits: readonly (infer Own)[] }
    ? One extends Own
      ? Name
      : never
    : never;
}[EntityName];

/** Returns the names of the entities with a trait. */
export function namesWith<One extends Trait>(trait: One) {
  const all = Object.values(entities).filter(
    (noun) => 'traits' in noun && noun.traits.includes(trait as never),
  );
  return all.map(({ resource }) => resource as NameWith<One>);
}

/** The names of pictures with ids of their own, in the lists of entities. */
export type PartName = {
  [Name in EntityName]: PartIn<Entities[Name]['fields']>;
}[EntityName];

type PartIn<Named> = {
  [Name in keyof Named]: Named[Name] extends { parts: { resource: infer Resource } } ? Resource : never;
}[keyof Named];

/** The lists of pictures with ids of their own. */
export const partLists = Object.values(entities).flatMap(({ area, fields }) =>
  Object.values<Field>(fields).flatMap(({ parts }) =>
    parts ? [{ ...parts, resource: parts.resource as PartName, area }] : [],
  ),
);
