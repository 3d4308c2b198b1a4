import { useNavigate } from 'react-router-dom';
import { messageText } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { storeCategoryTitle } from '../category-title.ts';
import type { InUse } from './use-delete-category.ts';

/** Says why a category stays, and leads to what stands in the way. */
export function InUseDialog({ inUse, onClose }: { inUse: InUse; onClose: () => void }) {
  const navigate = useNavigate();
  const { category, projects } = inUse;
  const view = () => {
    storeCategoryTitle(category);
    void navigate(pathTo('adminProjects', { id: category.id }));
  };
  return (
    <Dialog
      open
      role="alertdialog"
      title="This category is not empty"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button onClick={view} data-focus-first>
            View its projects
          </Button>
        </>
      }
    >
      <p>{messageText('category.notEmpty', { projects })}</p>
    </Dialog>
  );
}
