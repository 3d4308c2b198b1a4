import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import type { Project } from '#shared/schemas/project.ts';
import { translateError } from '../../../api/api-error.ts';
import { FormDialogBody } from '../../../forms/dialog/FormDialogBody.tsx';
import { FormDialogFrame } from '../../../forms/dialog/FormDialogFrame.tsx';
import { ErrorState } from '../../../ui/error-state/ErrorState.tsx';
import { Loader } from '../../../ui/loader/Loader.tsx';
import { projectToEditQuery, useProjectToEdit } from '../queries/project-to-edit.ts';
import { refreshPortfolio } from '../queries/refresh-portfolio.ts';
import { useDeleteStoredImage } from '../stored-images/use-delete-stored-image.ts';
import { ProjectFields } from './ProjectFields.tsx';
import { useProjectForm } from './use-project-form.ts';

const submitLabel = 'Save changes';

interface EditProjectProps {
  id: number;
  onClose: () => void;
}

/** Fetches the project, whole, and opens the form on it. */
export function EditProject({ id, onClose }: EditProjectProps) {
  const { data: project, error, isFetching, refetch } = useProjectToEdit(id);
  return (
    <FormDialogFrame title="Edit project" onClose={onClose} waitingFor={project ? undefined : submitLabel}>
      {project && <EditForm project={project} onDone={onClose} />}
      {!project && error && !isFetching && (
        <ErrorState
          title="The project could not be loaded"
          text={translateError(error).message}
          onRetry={() => void refetch()}
        />
      )}
      {!project && (!error || isFetching) && <Loader label="Loading the project" />}
    </FormDialogFrame>
  );
}

/** Its images are deleted one by one, at once; further ones, and the video, are changed when the form is saved. */
function EditForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const queries = useQueryClient();
  const state = useProjectForm(project, onDone);
  const { remove, removing } = useDeleteStoredImage({
    call: 'deleteProjectImage',
    count: project.images.length,
    onDeleted: (imageId) => {
      queries.setQueryData(projectToEditQuery(project.id).queryKey, (before) =>
        before ? { ...before, images: before.images.filter(({ id }) => id !== imageId) } : before,
      );
      refreshPortfolio(queries);
    },
  });
  return (
    <FormDialogBody submitLabel={submitLabel} busyLabel={messages['busy.editing']} state={state}>
      <ProjectFields state={state} project={project} onRemoveImage={remove} removingImage={removing} />
    </FormDialogBody>
  );
}
