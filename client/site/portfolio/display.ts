import type { CSSProperties } from 'react';
import type { Project } from '#shared/entities/project.ts';
import type { Id } from '#shared/id.ts';
import type { work } from '#shared/words/en/work.ts';
import type { Words } from '#shared/words/words.ts';

/**
 * Seed of the pattern of a category without an image. Do not change this text: otherwise every such category would
 * get another pattern.
 */
export const categorySeed = (id: Id) => `field-${id}`;

export const projectSeed = (id: Id) => `project-${id}`;

/**
 * View transition names of pictures that one page shows small and the next page large: the browser morphs one into
 * the other.
 */
export const categoryTransition = (id: Id) => travelName('field', id, 'art');

export const projectTransition = (id: Id) => travelName('project', id, 'art');

export type Kind = 'field' | 'project';

/**
 * Returns the style of a title, or of the panel below it, that travels with its picture to the next page. The class
 * keeps it above the picture meanwhile (ui/base.css).
 */
export function travelling(kind: Kind, id: Id, part: 'panel' | 'title'): CSSProperties {
  return { viewTransitionName: travelName(kind, id, part), viewTransitionClass: part };
}

function travelName(kind: Kind, id: Id, part: string) {
  return `${kind}-${part}-${asName(id)}`;
}

/** `.` and `~` end a name in CSS; a backslash escapes them (CSS Syntax 3 §4.3.7). */
function asName(id: Id) {
  return String(id).replace(/[.~]/g, '\\$&');
}

/** The client of a project; undefined if it has the title of the project, e.g. a magazine that is its own client. */
export function clientOf({ client, title }: Pick<Project, 'client' | 'title'>) {
  const isSame = client?.trim().toLowerCase() === title.trim().toLowerCase();
  return client && !isSame ? client : undefined;
}

/** Returns a text such as "3 projects"; undefined if the host does not send the number. */
export function formatProjectCount(count: number | undefined, words: Words<typeof work>) {
  if (count === undefined) return undefined;
  return count === 0 ? words('work.noProjects') : words('work.count', { count });
}
