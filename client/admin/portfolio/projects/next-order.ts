import type { Project } from '#shared/schemas/project.ts';

/** The place behind all the others: what a new project is offered. */
export function nextOrder(projects: readonly Pick<Project, 'v_order'>[]): number {
  return projects.reduce((highest, { v_order }) => Math.max(highest, v_order), 0) + 1;
}
