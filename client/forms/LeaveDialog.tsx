import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './FormDialog.module.css';
import type { ResourceFormState } from './use-resource-form.ts';

interface LeaveDialogProps<Values extends FieldValues> {
  state: ResourceFormState<Values>;
  /** True once a person has tried to close the form, if it can be closed. */
  closing?: boolean;
  onStay?: () => void;
  onClose?: () => void;
}

/** Asks before a form with unsaved changes is closed, or before a person leaves the page. */
export function LeaveDialog<Values extends FieldValues>(props: LeaveDialogProps<Values>) {
  const { state, closing, onStay, onClose } = props;
  const { leaving } = state;
  const { pathname } = useLocation();
  const textId = useId();
  const blocked = leaving.state === 'blocked';
  if (!blocked && !closing) return null;

  const stay = () => {
    if (blocked) leaving.reset();
    onStay?.();
  };
  const go = () => {
    if (blocked) leaving.proceed();
    else onClose?.();
  };
  const keepAndGo = async () => {
    await state.flushDraft();
    go();
  };
  const discardAndGo = async () => {
    await state.discardChanges();
    go();
  };
  const verb = blocked && leaving.location.pathname !== pathname ? 'Leave' : 'Close';
  return (
    <Dialog
      open
      role="alertdialog"
      title="Unsaved changes"
      describedBy={textId}
      onClose={stay}
      footer={
        <div className={styles.leaveActions}>
          <Button variant="danger" onClick={() => void discardAndGo()}>
            Discard changes
          </Button>
          {state.canKeepDraft && (
            <Button variant="quiet" onClick={() => void keepAndGo()}>
              {verb} and keep the draft
            </Button>
          )}
          <Button onClick={stay} data-focus-first>
            Keep editing
          </Button>
        </div>
      }
    >
      <p id={textId}>
        {state.canKeepDraft
          ? 'Your changes have not been saved. You can keep them as a draft on this device.'
          : 'Your changes have not been saved, and this browser cannot keep all of them. They will be lost if you continue.'}
      </p>
    </Dialog>
  );
}
