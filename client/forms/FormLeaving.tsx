import type { FieldValues } from 'react-hook-form';
import { LeaveDialog } from './LeaveDialog.tsx';
import type { ResourceFormState } from './use-resource-form.ts';

interface FormLeavingProps<Values extends FieldValues> {
  state: ResourceFormState<Values>;
  /** Somebody asked to close the form. */
  closing: boolean;
  onStay: () => void;
  onClose: () => void;
}

/** Stands between a form with unsaved changes and whoever closes it or goes to another page. */
export function FormLeaving<Values extends FieldValues>(props: FormLeavingProps<Values>) {
  const { state, closing, onStay, onClose } = props;
  const { leaving } = state;
  const blocked = leaving.state === 'blocked';
  if (!blocked && !closing) return null;

  const stay = () => {
    if (blocked) leaving.reset();
    onStay();
  };
  const go = () => {
    if (blocked) leaving.proceed();
    else onClose();
  };
  const keepAndGo = async () => {
    await state.keepDraft();
    go();
  };
  const discardAndGo = async () => {
    await state.discard();
    go();
  };
  return (
    <LeaveDialog
      leaving={blocked ? 'page' : 'form'}
      kept={state.canKeep}
      onStay={stay}
      onLeave={() => void keepAndGo()}
      onDiscard={() => void discardAndGo()}
    />
  );
}
