import { type FieldValues, get, type Path, type RegisterOptions, type UseFormReturn } from 'react-hook-form';

/**
 * Returns a function that creates the props of a control: value, error, and `readOnly` while the form is busy. The
 * controls are not disabled: the form library does not read the value of a disabled field, and a disabled field loses
 * the focus.
 */
export function bindFields<Values extends FieldValues>(form: UseFormReturn<Values>, busy: boolean) {
  const { errors } = form.formState;
  return <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    readOnly: busy,
    error: (get(errors, name) as { message?: string } | undefined)?.message,
    ...form.register(name, options),
  });
}
