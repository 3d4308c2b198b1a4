import { useQueryClient } from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { project } from '#shared/entities/project.ts';
import type { Id } from '#shared/id.ts';
import { type Project, projectInputSchema } from '#shared/schemas/project.ts';
import { callApi } from '../../api/call.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import {
  type EntityValues,
  entityForm,
  entityFormOptions,
  entityRules,
  entityValues,
  storedEntity,
} from '../shared/entity-form.ts';
import { useHostKeepsVersions } from '../shared/keeps-versions.ts';
import { fieldOfWireName, isPlainFailure } from './form-problems.ts';
import { projectToEditQuery, refreshPortfolio } from './queries.ts';

export type ProjectValues = EntityValues<typeof project.fields>;

/** docs/product.md §7, addProject; with what the page tells outside (§18.2) where the host takes it (`extensions`). */
export function addProjectForm(values: ProjectValues, extensions = false): FormData {
  return entityForm(project.fields, values, { extensions });
}

/**
 * updateProject: as addProject. `version` is the `updated_at` that the edit began with; without it, what is stored is overwritten.
 */
export function updateProjectForm(
  values: ProjectValues,
  version: string | undefined,
  extensions = false,
): FormData {
  return entityForm(project.fields, values, { extensions, change: { updated_at: version } });
}

/** docs/product.md §5, add project, with the limits that the server holds to; an edited one needs no further image. */
export const projectProblems = entityRules(project.fields, projectInputSchema);

/** The place behind all the others: what a new project is offered. */
export function nextOrder(projects: readonly Pick<Project, 'v_order'>[]): number {
  return projects.reduce((highest, { v_order }) => Math.max(highest, v_order), 0) + 1;
}

/** Where a new project is to stand, when that is known as the form opens. */
export interface ProjectPosition {
  categoryId: Id;
  order: number;
}

/**
 * State and actions of the form of one project, with the toasts of docs/product.md §8; of a new one at `position`, or anywhere.
 */
export function useProjectForm(of: Project | ProjectPosition | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const tells = useHostKeepsVersions();
  const stored = of && 'id' in of ? of : undefined;
  const position = of && 'id' in of ? undefined : of;

  return useResourceForm<ProjectValues>({
    ...entityFormOptions(project, stored, projectProblems),
    ...(position && newAt(position)),
    fieldOf: fieldOfWireName<ProjectValues>,
    save: async (values, { signal, onUpload, version }) => {
      const sent = { signal, onUpload };
      if (stored) {
        const body = updateProjectForm(values, version, tells);
        return callApi('updateProject', { params: { id: stored.id }, body, ...sent });
      }
      const answer = await callApi('addProject', { body: addProjectForm(values, tells), ...sent });
      if (answer.status !== 1) notify.error(deskMessages['project.addFailed']);
      return answer;
    },
    onFailed: (error) => {
      // docs/product.md §8 has words for a failed addition only; the form itself tells why, of either.
      if (!stored && isPlainFailure(error)) notify.error(deskMessages['project.addError']);
    },
    onSaved: () => {
      refreshPortfolio(queries);
      notify.success(textOf(stored ? 'project.updated' : 'project.added'));
      onDone();
    },
    ...(stored && {
      reload: async () => {
        // Into the query: the stored images and video beside the form are then the newest, too.
        return storedEntity(
          project.fields,
          await queries.fetchQuery({ ...projectToEditQuery(stored.id), staleTime: 0 }),
        );
      },
    }),
  });
}

export type ProjectFormState = ReturnType<typeof useProjectForm>;

/** A draft that was begun in one category does not turn up in the form of another. */
function newAt({ categoryId, order }: ProjectPosition) {
  const at = { category_id: String(categoryId), v_order: String(order) };
  return { draftKey: `project:new-in-${categoryId}`, stored: { ...entityValues(project.fields), ...at } };
}
