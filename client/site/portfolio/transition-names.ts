import type { Id } from '#shared/id.ts';
/** Pictures that one page shows small and the next one large: the browser moves one into the other. */
export const fieldArt = (id: Id) => `field-art-${id}`;
export const projectArt = (id: Id) => `project-art-${id}`;
