import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../../ui/button/Button.tsx';
import { FormLeaving } from '../leave/FormLeaving.tsx';
import { DraftStatus } from '../notices/DraftStatus.tsx';
import { FormNotices } from '../notices/FormNotices.tsx';
import { UploadProgress } from '../notices/UploadProgress.tsx';
import type { ResourceFormState } from '../use-resource-form.ts';
import styles from './ResourceForm.module.css';

interface ResourceFormProps<Values extends FieldValues> {
  /** The accessible name of the form. */
  label: string;
  submitLabel: string;
  busyLabel: string;
  state: ResourceFormState<Values>;
  /** Leads away from the form; with unsaved changes it asks first. */
  onCancel: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

/** A form that is a page of its own, with its actions held at the bottom of the window. */
export function ResourceForm<Values extends FieldValues>(props: ResourceFormProps<Values>) {
  const { label, submitLabel, busyLabel, state, onCancel, actions, children } = props;
  const [closing, setClosing] = useState(false);
  const cancel = () => {
    if (state.dirty) setClosing(true);
    else onCancel();
  };
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => void state.submit(event)}
      noValidate
    >
      <FormNotices state={state} />
      {children}
      <UploadProgress sent={state.progress} onCancel={state.cancelUpload} />
      <div className={styles.bar}>
        <DraftStatus draft={state.draft} dirty={state.dirty} />
        {actions}
        <Button variant="quiet" onClick={cancel} disabled={state.busy}>
          Cancel
        </Button>
        <Button type="submit" busy={state.busy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
      <FormLeaving state={state} closing={closing} onStay={() => setClosing(false)} onClose={onCancel} />
    </form>
  );
}
