import { TextField } from '../../ui/fields/TextField.tsx';
import { Items } from '../shared/Items.tsx';
import type { ItemPart, SiteField } from './fields.ts';
import styles from './Site.module.css';
import { oneLine } from './site-values.ts';

type Texts = Record<string, string>;

interface TextItemsProps {
  field: Pick<SiteField, 'path' | 'label' | 'max' | 'item'>;
  value: unknown;
  onChange: (value: unknown[]) => void;
  errorAt: (path: string) => string | undefined;
  busy: boolean;
}

/** A list of texts, or of objects whose parts are texts. */
export function TextItems({ field, value, onChange, errorAt, busy }: TextItemsProps) {
  const { path, label, max, item: kind } = field;
  if (!kind) return null;
  const { name, parts } = kind;
  const isPlain = parts[0]?.key === '';
  const items = (Array.isArray(value) ? value : []) as (string | Texts)[];
  return (
    <Items<string | Texts>
      label={label}
      itemName={name}
      items={items}
      onChange={onChange}
      starts={[
        {
          label: `Add a ${name}`,
          create: () => (isPlain ? '' : Object.fromEntries(parts.map(({ key }) => [key, '']))),
        },
      ]}
      max={max}
      error={errorAt(path)}
      busy={busy}
      path={path}
    >
      {(item, index, change) =>
        parts.map((part) => {
          const at = `${path}.${index}${part.key && `.${part.key}`}`;
          return (
            <PartField
              key={part.key}
              part={part}
              name={at}
              label={isPlain ? `${part.label} ${index + 1}` : part.label}
              value={typeof item === 'string' ? item : (item[part.key] ?? '')}
              onChange={(text) => change(typeof item === 'string' ? text : { ...item, [part.key]: text })}
              error={errorAt(at) ?? (part === parts[0] ? errorAt(`${path}.${index}`) : undefined)}
              busy={busy}
            />
          );
        })
      }
    </Items>
  );
}

interface PartFieldProps {
  part: ItemPart;
  name: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
  busy: boolean;
}

function PartField({ part, name, label, value, onChange, error, busy }: PartFieldProps) {
  const { max, multiline = false, inputMode } = part;
  return (
    <TextField
      label={label}
      name={name}
      value={value}
      onChange={(event) => onChange(oneLine(event.currentTarget.value))}
      error={error}
      maxLength={max}
      multiline={multiline}
      {...(multiline && { rows: 2, className: styles.short })}
      inputMode={inputMode}
      dir={inputMode ? 'ltr' : 'auto'}
      autoComplete="off"
      readOnly={busy}
    />
  );
}
