import { messages } from '#shared/messages.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { ProjectFields } from './ProjectFields.tsx';
import { useOfferedOrder } from './use-offered-order.ts';
import { type ProjectPlace, useProjectForm } from './use-project-form.ts';

interface AddProjectProps {
  /** The category that is on the screen, and the next place in it. */
  place?: ProjectPlace | undefined;
  onClose: () => void;
}

/** docs/product.md §5, add project. */
export function AddProject({ place, onClose }: AddProjectProps) {
  const state = useProjectForm(place, onClose);
  const offerOrder = useOfferedOrder(state.form, place ? String(place.order) : '');
  return (
    <FormDialog
      title="Add project"
      submitLabel="Create"
      busyLabel={messages['busy.creating']}
      state={state}
      onClose={onClose}
    >
      <ProjectFields state={state} onCategory={(categoryId) => void offerOrder(categoryId)} />
    </FormDialog>
  );
}
