import { type ReactNode, useId, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import { translateError } from '../api/api-error.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './FormDialog.module.css';
import { type Problems, resolverOf } from './form-rules.ts';
import { bindFields } from './use-resource-form.ts';
import { placeErrors } from './use-sending.ts';
import { useSubmitKeys } from './use-submit-keys.ts';

interface PromptDialogProps<Values extends FieldValues> {
  title: string;
  submitLabel: string;
  busyLabel?: string;
  /** True if the action cannot be undone; the button is red. */
  destroys?: boolean;
  form: UseFormReturn<Values>;
  /** Called with valid input. If it throws, the dialog shows the error, and the input stays. */
  onSubmit: (typed: Values) => Promise<void> | void;
  onClose: () => void;
  /** Renders further buttons, which can submit the form with this id. */
  actions?: (formId: string) => ReactNode;
  children: ReactNode;
}

/**
 * A small dialog with one or two fields: a password, a code, a role. For longer input, with a draft, conflicts and
 * uploads, use `FormDialog`.
 */
export function PromptDialog<Values extends FieldValues>(props: PromptDialogProps<Values>) {
  const { title, submitLabel, busyLabel = messages['busy.submitting'], destroys = false } = props;
  const { form, onSubmit, onClose, actions, children } = props;
  const { isSubmitting: busy } = form.formState;
  const formId = useId();

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      dismissable={!busy}
      footer={
        <>
          {actions?.(formId)}
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={destroys ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <PromptForm id={formId} title={title} form={form} onSubmit={onSubmit}>
        {children}
      </PromptForm>
    </Dialog>
  );
}

type PromptFormProps<Values extends FieldValues> = Pick<
  PromptDialogProps<Values>,
  'title' | 'form' | 'onSubmit' | 'children'
> & { id?: string };

/** The form of a dialog with one or two fields, and in other places. */
export function PromptForm<Values extends FieldValues>(props: PromptFormProps<Values>) {
  const { id, title, form, onSubmit, children } = props;
  const element = useRef<HTMLFormElement>(null);
  useSubmitKeys(element);

  const submit = form.handleSubmit(async (typed) => {
    try {
      await onSubmit(typed);
    } catch (error) {
      const { message, fieldErrors } = translateError(error);
      const fields = Object.keys(form.getValues()) as Path<Values>[];
      const { first, others } = placeErrors(form, fieldErrors, { fields });
      if (first) form.setFocus(first, { shouldSelect: true });
      if (!first || others.length > 0) form.setError('root', { message: [message, ...others].join(' ') });
    }
  });
  const { root } = form.formState.errors;

  return (
    <form
      ref={element}
      className={styles.form}
      id={id}
      onSubmit={(event) => {
        // React would pass the event on to the form in which the dialog is opened.
        event.stopPropagation();
        void submit(event);
      }}
      noValidate
      aria-label={title}
    >
      {root && <Notice>{root.message}</Notice>}
      {children}
    </form>
  );
}

/** The form of a dialog with one or two fields, and the props of its controls. */
export function usePrompt<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  problems: (typed: Values) => Problems<Values> = () => ({}),
) {
  const form = useForm<Values>({ defaultValues, resolver: resolverOf(problems) });
  return { form, bind: bindFields(form, form.formState.isSubmitting) };
}
