import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { type CallOptions, callApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import {
  type ResourceFormOptions,
  type ResourceFormState,
  useResourceForm,
} from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';

interface CallFormProps<Values extends FieldValues>
  extends Omit<ResourceFormOptions<Values>, 'save' | 'onSaved'> {
  title: string;
  size?: 'small';
  submitLabel?: string;
  busyLabel?: string;
  /** The call that saves the values. */
  call: CallName;
  params?: CallOptions['params'];
  /** Fields of the body besides the values and the version. */
  also?: object;
  /** Text of the toast after success; by default the answer's message. */
  done?: string;
  /** Kind of record whose queries are fetched again. */
  kind: Parameters<typeof refresh>[1];
  actions?: (state: ResourceFormState<Values>) => ReactNode;
  onClose: () => void;
  children: (bind: ReturnType<typeof bindFields<Values>>, state: ResourceFormState<Values>) => ReactNode;
}

/** A dialog with the few fields of one call, for records that have no descriptor in `shared/entities`. */
export function CallForm<Values extends FieldValues>(props: CallFormProps<Values>) {
  const { call, params, also, done, kind, onClose, actions, children } = props;
  const { title, size, submitLabel = 'Save', busyLabel = deskMessages['busy.editing'] } = props;
  const queries = useQueryClient();
  const state = useResourceForm<Values>({
    ...props,
    save: (values, { signal, version }) =>
      callApi(call, { params, body: { ...also, ...values, updated_at: version }, signal }),
    onSaved: ({ message = '' }) => {
      notify.success(done ?? message);
      refresh(queries, kind);
      onClose();
    },
  });
  return (
    <FormDialog {...{ title, size, submitLabel, busyLabel, state, onClose }} actions={actions?.(state)}>
      {children(bindFields(state.form, state.busy), state)}
    </FormDialog>
  );
}
