import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { project as noun } from '#shared/entities/project.ts';
import { type Id, readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { type Project, projectInputSchema } from '#shared/schemas/project.ts';
import { shareImagePath } from '#shared/share-image.ts';
import type { WholeList } from '../../api/read-all-pages.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { EntityField, type FieldSlot, useOwnForm } from '../shared/EntityForm.tsx';
import { entityValues } from '../shared/entity-form.ts';
import { AddButton } from '../shared/IfSupported.tsx';
import { FailedNote } from '../shared/ListFailed.tsx';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { RecordDialog } from '../shared/RecordDialog.tsx';
import { SeoFields } from '../shared/seo/SeoFields.tsx';
import { warnOfUndescribedImages } from '../shared/undescribed-images.ts';
import { CaseFields } from './CaseFields.tsx';
import { CategoryDialog } from './CategoryForm.tsx';
import styles from './ProjectFields.module.css';
import { allCategoriesQuery, projectsQuery, projectToEditQuery } from './queries.ts';

/** Returns the position after all other projects. The form of a new project suggests it. */
export function nextOrder(projects: readonly Pick<Project, 'v_order'>[]): number {
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
      schema={projectInputSchema}
      kind="portfolio"
      what="project"
      calls={['addProject', 'updateProject']}
      query={projectToEditQuery}
      options={(project) => ({
        says: project
          ? { saved: 'project.updated' }
          : { saved: 'project.added', refused: 'project.addFailed', failed: 'project.addError' },
        warn: ({ description }) => warnOfUndescribedImages(description, project?.description),
        ...(position && newAt(position)),
      })}
      onClose={onClose}
    >
      {(project) => (
        <>
          <EntityField name="title" />
          <div className={styles.position}>
            <EntityField name="category_id">{(slot) => <CategoryField {...slot} />}</EntityField>
            <EntityField name="v_order" hint="Its position in the category, from the top." />
          </div>
          <EntityField name="project_url" hint="Where the work can be seen, e.g. https://example.com" />
          <EntityField name="description" toolbar="project" />
          <EntityField
            name="images"
            hint="{file} each. The first one represents the project."
            stored="Image"
            removal={{ call: 'deleteProjectImage', resource: 'project_image' }}
          />
          <EntityField name="video" stored="The stored video" />
          <EntityField
            name="captions"
            label="Captions (.vtt)"
            hint="Optional. {file}, in the language of the text."
            stored="The stored captions"
          />
          <CaseFields />
          <SeoFields
            path={pathTo('portfolioItem', { id: project?.id ?? 'new' })}
            made={project && shareImagePath('project', project.id)}
          />
          <FormTools path={project && pathTo('portfolioItem', { id: project.id })} />
        </>
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
function CategoryField({ value, onChange, busy, error, ref }: FieldSlot) {
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
  async function choose(id: string): Promise<void> {
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
  async function chooseAdded(title: string): Promise<void> {
    const newest = await queries.fetchQuery({ ...allCategoriesQuery(), staleTime: 0 }).catch(() => undefined);
    const added = newest?.data.find((category) => category.title === title);
    if (added) await choose(String(added.id));
  }

  return (
    <div className="stack2">
      <Select
        label="Category"
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

function hintOf({ data, complete }: WholeList<unknown>): string | undefined {
  if (!complete) return `There are more categories; these are the first ${data.length}.`;
  return data.length === 0 ? 'There are no categories yet.' : undefined;
}
