import { useWatch } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import { lengths } from '#shared/schemas/site/pieces.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Items } from '../shared/Items.tsx';
import { appLists, appsField } from './fields.ts';
import { TextItems } from './ListEditor.tsx';
import styles from './Site.module.css';
import { errorAt, useSurroundings } from './SiteFields.tsx';
import { oneLine } from './site-values.ts';

type App = Record<string, unknown>;

const texts = [
  { key: 'name', label: 'Name', max: lengths.name },
  {
    key: 'id',
    label: 'Id in addresses',
    max: 60,
    hint: 'Small letters, digits and hyphens, such as tide-table.',
  },
  { key: 'summary', label: 'Summary', max: lengths.summary, multiline: true },
  { key: 'developer', label: 'Developer', max: lengths.name, hint: 'Its name in the app stores.' },
  {
    key: 'icon',
    label: 'Icon',
    max: limits.url,
    hint: 'The path of a picture of this site, such as /storage/app.png.',
  },
] as const;

/** The apps that the company publishes. */
export function AppsTab() {
  const { form, busy } = useSurroundings();
  const { path, label, max } = appsField;
  const value: unknown = useWatch({ control: form.control, name: path });
  const apps = (Array.isArray(value) ? value : []) as App[];
  const errorOf = (at: string) => errorAt(form, at);
  return (
    <Items<App>
      label={label}
      itemName="app"
      items={apps}
      onChange={(next) => form.setValue(path, next, { shouldDirty: true })}
      starts={[{ label: 'Add an app', create: () => ({ name: '', id: '', summary: '', developer: '' }) }]}
      max={max}
      error={errorOf(path)}
      busy={busy}
      path={path}
    >
      {(app, index, change) => (
        <>
          {texts.map(({ key, ...field }) => (
            <AppText
              key={key}
              {...field}
              name={`${path}.${index}.${key}`}
              value={app[key]}
              onChange={(text) => change({ ...app, [key]: text })}
              error={errorOf(`${path}.${index}.${key}`)}
              busy={busy}
            />
          ))}
          {Object.entries(appLists).map(([key, list]) => (
            <TextItems
              key={key}
              field={{ ...list, path: `${path}.${index}.${key}` }}
              value={app[key]}
              onChange={(items) => change({ ...app, [key]: items })}
              errorAt={errorOf}
              busy={busy}
            />
          ))}
        </>
      )}
    </Items>
  );
}

interface AppTextProps {
  label: string;
  hint?: string;
  name: string;
  max: number;
  multiline?: boolean;
  value: unknown;
  onChange: (text: string) => void;
  error: string | undefined;
  busy: boolean;
}

function AppText({ label, hint, name, max, multiline = false, value, onChange, error, busy }: AppTextProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      name={name}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(oneLine(event.currentTarget.value))}
      error={error}
      maxLength={max}
      multiline={multiline}
      {...(multiline && { rows: 2, className: styles.short })}
      dir="auto"
      autoComplete="off"
      readOnly={busy}
    />
  );
}
