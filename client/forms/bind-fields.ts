import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';

/**
 * Returns a function that makes the props of a control: its value, its error, and read-only while the form is busy.
 * Not `disabled`: the form library does not read the value of a disabled field, and the focus would be lost.
 */
export function bindFields<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'register' | 'formState'>,
  busy: boolean,
) {
  const { errors } = form.formState;
  return <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    readOnly: busy,
    error: errors[name]?.message as string | undefined,
    ...form.register(name, options),
  });
}
