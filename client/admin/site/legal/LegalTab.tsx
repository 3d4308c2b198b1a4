import { useWatch } from 'react-hook-form';
import { legalPlaceholders } from '#shared/site/legal-placeholders.ts';
import { RichTextEditor } from '../../../editor/RichTextEditor.tsx';
import styles from '../Site.module.css';
import { errorAt, useSurroundings } from '../SiteFields.tsx';

const texts: readonly { path: string; label: string; lawyer: string }[] = [
  {
    path: 'legal.privacy',
    label: 'Privacy policy',
    lawyer:
      'Let a lawyer read what is said of stored data, of how long it is kept, and of the rights of visitors.',
  },
  {
    path: 'legal.terms',
    label: 'Terms and conditions',
    lawyer: 'Let a lawyer read what is said of liability, and of the law that applies.',
  },
];

/** The owner's legal texts. An empty one shows visitors the product's text. */
export function LegalTab() {
  const placeholders = legalPlaceholders.map((name) => `{${name}}`).join(', ');
  return (
    <>
      <p className={styles.groupNote}>
        As long as a text is empty, visitors read the text of the product. These words in braces are replaced
        by your data: {placeholders}. The date of the last change is that of your save.
      </p>
      {texts.map((text) => (
        <LegalText key={text.path} {...text} />
      ))}
    </>
  );
}

function LegalText({ path, label, lawyer }: (typeof texts)[number]) {
  const { form, busy } = useSurroundings();
  const value: unknown = useWatch({ control: form.control, name: path });
  return (
    <section className={styles.group} aria-label={label}>
      <RichTextEditor
        label={label}
        hint={lawyer}
        toolbar="project"
        value={typeof value === 'string' ? value : ''}
        onChange={(html) => form.setValue(path, html, { shouldDirty: true })}
        disabled={busy}
        error={errorAt(form, path)}
      />
    </section>
  );
}
