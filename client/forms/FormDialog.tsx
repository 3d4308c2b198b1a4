import type { FieldValues } from 'react-hook-form';
import { FormDialogBody, type FormDialogBodyProps } from './FormDialogBody.tsx';
import { FormDialogFrame } from './FormDialogFrame.tsx';

interface FormDialogProps<Values extends FieldValues> extends FormDialogBodyProps<Values> {
  title: string;
  onClose: () => void;
  size?: 'small' | 'large' | 'panel';
}

/** A form in a dialog of its own, for what needs no fetching first. */
export function FormDialog<Values extends FieldValues>({
  title,
  onClose,
  size = 'large',
  ...body
}: FormDialogProps<Values>) {
  return (
    <FormDialogFrame title={title} onClose={onClose} size={size}>
      <FormDialogBody {...body} />
    </FormDialogFrame>
  );
}
