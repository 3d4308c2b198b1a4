import { useQueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { Project } from '#shared/schemas/project.ts';
import { callApi } from '../../../api/call.ts';
import { resolverOf } from '../../../forms/form-rules.ts';
import { useResourceForm } from '../../../forms/use-resource-form.ts';
import { notify } from '../../../ui/toast.ts';
import { fieldOfWireName, isPlainFailure } from '../form-problems.ts';
import { projectToEditQuery } from '../project-to-edit.ts';
import { refreshPortfolio } from '../refresh-portfolio.ts';
import { addProjectForm, type ProjectValues, updateProjectForm } from './project-form-data.ts';
import { projectFields, projectProblems } from './project-rules.ts';

/** Where a new project is to stand, when that is known as the form opens. */
export interface ProjectPlace {
  categoryId: Id;
  order: number;
}

const empty: ProjectValues = {
  title: '',
  category_id: '',
  v_order: '',
  project_url: '',
  description: '',
  images: [],
  video: null,
  remove_video: false,
};
const newRules = resolverOf((values: ProjectValues) => projectProblems(values, true));
const editRules = resolverOf((values: ProjectValues) => projectProblems(values, false));

/**
 * State and actions of the form of one project, with the toasts of docs/product.md §8; of a new one at `place`, or anywhere.
 */
export function useProjectForm(of: Project | ProjectPlace | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const project = of && 'id' in of ? of : undefined;
  const place = of && 'id' in of ? undefined : of;

  return useResourceForm<ProjectValues>({
    draftKey: draftKeyOf(project, place),
    stored: project ? valuesOf(project) : newValues(place),
    version: project?.updated_at,
    resolver: project ? editRules : newRules,
    fields: projectFields,
    fieldOf: fieldOfWireName<ProjectValues>,
    save: async (values, { signal, onUpload, version }) => {
      const sent = { signal, onUpload };
      if (project) {
        const body = updateProjectForm(values, version);
        return callApi('updateProject', { params: { id: project.id }, body, ...sent });
      }
      const answer = await callApi('addProject', { body: addProjectForm(values), ...sent });
      if (answer.status !== 1) notify.error(messages['project.addFailed']);
      return answer;
    },
    onFailed: (error) => {
      // docs/product.md §8 has words for a failed addition only; the form itself tells why, of either.
      if (!project && isPlainFailure(error)) notify.error(messages['project.addError']);
    },
    onSaved: () => {
      refreshPortfolio(queries);
      notify.success(messages[project ? 'project.updated' : 'project.added']);
      onDone();
    },
    ...(project && {
      reload: async () => {
        // Into the query: the stored images and video beside the form are then the newest, too.
        const newest = await queries.fetchQuery({ ...projectToEditQuery(project.id), staleTime: 0 });
        return { stored: valuesOf(newest), version: newest.updated_at };
      },
    }),
  });
}

export type ProjectFormState = ReturnType<typeof useProjectForm>;

/** A draft that was begun in one category does not turn up in the form of another. */
function draftKeyOf(project: Project | undefined, place: ProjectPlace | undefined): string {
  if (project) return `project:${project.id}`;
  return place ? `project:new-in-${place.categoryId}` : 'project:new';
}

function newValues(place: ProjectPlace | undefined): ProjectValues {
  if (!place) return empty;
  return { ...empty, category_id: String(place.categoryId), v_order: String(place.order) };
}

/** What the form of this project begins with. */
export function valuesOf(project: Project): ProjectValues {
  return {
    ...empty,
    title: project.title,
    category_id: String(project.category_id),
    v_order: String(project.v_order),
    project_url: project.project_url ?? '',
    description: project.description,
  };
}
