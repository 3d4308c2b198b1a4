import { useWatch } from 'react-hook-form';
import { lengths } from '#shared/schemas/site/pieces.ts';
import { RichTextEditor } from '../../../editor/RichTextEditor.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Items } from '../ListEditor.tsx';
import { errorAt, useSurroundings } from '../SiteFields.tsx';
import { oneLine } from '../site-values.ts';

type Page = Record<string, unknown>;

const texts = [
  { key: 'title', label: 'Title', max: lengths.title },
  {
    key: 'path',
    label: 'Address',
    max: 80,
    hint: 'One word after a slash, such as /about. If it changes, the old address leads to the new one.',
  },
  { key: 'search_title', label: 'Title for search engines', max: lengths.title },
  { key: 'search_description', label: 'Description for search engines', max: lengths.description },
] as const;

const places = [
  { value: 'menu', label: 'Menu' },
  { value: 'footer', label: 'Footer' },
  { value: 'none', label: 'Nowhere' },
];

/** Pages of the company's own, such as About or Imprint. */
export function OwnPagesTab() {
  const { form, busy } = useSurroundings();
  const path = 'own_pages';
  const value: unknown = useWatch({ control: form.control, name: path });
  return (
    <Items<Page>
      label="Pages of your own"
      itemName="page"
      items={(Array.isArray(value) ? value : []) as Page[]}
      onChange={(next) => form.setValue(path, next, { shouldDirty: true })}
      create={() => ({
        id: crypto.randomUUID(),
        title: '',
        path: '/',
        text: '',
        place: 'footer',
        published: false,
      })}
      max={30}
      error={errorAt(form, path)}
      busy={busy}
      path={path}
    >
      {(page, index, change) => (
        <PageFields page={page} at={`${path}.${index}`} onChange={(part) => change({ ...page, ...part })} />
      )}
    </Items>
  );
}

interface PageFieldsProps {
  page: Page;
  /** Path of the page in the values of the form. */
  at: string;
  onChange: (part: Page) => void;
}

function PageFields({ page, at, onChange }: PageFieldsProps) {
  const { form, busy } = useSurroundings();
  const errorOf = (key: string) => errorAt(form, `${at}.${key}`);
  const textOf = (key: string) => (typeof page[key] === 'string' ? page[key] : '');
  return (
    <>
      {texts.map(({ key, label, max, ...more }) => (
        <TextField
          key={key}
          label={label}
          name={`${at}.${key}`}
          maxLength={max}
          dir="auto"
          autoComplete="off"
          readOnly={busy}
          value={textOf(key)}
          onChange={(event) => onChange({ [key]: oneLine(event.currentTarget.value) })}
          error={errorOf(key)}
          {...more}
        />
      ))}
      <RichTextEditor
        label="Text"
        toolbar="project"
        value={textOf('text')}
        onChange={(html) => onChange({ text: html })}
        disabled={busy}
        error={errorOf('text')}
      />
      <Select
        label="Linked in"
        name={`${at}.place`}
        options={places}
        value={textOf('place') || 'none'}
        readOnly={busy}
        error={errorOf('place')}
        onChange={(event) => onChange({ place: event.currentTarget.value })}
      />
      <Switch
        label="Published"
        hint="Visitors cannot open a page that is not published; the preview shows it."
        name={`${at}.published`}
        checked={page.published === true}
        readOnly={busy}
        error={errorOf('published')}
        onChange={(event) => onChange({ published: event.currentTarget.checked })}
      />
    </>
  );
}
