import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { creditLines, figureLines } from '#shared/entities/case-fields.ts';
import { project as noun, type Project } from '#shared/entities/project.ts';
import { type Id, readId } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { type TabbedLines, tabbedProblem } from '#shared/schemas/fields.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { readTabbedLines, tabbedText } from '#shared/tabbed-lines.ts';
import { readApi } from '../../api/call.ts';
import type { WholeList } from '../../api/read-all-pages.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { AddButton } from '../shared/access.tsx';
import { EntityFields, type FieldSlot, useOwnForm } from '../shared/EntityForm.tsx';
import { entityValues } from '../shared/entity-form.ts';
import { Items } from '../shared/Items.tsx';
import { FailedNote } from '../shared/PagedList.tsx';
import { RecordDialog } from '../shared/RecordDialog.tsx';
import { SeoFields } from '../shared/seo/SeoFields.tsx';
import { warnOfUndescribedImages } from '../shared/undescribed-images.ts';
import { CategoryDialog } from './CategoryForm.tsx';
import styles from './ProjectFields.module.css';
import { allCategoriesQuery, projectsQuery } from './queries.ts';

/** Returns the position after all other projects. The form of a new project suggests it. */
export function nextOrder(projects: readonly Pick<Project, 'v_order'>[]) {
  return projects.reduce((highest, { v_order }) => Math.max(highest, v_order), 0) + 1;
}

/** Position of a new project, if it is known when the form opens. */
interface ProjectPosition {
  categoryId: Id;
  order: number;
}

interface ProjectDialogProps {
  /** The project to edit; undefined for a new one. */
  id?: Id;
  /**
   * The category on the screen and the next free position in it; undefined on a screen that does not show a single
   * category.
   */
  position?: ProjectPosition;
  onClose: () => void;
}

/** The form of docs/product.md §5 that adds or edits a project. */
export function ProjectDialog({ id, position, onClose }: ProjectDialogProps) {
  return (
    <RecordDialog
      id={id}
      noun={noun}
      size="full"
      options={(project) => ({
        ...(!project && { says: { refused: 'project.addFailed', failed: 'project.addError' } }),
        warn: ({ description }) => warnOfUndescribedImages(description, project?.description),
        ...(position && newAt(position)),
      })}
      onClose={onClose}
    >
      {(project) => (
        <EntityFields
          rows={[
            ['category_id', 'v_order'],
            ['client', 'year'],
          ]}
          rowClass={styles.position}
          sections={{ client: { title: 'Facts of the project (optional)' } }}
          props={{
            category_id: { Own: CategoryField },
            v_order: { hint: 'Its position in the category, from the top.' },
            project_url: { hint: 'Where the work can be seen, e.g. https://example.com' },
            description: { toolbar: 'project' },
            images: {
              hint: '{file} each. The first one represents the project.',
              stored: 'Image',
              removal: { call: 'deleteProjectImage', resource: 'project_image' },
            },
            video: { stored: 'The stored video' },
            captions: {
              label: 'Captions (.vtt)',
              hint: 'Optional. {file}, in the language of the text.',
              stored: 'The stored captions',
            },
            year: { maxLength: 4 },
            services: { hint: `One on each line, at most ${limits.services}.` },
            result: { hint: 'In one line, e.g. Watched by 2.1 million people in a month', counter: true },
            figures: { Own: FiguresField },
            quote: { hint: 'In their own words, without quotation marks.', counter: true },
            quote_by: { hint: 'Name and role, e.g. Sana Gul, head of programmes' },
            credits: { Own: CreditsField },
          }}
        >
          <SeoFields
            path={pathTo('portfolioItem', { id: project?.id ?? 'new' })}
            made={project && shareImagePath('project', project.id)}
          />
        </EntityFields>
      )}
    </RecordDialog>
  );
}

/**
 * Each category has its own draft of a new project, so that a draft begun in one category does not appear in another.
 */
function newAt({ categoryId, order }: ProjectPosition) {
  const at = { category_id: String(categoryId), v_order: String(order) };
  return { draftKey: `project:new-in-${categoryId}`, stored: { ...entityValues(noun.fields), ...at } };
}

/**
 * A select with every category, and for a new project a button that adds one. The selected one stays selected while the
 * list loads. It suggests the next order number in the category, unless the admin has typed a number.
 */
function CategoryField({ label, value, onChange, busy, error, ref }: FieldSlot) {
  const { form, row } = useOwnForm();
  const queries = useQueryClient();
  const query = useQuery(allCategoriesQuery());
  const { data: all } = query;
  const [adds, setAdds] = useState(false);
  const suggested = useRef<string>(form.getValues('v_order'));
  const options = (all?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  const missing = value !== '' && !options.some((option) => option.value === value);
  if (missing) options.unshift({ value, label: all ? 'A deleted category' : 'Loading…' });

  /** If the projects of the category cannot be read, no error is shown, because the number can be typed. */
  async function choose(id: string) {
    onChange(id);
    const category = readId(id);
    const isUntouched = () => form.getValues('v_order') === suggested.current;
    if (row || category === undefined || !isUntouched()) return;
    const projects = await queries.fetchQuery(projectsQuery(category)).catch(() => undefined);
    if (!projects || !isUntouched() || form.getValues('category_id') !== id) return;
    suggested.current = String(nextOrder(projects.data));
    form.setValue('v_order', suggested.current, { shouldDirty: true });
    form.clearErrors('v_order');
  }
  async function chooseAdded(title: string) {
    const newest = await queries.fetchQuery({ ...allCategoriesQuery(), staleTime: 0 }).catch(() => undefined);
    const added = newest?.data.find((category) => category.title === title);
    if (added) await choose(String(added.id));
  }

  return (
    <div className="stack2">
      <Select
        label={label}
        options={options}
        placeholder={all || query.error ? 'Select a category' : 'Loading the categories…'}
        hint={all && hintOf(all)}
        value={value}
        onChange={(event) => void choose(event.currentTarget.value)}
        readOnly={busy}
        error={error}
        ref={ref}
      />
      {!row && (
        <AddButton
          call="addProjectCategory"
          variant="quiet"
          className={styles.add}
          disabled={busy}
          onClick={() => setAdds(true)}
        >
          New category
        </AddButton>
      )}
      {query.error && !all && <FailedNote what="categories" query={query} />}
      {adds &&
        createPortal(
          <CategoryDialog onAdded={(title) => void chooseAdded(title)} onClose={() => setAdds(false)} />,
          document.body,
        )}
    </div>
  );
}

function hintOf({ data, complete }: WholeList<unknown>) {
  if (!complete) return `There are more categories; these are the first ${data.length}.`;
  return data.length === 0 ? 'There are no categories yet.' : undefined;
}

function FiguresField(state: FieldSlot) {
  return (
    <LinesField
      {...state}
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
function useShownTeam() {
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

function withPart(line: Line, at: number, text: string) {
  return Array.from({ length: Math.max(line.length, at + 1) }, (_, part) =>
    part === at ? text : (line[part] ?? ''),
  );
}
