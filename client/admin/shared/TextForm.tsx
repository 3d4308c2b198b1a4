import { type ComponentProps, type ReactNode, useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { DraftStatus, FormNotices, LeaveDialog } from '../../forms/FormDialog.tsx';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './TextForm.module.css';

type Texts = Record<string, string>;

interface TextFormProps {
  /** Each record has its own draft, which is retained when another record is opened. */
  draftKey: string;
  /** Name of the field in the contract, and its rule. */
  name: string;
  rule: z.ZodType;
  stored?: string;
  save: (body: Texts, signal: AbortSignal) => Promise<Envelope>;
  onSaved: (answer: Envelope) => void;
  /** Closes a form that is open only for a while. Other forms are emptied when they are saved. */
  onDone?: () => void;
  field: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'rows' | 'maxLength' | 'id'>;
  submit: Pick<ComponentProps<typeof Button>, 'children' | 'busyLabel' | 'variant'>;
  above?: (form: UseFormReturn<Texts>) => ReactNode;
}

/** A text that is written in place, with a draft. Ctrl+Enter sends it. */
export function TextForm(props: TextFormProps) {
  const { draftKey, name, rule, stored = '', save, onSaved, onDone, field, submit, above } = props;
  const state = useResourceForm<Texts>({
    draftKey,
    stored: { [name]: stored },
    rules: { [name]: rule },
    save: (texts, { signal }) => save(texts, signal),
    onSaved: (answer) => {
      onSaved(answer);
      if (onDone) onDone();
      else form.reset({ [name]: '' });
    },
  });
  const { form, busy } = state;
  const isOpened = onDone !== undefined;
  useEffect(() => {
    if (isOpened) form.setFocus(name);
  }, [isOpened, form, name]);
  return (
    <form className={styles.form} onSubmit={(event) => void state.submit(event)} noValidate>
      <FormNotices state={state} />
      {above?.(form)}
      <TextField
        {...field}
        multiline
        dir="auto"
        counter
        {...bindFields(form, busy)(name)}
        id={field.id}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void state.submit();
        }}
      />
      <div className={styles.actions}>
        <DraftStatus draft={state.draft} dirty={state.dirty} />
        {onDone && (
          <Button variant="quiet" onClick={() => void state.discardChanges().then(onDone)} disabled={busy}>
            Cancel
          </Button>
        )}
        <Button {...submit} type="submit" busy={busy} />
      </div>
      <LeaveDialog state={state} />
    </form>
  );
}
