import { createContext, useContext } from 'react';

/** What a form inside tells the dialog around it, and where it puts its buttons. */
export interface FormDialogContext {
  /** The dialog's footer; null until it is on the page. */
  footer: HTMLElement | null;
  /** Closes the dialog, without a question. */
  close: () => void;
  /** Asked when somebody wants to close the dialog; false when the form takes care of it. Returns what takes it back. */
  guard: (mayClose: () => boolean) => () => void;
  setBusy: (busy: boolean) => void;
}

export const FormDialogPlace = createContext<FormDialogContext | undefined>(undefined);

export function useFormDialog(): FormDialogContext {
  const place = useContext(FormDialogPlace);
  if (!place) throw new Error('FormDialogBody stands inside a FormDialogFrame.');
  return place;
}
