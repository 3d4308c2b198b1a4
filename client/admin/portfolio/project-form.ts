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
import { warnOfUndescribedImages } from '../shared/undescribed-images.ts';
import { useHostSupportsVersions } from '../shared/version-support.ts';
import { fieldOfWireName, isPlainFailure } from './form-problems.ts';
import { projectToEditQuery, refreshPortfolio } from './queries.ts';

export type ProjectValues = EntityValues<typeof project.fields>;

/**
 * Returns the body of updateProject, which has the fields of addProject. `version` is the `updated_at` on which the
 * edit is based. Without a version, the save overwrites the stored project even if another admin has changed it.
 */
export function updateProjectForm(
  values: ProjectValues,
  version: string | undefined,
  extensions = false,
): FormData {
  return entityForm(project.fields, values, { extensions, change: { updated_at: version } });
}

/**
 * Returns the errors of docs/product.md §5 for a project, including input over the server's limits. An image is
 * required for a new project only.
 */
const projectProblems = entityRules(project.fields, projectInputSchema);

/** Returns the position after all other projects. The form of a new project suggests it. */
export function nextOrder(projects: readonly Pick<Project, 'v_order'>[]): number {
  return projects.reduce((highest, { v_order }) => Math.max(highest, v_order), 0) + 1;
}

/** Position of a new project, if it is known when the form opens. */
export interface ProjectPosition {
  categoryId: Id;
  order: number;
}

/**
 * State and actions of the form of one project, with the toasts of docs/product.md §8. `of` is the stored project, or
 * the position of a new one; undefined for a new project without a position.
 */
export function useProjectForm(of: Project | ProjectPosition | undefined, onDone: () => void) {
  const queries = useQueryClient();
  /** True if the host accepts the SEO fields (docs/product.md §18.2). */
  const extensions = useHostSupportsVersions();
  const stored = of && 'id' in of ? of : undefined;
  const position = of && 'id' in of ? undefined : of;

  return useResourceForm<ProjectValues>({
    ...entityFormOptions(project, stored, projectProblems),
    ...(position && newAt(position)),
    warn: ({ description }) => warnOfUndescribedImages(description, stored?.description),
    fieldOf: fieldOfWireName<ProjectValues>,
    save: async (values, { signal, onUpload, version }) => {
      const sent = { signal, onUpload };
      if (stored) {
        const body = updateProjectForm(values, version, extensions);
        return callApi('updateProject', { params: { id: stored.id }, body, ...sent });
      }
      const answer = await callApi('addProject', {
        body: entityForm(project.fields, values, { extensions }),
        ...sent,
      });
      if (answer.status !== 1) notify.error(deskMessages['project.addFailed']);
      return answer;
    },
    onFailed: (error) => {
      // docs/product.md §8 has the text of a toast only for a failed addition. The form itself shows the reason, both
      // for a failed addition and for a failed change.
      if (!stored && isPlainFailure(error)) notify.error(deskMessages['project.addError']);
    },
    onSaved: () => {
      refreshPortfolio(queries);
      notify.success(textOf(stored ? 'project.updated' : 'project.added'));
      onDone();
    },
    ...(stored && {
      reload: async () => {
        // Fetched through the query cache, so that the stored images and video that the form shows are updated too.
        return storedEntity(
          project.fields,
          await queries.fetchQuery({ ...projectToEditQuery(stored.id), staleTime: 0 }),
        );
      },
    }),
  });
}

export type ProjectFormState = ReturnType<typeof useProjectForm>;

/**
 * Each category has its own draft of a new project, so that a draft begun in one category does not appear in another.
 */
function newAt({ categoryId, order }: ProjectPosition) {
  const at = { category_id: String(categoryId), v_order: String(order) };
  return { draftKey: `project:new-in-${categoryId}`, stored: { ...entityValues(project.fields), ...at } };
}
