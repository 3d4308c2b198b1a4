import { createContext, useContext, useId } from 'react';
import { get, useWatch } from 'react-hook-form';
import { bindFields } from '../../forms/bind-fields.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { FieldGroup, SiteField } from './fields.ts';
import { TextItems } from './ListEditor.tsx';
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

export function useSurroundings(): FieldSurroundings {
  const surroundings = useContext(SurroundingsContext);
  if (!surroundings) throw new Error('Fields of the site need a SurroundingsContext.');
  return surroundings;
}

/** A group of fields with its title. A section of a page has a switch that shows or hides it. */
export function Group({ title, fields, needsContent = false }: FieldGroup) {
  const titleId = useId();
  const { form } = useSurroundings();
  const toggle = fields.find(({ kind }) => kind === 'switch');
  const isShown = useWatch({ control: form.control, name: toggle?.path ?? '' }) !== false || !toggle;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <div className={styles.groupHead}>
        <h2 className={styles.groupTitle} id={titleId}>
          {title}
        </h2>
        {toggle && <ShowSwitch field={toggle} section={title} />}
      </div>
      {isShown && needsContent && (
        <p className={styles.groupNote}>Visitors see this section once it has content.</p>
      )}
      {isShown &&
        fields
          .filter(({ kind }) => kind !== 'switch')
          .map((field) => <Field key={field.path} field={field} />)}
    </section>
  );
}

function Field({ field }: { field: SiteField }) {
  switch (field.kind) {
    case 'list':
      return <ListField field={field} />;
    case 'choice':
      return <Choice field={field} />;
    case 'flag':
      return <Flag field={field} />;
    default:
      return <TextLeaf field={field} />;
  }
}

function Choice({ field: { path, label, hint, options = [] } }: { field: SiteField }) {
  const { form, busy } = useSurroundings();
  const value: unknown = useWatch({ control: form.control, name: path });
  return (
    <Select
      label={label}
      hint={hint}
      name={path}
      options={options}
      value={typeof value === 'string' ? value : options[0]?.value}
      readOnly={busy}
      error={errorAt(form, path)}
      onChange={(event) => form.setValue(path, event.currentTarget.value, { shouldDirty: true })}
    />
  );
}

/** A switch for a key that is left out while it is off. */
function Flag({ field: { path, label, hint } }: { field: SiteField }) {
  const { form, busy } = useSurroundings();
  return (
    <Switch
      label={label}
      hint={hint}
      name={path}
      checked={useWatch({ control: form.control, name: path }) === true}
      readOnly={busy}
      error={errorAt(form, path)}
      onChange={(event) =>
        form.setValue(path, event.currentTarget.checked || undefined, { shouldDirty: true })
      }
    />
  );
}

function TextLeaf({ field }: { field: SiteField }) {
  const { form, busy, fallback } = useSurroundings();
  const { path, label, kind, max, hint, input } = field;
  return (
    <TextField
      label={label}
      hint={hint}
      placeholder={fallback(path)}
      maxLength={max}
      counter={kind === 'text'}
      multiline={kind === 'text'}
      {...(kind === 'text' && { rows: 3, className: styles.short })}
      type={input}
      dir={input ? 'ltr' : 'auto'}
      autoComplete="off"
      {...bindFields(form, busy)(path, { setValueAs: oneLine })}
    />
  );
}

function ListField({ field }: { field: SiteField }) {
  const { form, busy } = useSurroundings();
  const value: unknown = useWatch({ control: form.control, name: field.path });
  return (
    <TextItems
      field={field}
      value={value}
      onChange={(items) => form.setValue(field.path, items, { shouldDirty: true })}
      errorAt={(path) => errorAt(form, path)}
      busy={busy}
    />
  );
}

function ShowSwitch({ field, section }: { field: SiteField; section: string }) {
  const { form, busy } = useSurroundings();
  const shown = useWatch({ control: form.control, name: field.path }) !== false;
  return (
    <Switch
      label={`Show ${section}`}
      name={field.path}
      checked={shown}
      readOnly={busy}
      error={errorAt(form, field.path)}
      // A section without the key is shown, so the key is only needed to hide it.
      onChange={(event) =>
        form.setValue(field.path, event.currentTarget.checked ? undefined : false, { shouldDirty: true })
      }
    />
  );
}

/** Returns the error at a path; undefined if the value there is valid. */
export function errorAt(form: SiteForm, path: string): string | undefined {
  const error: unknown = get(form.formState.errors, path);
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : undefined;
}
