import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { creditLines, figureLines } from '#shared/entities/case-fields.ts';
import { limits } from '#shared/limits.ts';
import { type TabbedLines, tabbedProblem } from '#shared/schemas/fields.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { readTabbedLines, tabbedText } from '#shared/tabbed-lines.ts';
import { readApi } from '../../api/call.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { EntityField, type FieldSlot } from '../shared/EntityForm.tsx';
import { FormSection } from '../shared/FormSection.tsx';
import { Items } from '../shared/Items.tsx';
import { useHostSupportsVersions } from '../shared/version-support.ts';
import styles from './ProjectFields.module.css';

/** The facts of a project, all optional. Renders nothing if the host does not accept them. */
export function CaseFields() {
  if (!useHostSupportsVersions()) return null;
  return (
    <FormSection title="Facts of the project (optional)">
      <div className={styles.position}>
        <EntityField name="client" />
        <EntityField name="year" maxLength={4} />
      </div>
      <EntityField name="services" hint={`One on each line, at most ${limits.services}.`} />
      <EntityField name="result" hint="In one line, e.g. Watched by 2.1 million people in a month" counter />
      <EntityField name="figures">{(slot) => <FiguresField {...slot} />}</EntityField>
      <EntityField name="quote" hint="In their own words, without quotation marks." counter />
      <EntityField name="quote_by" hint="Name and role, e.g. Sana Gul, head of programmes" />
      <EntityField name="credits">{(slot) => <CreditsField {...slot} />}</EntityField>
    </FormSection>
  );
}

function FiguresField(state: FieldSlot) {
  return (
    <LinesField
      {...state}
      name="figures"
      label="Figures"
      itemName="figure"
      add="Add a figure"
      rules={figureLines}
      parts={[{ label: 'Value' }, { label: 'Label' }]}
    />
  );
}

/**
 * The people who worked on a project. A name is typed or chosen from the team; the name of a team member becomes a link
 * on the page of the project.
 */
function CreditsField(state: FieldSlot) {
  const names = useId();
  const team = useShownTeam();
  /** Returns the id of the team member of this name. */
  const idOf = (name: string) => String(team.find((each) => each.name === name.trim())?.id ?? '');
  return (
    <>
      <LinesField
        {...state}
        name="credits"
        label="Credits"
        itemName="person"
        add="Add a person"
        rules={creditLines}
        parts={[
          {
            label: 'Name',
            hint: ([, , id]) => (id ? 'Links to the team page.' : undefined),
            list: names,
            change: ([, role = ''], name) => [name, role, idOf(name)],
          },
          { label: 'Role (optional)' },
        ]}
      />
      <datalist id={names}>
        {team.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** The members on the team page. Empty until they are read, and if the host has no team. */
function useShownTeam(): readonly TeamMember[] {
  const { data } = useQuery({
    queryKey: ['team', 'of the form of a project'],
    queryFn: ({ signal }) => readApi('team', { signal, background: true }),
    retry: false,
  });
  return data?.data ?? [];
}

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
function LinesField(props: LinesFieldProps) {
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
