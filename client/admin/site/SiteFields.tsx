import { createContext, type ReactNode, useContext, useId } from 'react';
import { get, useWatch } from 'react-hook-form';
import { languageChoices } from '#shared/words/language.ts';
import { bindFields } from '../../forms/use-resource-form.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Items } from '../shared/Items.tsx';
import { type FieldGroup, itemNames, type SiteField } from './fields.ts';
import styles from './Site.module.css';
import type { SiteForm } from './site-form.ts';
import { oneLine } from './site-values.ts';

/** The context that all fields of the form share. */
interface FieldSurroundings {
  form: SiteForm;
  busy: boolean;
  /** Returns what visitors read where a field is empty. */
  fallback: (path: string) => string | undefined;
}

export const SurroundingsContext = createContext<FieldSurroundings | undefined>(undefined);

export function useSurroundings() {
  const surroundings = useContext(SurroundingsContext);
  if (!surroundings) throw new Error('Fields of the site need a SurroundingsContext.');
  return surroundings;
}

interface SectionProps {
  title: string;
  /** Path of the field that the part is, for the preview. */
  path?: string;
  /** Shown beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the form with its title. */
export function Section({ title, path, action, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.group} aria-labelledby={titleId} data-path={path}>
      <div className={styles.groupHead}>
        <h2 className="type-subheading" id={titleId}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A group of fields with its title. A section of a page has a switch that shows or hides it. */
export function Group({ title, fields, needsContent = false }: FieldGroup) {
  const { form } = useSurroundings();
  const toggle = fields.find(({ kind }) => kind === 'switch');
  const isShown = useWatch({ control: form.control, name: toggle?.path ?? '' }) !== false || !toggle;
  const others = fields.filter((field) => field !== toggle);
  return (
    <Section title={title} action={toggle && <Toggle field={toggle} label={`Show ${title}`} on={false} />}>
      {isShown && needsContent && <p className="note">Visitors see this section once it has content.</p>}
      {isShown && others.map((field) => <Field key={field.path} field={field} />)}
    </Section>
  );
}

/** A field by its kind. `path` is where it is in the form: inside a list, it has the number of the item. */
export function Field({ field, path = field.path }: { field: SiteField; path?: string }) {
  switch (field.kind) {
    case 'list':
      return <ListField field={field} path={path} />;
    case 'choice':
      return <Choice field={field} />;
    case 'flag':
      return <Toggle field={field} label={field.label} on={true} />;
    default:
      return <TextLeaf field={field} path={path} />;
  }
}

function Choice({ field: { path, label, hint } }: { field: SiteField }) {
  const { form, busy } = useSurroundings();
  const value: unknown = useWatch({ control: form.control, name: path });
  return (
    <Select
      label={label}
      hint={hint}
      name={path}
      options={languageChoices}
      value={typeof value === 'string' ? value : languageChoices[0]?.value}
      readOnly={busy}
      error={errorAt(form, path)}
      onChange={(event) => form.setValue(path, event.currentTarget.value, { shouldDirty: true })}
    />
  );
}

interface ToggleProps {
  field: SiteField;
  label: string;
  /** The value that the key can have. Otherwise the key is left out: a flag is off without it, a section is shown. */
  on: boolean;
}

function Toggle({ field: { path, hint }, label, on }: ToggleProps) {
  const { form, busy } = useSurroundings();
  const value: unknown = useWatch({ control: form.control, name: path });
  return (
    <Switch
      label={label}
      hint={hint}
      name={path}
      checked={(value === on) === on}
      readOnly={busy}
      error={errorAt(form, path)}
      onChange={(event) =>
        form.setValue(path, event.currentTarget.checked === on ? on : undefined, { shouldDirty: true })
      }
    />
  );
}

function TextLeaf({ field, path }: { field: SiteField; path: string }) {
  const { form, busy, fallback } = useSurroundings();
  const { label, kind, max, hint, input } = field;
  const isLong = kind === 'text';
  const isItem = path !== field.path;
  return (
    <TextField
      label={field.path === '' ? `${label} ${Number(path.split('.').at(-1)) + 1}` : label}
      hint={hint}
      placeholder={fallback(path)}
      maxLength={max}
      counter={isLong && !isItem}
      multiline={isLong}
      {...(isLong && { rows: isItem ? 2 : 3, className: styles.short })}
      type={input}
      dir={input ? 'ltr' : 'auto'}
      autoComplete="off"
      {...bindFields(form, busy)(path, { setValueAs: oneLine })}
    />
  );
}

/** A list of texts, or of items with fields of their own. */
export function ListField({ field, path = field.path }: { field: SiteField; path?: string }) {
  const { form, busy } = useSurroundings();
  const value: unknown = useWatch({ control: form.control, name: path });
  const { label, max, fields } = field;
  const one = itemNames[field.path.split('.').at(-1) ?? ''] ?? 'line';
  const keys = fields.map((part) => part.path.split('.').at(-1) ?? '');
  return (
    <Items<unknown>
      label={label}
      itemName={one}
      items={Array.isArray(value) ? value : []}
      onChange={(items) => form.setValue(path, items, { shouldDirty: true })}
      starts={[
        {
          label: `Add ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`,
          create: () => (keys[0] === '' ? '' : emptyItem(fields)),
        },
      ]}
      max={max}
      error={errorAt(form, path)}
      busy={busy}
      path={path}
    >
      {(_item, index) =>
        fields.map((part, at) => (
          <Field
            key={keys[at]}
            field={part}
            path={[path, index, keys[at]].filter((each) => each !== '').join('.')}
          />
        ))
      }
    </Items>
  );
}

/** Returns a new item, whose lists are missing: a list that is empty can have a meaning. */
function emptyItem(fields: readonly SiteField[]) {
  const texts = fields.filter(({ kind }) => kind !== 'list');
  return Object.fromEntries(texts.map(({ path }) => [path.split('.').at(-1), '']));
}

/** Returns the error at a path; undefined if the value there is valid. */
export function errorAt(form: SiteForm, path: string) {
  const error: unknown = get(form.formState.errors, path);
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : undefined;
}
