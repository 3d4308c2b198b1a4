import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ownTextLimits } from '#shared/schemas/site/own-texts.ts';
import { lengths } from '#shared/schemas/site/pieces.ts';
import { RichTextEditor } from '../../../editor/RichTextEditor.tsx';
import { bindFields } from '../../../forms/use-resource-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Items } from '../../shared/Items.tsx';
import { ownPagePlaces, placeholdersHint } from '../fields.ts';
import styles from '../Site.module.css';
import { errorAt, useSurroundings } from '../SiteFields.tsx';
import { oneLine } from '../site-values.ts';
import { followingPath, type OwnPageValues, ownPagesIn, startsFor } from './own-page-values.ts';

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
      {(page, index) => <PageFields page={page} isNew={!stored.has(page.id)} name={`${field}.${index}`} />}
    </Items>
  );
}

interface PageFieldsProps {
  page: OwnPageValues;
  /** True until the page was saved. */
  isNew: boolean;
  /** Path of the page in the form. */
  name: string;
}

function PageFields({ page, isNew, name }: PageFieldsProps) {
  const { form, busy } = useSurroundings();
  const bind = bindFields(form, busy);
  const line = (key: string, max: number, onChange?: (event: { target: { value: string } }) => void) => ({
    maxLength: max,
    autoComplete: 'off',
    ...bind(`${name}.${key}`, { setValueAs: oneLine, ...(onChange && { onChange }) }),
  });
  return (
    <>
      <TextField
        label="Title"
        dir="auto"
        {...line('title', lengths.title, ({ target }) => {
          const path = followingPath(page, target.value);
          if (path !== undefined) form.setValue<string>(`${name}.path`, path, { shouldDirty: true });
        })}
      />
      <TextField
        label="Address"
        hint="One word after a slash, such as /about-us. A former address leads to the new one."
        dir="ltr"
        {...line('path', ownTextLimits.path)}
      />
      <PageText page={page} isNew={isNew} name={`${name}.text`} />
      <TextField
        label="Title for search engines"
        dir="auto"
        placeholder={page.title}
        {...line('search_title', lengths.title)}
      />
      <TextField
        label="Description for search engines"
        dir="auto"
        hint="Without it, the beginning of the text."
        {...line('search_description', lengths.description)}
      />
      <Select label="Linked" options={ownPagePlaces} {...bind(`${name}.place`)} />
      <Switch
        label="Published"
        hint={page.published ? undefined : 'A draft is shown in the preview only.'}
        {...bind(`${name}.published`)}
      />
    </>
  );
}

/** The text of a page. The editor of a stored one opens by a button, because thirty open editors would be slow. */
function PageText({ page, isNew, name }: PageFieldsProps) {
  const { form, busy } = useSurroundings();
  const error = errorAt(form, name);
  const [isOpen, open] = useState(isNew || page.text === '');
  if (!isOpen && !error) {
    return (
      <div className={styles.add}>
        <Button variant="quiet" name={name} onClick={() => open(true)}>
          Edit the text
        </Button>
      </div>
    );
  }
  return (
    <div data-path={name}>
      <RichTextEditor
        label="Text"
        hint={placeholdersHint}
        toolbar="text"
        title={page.title}
        value={page.text}
        onChange={(text) => form.setValue(name, text, { shouldDirty: true })}
        error={error}
        disabled={busy}
      />
    </div>
  );
}
