import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ownTextLimits } from '#shared/schemas/site/own-texts.ts';
import { lengths } from '#shared/schemas/site/pieces.ts';
import { RichTextEditor } from '../../../editor/RichTextEditor.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Items } from '../../shared/Items.tsx';
import { ownPagePlaces, placeholdersHint } from '../fields.ts';
import styles from '../Site.module.css';
import { errorAt, useSurroundings } from '../SiteFields.tsx';
import { oneLine } from '../site-values.ts';
import { type OwnPageValues, ownPagesIn, startsFor, withTitle } from './own-page-values.ts';

const field = 'own_pages';

/** The company's own pages, in the order in which menus link them. */
export function OwnPagesTab() {
  const { form, busy } = useSurroundings();
  const pages = ownPagesIn({ own_pages: useWatch({ control: form.control, name: field }) });
  const language = useWatch({ control: form.control, name: 'language' }) === 'ur' ? 'ur' : 'en';
  const stored = new Set(ownPagesIn(form.formState.defaultValues ?? {}).map(({ id }) => id));
  return (
    <Items<OwnPageValues>
      label="Own pages"
      itemName="page"
      titleOf={({ title }) => title}
      items={pages}
      onChange={(next) => form.setValue(field, next, { shouldDirty: true })}
      starts={startsFor(language, pages)}
      max={ownTextLimits.pages}
      error={errorAt(form, field)}
      busy={busy}
      path={field}
    >
      {(page, index, change) => (
        <PageFields
          page={page}
          isNew={!stored.has(page.id)}
          name={`${field}.${index}`}
          onChange={change}
          errorOf={(key) => errorAt(form, `${field}.${index}.${key}`)}
          busy={busy}
        />
      )}
    </Items>
  );
}

interface PageFieldsProps {
  page: OwnPageValues;
  /** True until the page was saved. */
  isNew: boolean;
  /** Path of the page in the form. */
  name: string;
  onChange: (page: OwnPageValues) => void;
  errorOf: (key: string) => string | undefined;
  busy: boolean;
}

function PageFields({ page, isNew, name, onChange, errorOf, busy }: PageFieldsProps) {
  const textOf = (key: 'title' | 'path' | 'search_title' | 'search_description', max: number) => ({
    name: `${name}.${key}`,
    value: page[key] ?? '',
    error: errorOf(key),
    maxLength: max,
    autoComplete: 'off',
    readOnly: busy,
    onChange: (event: { currentTarget: { value: string } }) => {
      const text = oneLine(event.currentTarget.value);
      onChange(key === 'title' ? withTitle(page, text) : { ...page, [key]: text });
    },
  });
  return (
    <>
      <TextField label="Title" dir="auto" {...textOf('title', lengths.title)} />
      <TextField
        label="Address"
        hint="One word after a slash, such as /about-us. A former address leads to the new one."
        dir="ltr"
        {...textOf('path', ownTextLimits.path)}
      />
      <PageText
        page={page}
        isNew={isNew}
        name={name}
        onChange={onChange}
        error={errorOf('text')}
        busy={busy}
      />
      <TextField
        label="Title for search engines"
        dir="auto"
        placeholder={page.title}
        {...textOf('search_title', lengths.title)}
      />
      <TextField
        label="Description for search engines"
        dir="auto"
        hint="Without it, the beginning of the text."
        {...textOf('search_description', lengths.description)}
      />
      <Select
        label="Linked"
        name={`${name}.place`}
        options={ownPagePlaces}
        value={page.place}
        readOnly={busy}
        error={errorOf('place')}
        onChange={(event) => onChange({ ...page, place: event.currentTarget.value })}
      />
      <Switch
        label="Published"
        hint={page.published ? undefined : 'A draft is shown in the preview only.'}
        name={`${name}.published`}
        checked={page.published}
        readOnly={busy}
        error={errorOf('published')}
        onChange={(event) => onChange({ ...page, published: event.currentTarget.checked })}
      />
    </>
  );
}

type PageTextProps = Pick<PageFieldsProps, 'page' | 'isNew' | 'name' | 'onChange' | 'busy'> & {
  error: string | undefined;
};

/** The text of a page. The editor of a stored one opens by a button, because thirty open editors would be slow. */
function PageText({ page, isNew, name, onChange, error, busy }: PageTextProps) {
  const [isOpen, open] = useState(isNew || page.text === '');
  if (!isOpen && !error) {
    return (
      <div className={styles.add}>
        <Button variant="quiet" name={`${name}.text`} onClick={() => open(true)}>
          Edit the text
        </Button>
      </div>
    );
  }
  return (
    <div data-path={`${name}.text`}>
      <RichTextEditor
        label="Text"
        hint={placeholdersHint}
        toolbar="text"
        title={page.title}
        value={page.text}
        onChange={(text) => onChange({ ...page, text })}
        error={error}
        disabled={busy}
      />
    </div>
  );
}
