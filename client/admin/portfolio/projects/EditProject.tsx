import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { Project } from '#shared/schemas/project.ts';
import { callApi, readApi } from '../../../api/call.ts';
import { FormDialogBody } from '../../../forms/FormDialog.tsx';
import { EntityDialog } from '../../shared/EntityDialog.tsx';
import { projectToEditQuery } from '../project-to-edit.ts';
import { refreshPortfolio } from '../refresh-portfolio.ts';
import { useStoredImages } from '../use-stored-images.ts';
import { ProjectFields } from './ProjectFields.tsx';
import { updateProjectForm } from './project-form-data.ts';
import { useProjectForm, valuesOf } from './use-project-form.ts';

const submitLabel = 'Save changes';

interface EditProjectProps {
  id: Id;
  onClose: () => void;
}

/** Fetches the project, whole, and opens the form on it. */
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
 * Its images are removed one by one, at once, and come back when the form is closed without a save; further ones, and the
 * video, are changed when it is saved.
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
      const newest = await readApi('getSingleProject', { params });
      const body = updateProjectForm({ ...valuesOf(newest), images: [file] }, undefined);
      return callApi('updateProject', { params, body });
    },
  });
  const state = useProjectForm(project, () => {
    storedImages.settle();
    onDone();
  });
  return (
    <FormDialogBody submitLabel={submitLabel} busyLabel={messages['busy.editing']} state={state}>
      <ProjectFields state={state} project={project} storedImages={storedImages} />
    </FormDialogBody>
  );
}
