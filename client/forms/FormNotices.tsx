import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../ui/Button.tsx';
import { formatDayAndTime, formatTime } from '../ui/dates.ts';
import { savedBy } from './conflict.ts';
import type { DraftState } from './draft.ts';
import styles from './FormNotices.module.css';
import type { ResourceFormState } from './use-resource-form.ts';

/** Notices above the fields of a form: a draft, a newer version, why the save failed. */
export function FormNotices<Values extends FieldValues>({ state }: { state: ResourceFormState<Values> }) {
  const { draft, busy, failure, warning, conflict, setAside } = state;
  const box = useRef<HTMLDivElement>(null);
  const act = useKeptFocus(box, busy);
  const button = (label: string, work: () => unknown) => (
    <Button variant="quiet" onClick={act(work)} busy={busy}>
      {label}
    </Button>
  );
  return (
    <div ref={box} className={styles.notices}>
      {draft.restored && !setAside && (
        <Quiet
          text="Draft kept: these are your unsaved changes from last time."
          action={button('Discard draft', state.discardChanges)}
        />
      )}
      {draft.offered && (
        <Quiet
          text={`You have a draft of ${formatDayAndTime(draft.offered.savedAt)}. A newer version has been saved since, so the draft was not applied.`}
          action={
            <>
              {button('Use the draft', state.acceptDraft)}
              {button('Discard draft', state.discardChanges)}
            </>
          }
        />
      )}
      {setAside && (
        <Quiet
          text="This is the newer version. Your changes are available until you close the form."
          action={button('Restore my changes', state.restoreMyChanges)}
        />
      )}
      {conflict && (
        <Problem focus>
          <p>{savedBy(conflict)}, after you had opened it. Your changes are not lost.</p>
          {conflict.theirs.length > 0 && (
            <p>
              Their changes: {state.listOf(conflict.theirs)}. “Overwrite with mine” saves what you changed
              {conflict.both.length > 0 && `, your ${state.listOf(conflict.both)} in place of theirs,`} and
              leaves the rest as it is there.
            </p>
          )}
          <p className="row2">
            {state.canReload && button('Load the newer version', state.loadNewerVersion)}
            {button('Overwrite with mine', state.overwrite)}
          </p>
        </Problem>
      )}
      {warning && (
        <Problem focus>
          <p>{warning}</p>
          <p className="row2">{button('Save anyway', state.submit)}</p>
        </Problem>
      )}
      {failure && (
        <Problem focus={Object.keys(state.form.formState.errors).length === 0}>
          <p>{failure}</p>
        </Problem>
      )}
    </div>
  );
}

/**
 * Moves the focus to the first field when a notice disappears with the button that was pressed. Otherwise the focus
 * would leave the dialog.
 */
function useKeptFocus(box: RefObject<HTMLElement | null>, busy: boolean) {
  const pressed = useRef(false);
  useEffect(() => {
    if (!pressed.current || busy) return;
    const { activeElement } = document;
    if (activeElement === document.body) focusFirstField(box.current?.closest('form'));
    pressed.current = box.current?.contains(activeElement) ?? false;
  });
  return (work: () => unknown) => () => {
    pressed.current = true;
    void work();
  };
}

export function focusFirstField(form: HTMLFormElement | null | undefined) {
  form?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')?.focus();
}

function Quiet({ text, action }: { text: string; action: ReactNode }) {
  return (
    <div className={styles.quiet} role="status">
      <p>{text}</p>
      <p className="row2">{action}</p>
    </div>
  );
}

/**
 * Shows an error. Unless the error is about a field, also takes the focus, which was lost while the submit button was
 * busy.
 */
function Problem({ focus, children }: { focus: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef(focus);
  useEffect(() => {
    if (wanted.current) box.current?.focus();
  }, []);
  return (
    <div ref={box} className={styles.problem} role="alert" tabIndex={-1}>
      {children}
    </div>
  );
}

/** Shows whether the input is stored on this device: "Saved 12:04". */
export function DraftStatus({ draft, dirty }: { draft: DraftState; dirty: boolean }) {
  return (
    <p
      className={styles.status}
      role="status"
      data-problem={(dirty && draft.outcome === 'failed') || undefined}
    >
      {dirty && statusOf(draft)}
    </p>
  );
}

function statusOf({ savedAt, outcome, pending }: DraftState) {
  if (outcome === 'failed') return 'This browser cannot keep drafts. Save before you leave.';
  if (savedAt === undefined || pending) return 'Saving a draft…';
  const where = outcome === 'partly' ? 'as a draft, without the largest file' : 'as a draft on this device';
  return (
    <>
      Saved {formatTime(savedAt)} <span className={styles.place}>{where}</span>
    </>
  );
}
