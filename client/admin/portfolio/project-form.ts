import { useQueryClient } from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { type Project, projectInputSchema } from '#shared/schemas/project.ts';
import { callApi } from '../../api/call.ts';
import { textTooLarge } from '../../editor/text-size.ts';
import type { Stored } from '../../forms/conflict.ts';
import { type Problems, problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import { useHostKeepsVersions } from '../shared/keeps-versions.ts';
import {
  appendShareImage,
  appendToldTexts,
  nothingTold,
  type ToldOutsideValues,
  toldOutsideFields,
  toldValuesOf,
} from '../shared/told-outside/told-outside-form.ts';
import { fieldOfWireName, isPlainFailure } from './form-problems.ts';
import { projectToEditQuery, refreshPortfolio } from './queries.ts';

/**
 * What the form of a project holds, under the names on the wire (docs/product.md §7). Numbers are text: they are typed in.
 */
export interface ProjectValues extends ToldOutsideValues {
  title: string;
  category_id: string;
  v_order: string;
  project_url: string;
  description: string;
  /** The images to add; those that the project has are no part of the form. */
  images: File[];
  /** Null when none is chosen: the form library takes `undefined` for "no change". */
  video: File | null;
  /** The stored video is to go. */
  remove_video: boolean;
}

/** docs/product.md §7, addProject: title, category_id, description, project_url, v_order, optional video, images[{index}]. */
export function addProjectForm(values: ProjectValues, tells = false): FormData {
  const form = texts(values, tells);
  appendFiles(form, values);
  if (tells) appendShareImage(form, values, false);
  return form;
}

/**
 * updateProject: as addProject. `remove_video` takes the stored video away, unless another one takes its place; `version`
 * is the `updated_at` that the edit began with; without it, what is stored is overwritten.
 */
export function updateProjectForm(
  values: ProjectValues,
  version: string | undefined,
  tells = false,
): FormData {
  const form = texts(values, tells);
  if (values.remove_video && !values.video) form.append('remove_video', '1');
  if (version) form.append('updated_at', version);
  appendFiles(form, values);
  if (tells) appendShareImage(form, values, true);
  return form;
}

function texts(values: ProjectValues, tells: boolean): FormData {
  const form = new FormData();
  form.append('title', values.title.trim());
  form.append('category_id', values.category_id);
  form.append('description', values.description);
  form.append('project_url', values.project_url.trim());
  form.append('v_order', values.v_order.trim());
  if (tells) appendToldTexts(form, values);
  return form;
}

function appendFiles(form: FormData, { video, images }: ProjectValues): void {
  if (video) form.append('video', video, video.name);
  for (const [index, image] of images.entries()) form.append(`images[${index}]`, image, image.name);
}

/** In the order in which the form shows them: the first bad one gets the focus. */
const projectFields = [
  'title',
  'category_id',
  'v_order',
  'project_url',
  'description',
  'images',
  'video',
  ...toldOutsideFields,
] as const;

/**
 * docs/product.md §5, add project, with the limits that the server holds to; an edited one needs no further image. A text
 * over the limit is told here, before megabytes travel to be refused.
 */
export function projectProblems(values: ProjectValues, isNew: boolean): Problems<ProjectValues> {
  const problems = problemsOf<ProjectValues>(projectInputSchema, values);
  const tooLarge = textTooLarge(values.description);
  if (tooLarge) problems.description ??= tooLarge;
  if (isNew && values.images.length === 0) problems.images = deskMessages['project.imageRequired'];
  return problems;
}

/** The place behind all the others: what a new project is offered. */
export function nextOrder(projects: readonly Pick<Project, 'v_order'>[]): number {
  return projects.reduce((highest, { v_order }) => Math.max(highest, v_order), 0) + 1;
}

/** Where a new project is to stand, when that is known as the form opens. */
export interface ProjectPosition {
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
  ...nothingTold,
};
const newRules = resolverOf((values: ProjectValues) => projectProblems(values, true));
const editRules = resolverOf((values: ProjectValues) => projectProblems(values, false));

/**
 * State and actions of the form of one project, with the toasts of docs/product.md §8; of a new one at `position`, or anywhere.
 */
export function useProjectForm(of: Project | ProjectPosition | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const tells = useHostKeepsVersions();
  const project = of && 'id' in of ? of : undefined;
  const position = of && 'id' in of ? undefined : of;

  return useResourceForm<ProjectValues>({
    draftKey: draftKeyOf(project, position),
    ...(project ? storedOf(project) : { stored: newValues(position) }),
    resolver: project ? editRules : newRules,
    fields: projectFields,
    fieldOf: fieldOfWireName<ProjectValues>,
    save: async (values, { signal, onUpload, version }) => {
      const sent = { signal, onUpload };
      if (project) {
        const body = updateProjectForm(values, version, tells);
        return callApi('updateProject', { params: { id: project.id }, body, ...sent });
      }
      const answer = await callApi('addProject', { body: addProjectForm(values, tells), ...sent });
      if (answer.status !== 1) notify.error(deskMessages['project.addFailed']);
      return answer;
    },
    onFailed: (error) => {
      // docs/product.md §8 has words for a failed addition only; the form itself tells why, of either.
      if (!project && isPlainFailure(error)) notify.error(deskMessages['project.addError']);
    },
    onSaved: () => {
      refreshPortfolio(queries);
      notify.success(textOf(project ? 'project.updated' : 'project.added'));
      onDone();
    },
    ...(project && {
      reload: async () => {
        // Into the query: the stored images and video beside the form are then the newest, too.
        return storedOf(await queries.fetchQuery({ ...projectToEditQuery(project.id), staleTime: 0 }));
      },
    }),
  });
}

export type ProjectFormState = ReturnType<typeof useProjectForm>;

/** A draft that was begun in one category does not turn up in the form of another. */
function draftKeyOf(project: Project | undefined, position: ProjectPosition | undefined): string {
  if (project) return `project:${formNameOf(project.id)}`;
  return position ? `project:new-in-${position.categoryId}` : 'project:new';
}

function newValues(position: ProjectPosition | undefined): ProjectValues {
  if (!position) return empty;
  return { ...empty, category_id: String(position.categoryId), v_order: String(position.order) };
}

function storedOf(project: Project): Stored<ProjectValues> {
  const { images, video, share_image, updated_at: version } = project;
  const beside = { images: images.map(({ id }) => id), video, share_image };
  return { stored: valuesOf(project), version, beside };
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
    ...toldValuesOf(project),
  };
}
