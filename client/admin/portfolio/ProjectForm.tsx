import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import { project as noun } from '#shared/entities/project.ts';
import { type Id, readId } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { Project } from '#shared/schemas/project.ts';
import { callApi, readApi } from '../../api/call.ts';
import { FormDialog, FormDialogBody } from '../../forms/FormDialog.tsx';
import { HistoryButton } from '../shared/activity/use-history-item.tsx';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { entityValues } from '../shared/entity-form.ts';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { Preview } from '../shared/publish/Preview.tsx';
import { ViewOnSite } from '../shared/publish/ViewOnSite.tsx';
import { Versions } from '../shared/versions/Versions.tsx';
import { AddCategory } from './CategoryForm.tsx';
import { ProjectFields } from './ProjectFields.tsx';
import {
  nextOrder,
  type ProjectFormState,
  type ProjectPosition,
  type ProjectValues,
  updateProjectForm,
  useProjectForm,
} from './project-form.ts';
import { allCategoriesQuery, projectsQuery, projectToEditQuery, refreshPortfolio } from './queries.ts';
import { useStoredImages } from './stored-images.ts';

interface AddProjectProps {
  /**
   * The category on the screen and the next free position in it; undefined on a screen that does not show a single
   * category.
   */
  position?: ProjectPosition;
  onClose: () => void;
}

/** The form of docs/product.md §5 that adds a project. */
export function AddProject({ position, onClose }: AddProjectProps) {
  const state = useProjectForm(position, onClose);
  const suggestOrder = useSuggestedOrder(state.form, position ? String(position.order) : '');
  const queries = useQueryClient();
  const [addsCategory, setAddsCategory] = useState(false);
  const chooseCategory = async (title: string) => {
    const all = await queries.fetchQuery({ ...allCategoriesQuery(), staleTime: 0 }).catch(() => undefined);
    const added = all?.data.find((category) => category.title === title);
    if (!added) return;
    state.form.setValue('category_id', String(added.id), { shouldDirty: true });
    await suggestOrder(String(added.id));
  };
  return (
    <>
      <FormDialog
        title="Add project"
        submitLabel="Create"
        busyLabel={messages['busy.creating']}
        state={state}
        onClose={onClose}
      >
        <ProjectFields
          state={state}
          onCategory={(categoryId) => void suggestOrder(categoryId)}
          onAddCategory={() => setAddsCategory(true)}
        />
        <FormTools>
          <ProjectPreview state={state} />
        </FormTools>
      </FormDialog>
      {addsCategory && (
        <AddCategory onAdded={(title) => void chooseCategory(title)} onClose={() => setAddsCategory(false)} />
      )}
    </>
  );
}

function ProjectPreview({ state, project }: { state: ProjectFormState; project?: Project }) {
  const of = { resource: 'project', id: project?.id } as const;
  return <Preview of={of} values={state.form.getValues} busy={state.busy} />;
}

/**
 * Fills in the next order number when a category is chosen, unless the admin has typed a number. If the projects of
 * that category cannot be read, no error is shown, because the number can be typed.
 */
function useSuggestedOrder(form: UseFormReturn<ProjectValues>, first: string) {
  const queries = useQueryClient();
  const suggested = useRef(first);
  return async (categoryId: string): Promise<void> => {
    const category = readId(categoryId);
    if (form.getValues('v_order') !== suggested.current || category === undefined) return;
    const projects = await queries.fetchQuery(projectsQuery(category)).catch(() => undefined);
    const untouched = form.getValues('v_order') === suggested.current;
    if (!projects || !untouched || form.getValues('category_id') !== categoryId) return;
    suggested.current = String(nextOrder(projects.data));
    form.setValue('v_order', suggested.current, { shouldDirty: true });
  };
}

const submitLabel = 'Save changes';

interface EditProjectProps {
  id: Id;
  onClose: () => void;
}

/** Fetches the complete project and opens its form. */
export function EditProject({ id, onClose }: EditProjectProps) {
  return (
    <EntityDialog
      title="Edit project"
      what="project"
      query={useQuery(projectToEditQuery(id))}
      submitLabel={submitLabel}
      onClose={onClose}
    >
      {(project) => <EditForm project={project} onDone={onClose} />}
    </EntityDialog>
  );
}

/**
 * The form of a stored project. A stored image is removed as soon as its button is pressed, before the form is saved;
 * closing the form without a save restores the removed images. New images and the video are changed when the form is
 * saved.
 */
function EditForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const queries = useQueryClient();
  const { queryKey } = projectToEditQuery(project.id);
  const storedImages = useStoredImages({
    call: 'deleteProjectImage',
    resource: 'project_image',
    images: project.images,
    onRemoved: (imageId) => {
      queries.setQueryData(queryKey, (before) =>
        before ? { ...before, images: before.images.filter(({ id }) => id !== imageId) } : before,
      );
      refreshPortfolio(queries);
    },
    onRestored: () => {
      void queries.invalidateQueries({ queryKey });
      refreshPortfolio(queries);
    },
    addAgain: async (file) => {
      const params = { id: project.id };
      const newest = await readApi('getSingleProject', { params, asStored: true });
      const body = updateProjectForm({ ...entityValues(noun.fields, newest), images: [file] }, undefined);
      return callApi('updateProject', { params, body });
    },
  });
  const state = useProjectForm(project, () => {
    storedImages.settle();
    onDone();
  });
  return (
    <FormDialogBody submitLabel={submitLabel} busyLabel={deskMessages['busy.editing']} state={state}>
      <ProjectFields state={state} project={project} storedImages={storedImages} />
      <FormTools>
        <ProjectPreview state={state} project={project} />
        <Versions
          resource="project"
          id={project.id}
          state={state}
          refresh={() => refreshPortfolio(queries)}
        />
        <HistoryButton resource="project" id={project.id} name={project.title} />
        <ViewOnSite path={pathTo('portfolioItem', { id: project.id })} />
      </FormTools>
    </FormDialogBody>
  );
}
