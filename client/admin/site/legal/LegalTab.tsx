import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { pathTo } from '#shared/paths.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { type LegalTextName, legalTextNames } from '#shared/schemas/site/own-texts.ts';
import { translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { RichTextEditor } from '../../../editor/RichTextEditor.tsx';
import { isNested } from '../../../forms/nested-values.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { placeholdersHint } from '../fields.ts';
import styles from '../Site.module.css';
import { errorAt, Section, useSurroundings } from '../SiteFields.tsx';
import { siteOf } from '../site-values.ts';

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

const legalPages: Record<LegalTextName, { title: string; address: string }> = {
  privacy: { title: 'Privacy policy', address: pathTo('privacyPolicy') },
  terms: { title: 'Terms and conditions', address: pathTo('termsConditions') },
};

/** Values that stand for placeholders, because no email address and no phone number may have braces. */
const emailMark = 'email@placeholder.example';
const phoneMark = '+000 000 000 000';

/**
 * Returns the product's own legal text as a beginning for the company's text, with placeholders in place of the
 * company's name, email and country. The text is in the language of
 * the site. Rejects with `ApiError`.
 */
async function productText(name: LegalTextName, site: SiteJson) {
  const { address, phone, language } = site;
  const { html } = await readApi('previewSite', {
    body: {
      path: legalPages[name].address,
      site: {
        name: '{company}',
        legal_entity: '{legal_entity}',
        email: emailMark,
        ...(phone !== undefined && { phone: phoneMark }),
        ...(isNested(address) && { address: { city: '{address}', country: '{country}' } }),
        ...(language !== undefined && { language }),
      },
    },
  });
  return editableText(html);
}

/** The tags of the product's texts that the editor has. */
const kept = new Set(['h2', 'p', 'ul', 'li', 'strong', 'a']);

/**
 * Returns the text of a rendered legal page without its title, its table of contents and all markup that the editor
 * does not have. Links to email addresses and phone numbers become text.
 */
function editableText(html: string) {
  const [, article = ''] = /<article\b[^>]*>(.*?)<\/article>/s.exec(html) ?? [];
  return (
    article
      .replace(/<!--.*?-->/gs, '')
      .replace(/<(header|nav|script)\b.*?<\/\1>/gs, '')
      .replace(/<span data-placeholder="(\w+)">.*?<\/span>/gs, '{$1}')
      .replace(/<a\b[^>]*\bhref="(?:mailto|tel):[^>]*>(.*?)<\/a>/gs, '$1')
      // {address} has the country too.
      .replace(/<address\b[^>]*>(.*?)<\/address>/gs, (_, lines: string) =>
        lines
          .replace(/<span\b[^>]*>\{country\}<\/span>/, '')
          .replace(/<(\/?)(?:span|strong)\b[^>]*>/g, '<$1p>'),
      )
      .replace(/<(\/?)([a-z][a-z0-9]*)\b([^>]*)>/g, (_, end: string, tag: string, attributes: string) => {
        if (!kept.has(tag)) return '';
        return `<${end}${tag}${(tag === 'a' && / href="[^"]*"/.exec(attributes)?.[0]) || ''}>`;
      })
      .replaceAll(emailMark, '{email}')
      .replaceAll(phoneMark, '{phone}')
  );
}
