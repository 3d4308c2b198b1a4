import { useState } from 'react';
import { type TabbedLines, tabbedProblem } from '#shared/schemas/fields.ts';
import { readTabbedLines, tabbedText } from '#shared/tabbed-lines.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { FieldSlot } from '../shared/EntityForm.tsx';
import { Items } from '../shared/Items.tsx';
import styles from './ProjectFields.module.css';

/** The parts of a line as they are typed. */
type Line = readonly string[];

interface LinesFieldProps extends FieldSlot {
  name: string;
  label: string;
  /** Name of one line in the singular: "person". */
  itemName: string;
  add: string;
  rules: TabbedLines;
  /** The fields for the first parts of a line. */
  parts: readonly {
    label: string;
    hint?: (line: Line) => string | undefined;
    /** Id of a list of suggestions. */
    list?: string;
    /** Returns the line with what was typed into this field. */
    change?: (line: Line, text: string) => Line;
  }[];
}

/** A text whose lines have parts separated by tabs (shared/tabbed-lines.ts), as a list with a field for each part. */
export function LinesField(props: LinesFieldProps) {
  const { name, label, itemName, add, rules, parts, value, onChange, busy, error, ref } = props;
  // The lines as typed, because the text of the form has no half-typed blanks and no empty lines. Another text than that
  // of the lines comes from a draft or from the stored project.
  const [typed, setTyped] = useState<{ text: string; lines: Line[] }>(() => ({
    text: value,
    lines: readTabbedLines(value),
  }));
  const lines = typed.text === value ? typed.lines : readTabbedLines(value);
  const change = (next: Line[]) => {
    const text = tabbedText(next);
    setTyped({ text, lines: next });
    onChange(text);
  };
  const wrong = tabbedProblem(rules, tabbedText(lines)) ?? { line: 0, part: 0 };
  return (
    <Items<Line>
      label={label}
      itemName={itemName}
      titleOf={([first = '']) => first}
      items={lines}
      onChange={change}
      starts={[{ label: add, create: () => [] }]}
      max={rules.most}
      error={error}
      busy={busy}
      path={name}
    >
      {(line, index, replace) => (
        <div className={styles.position}>
          {parts.map((part, at) => (
            <TextField
              key={part.label}
              ref={index === wrong.line && at === wrong.part ? ref : undefined}
              name={`${name}.${index}.${rules.parts[at]?.name}`}
              label={part.label}
              hint={part.hint?.(line)}
              list={part.list}
              dir="auto"
              autoComplete="off"
              maxLength={rules.parts[at]?.max}
              readOnly={busy}
              value={line[at] ?? ''}
              onChange={(event) => {
                // Tabs separate the parts of a line.
                const text = event.currentTarget.value.replaceAll('\t', ' ');
                replace(part.change?.(line, text) ?? withPart(line, at, text));
              }}
            />
          ))}
        </div>
      )}
    </Items>
  );
}

function withPart(line: Line, at: number, text: string): Line {
  return Array.from({ length: Math.max(line.length, at + 1) }, (_, part) =>
    part === at ? text : (line[part] ?? ''),
  );
}
