import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { type LegalTextName, legalTextNames } from '#shared/schemas/site/own-texts.ts';
import { translateError } from '../../../api/api-error.ts';
import { RichTextEditor } from '../../../editor/RichTextEditor.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { placeholdersHint } from '../fields.ts';
import styles from '../Site.module.css';
import { errorAt, Section, useSurroundings } from '../SiteFields.tsx';
import { siteOf } from '../site-values.ts';
import { legalPages, productText } from './product-text.ts';

/** The legal texts of the company. While a text is empty, visitors read the product's text. */
export function LegalTab() {
  return (
    <>
      <p className={styles.note}>
        Let a lawyer read these parts before you publish: which data you keep and for how many months,
        liability, and the law and place that apply. If another content server keeps your applications, write
        its months instead of {'{months}'}.
      </p>
      {legalTextNames.map((name) => (
        <LegalText key={name} name={name} />
      ))}
    </>
  );
}

function LegalText({ name }: { name: LegalTextName }) {
  const { form, busy } = useSurroundings();
  const path = `legal.${name}`;
  const value: unknown = useWatch({ control: form.control, name: path });
  const html = typeof value === 'string' ? value : '';
  const change = (text: string) => form.setValue(path, text, { shouldDirty: true });
  const beginning = useMutation({
    mutationFn: () => productText(name, siteOf(form.getValues())),
    onSuccess: change,
  });
  const isEmpty = isEmptyRichText(html);
  const { title } = legalPages[name];
  return (
    <Section
      title={title}
      path={path}
      action={
        <Button
          variant="quiet"
          name={path}
          disabled={busy}
          busy={beginning.isPending}
          busyLabel="Fetching the text…"
          onClick={() => (isEmpty ? beginning.mutate() : change(''))}
        >
          {isEmpty ? 'Start from the product’s text' : 'Go back to the product’s text'}
        </Button>
      }
    >
      {isEmpty && (
        <p className="note">
          Visitors read the product’s text, with your data filled in. Write here only to replace it.
        </p>
      )}
      {beginning.error && <Notice>{translateError(beginning.error).message}</Notice>}
      <RichTextEditor
        label={title}
        hint={placeholdersHint}
        toolbar="text"
        title={title}
        value={html}
        onChange={change}
        error={errorAt(form, path)}
        disabled={busy}
      />
    </Section>
  );
}
