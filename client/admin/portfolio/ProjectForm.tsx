import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { project as noun } from '#shared/entities/project.ts';
import { type Id, readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { type Project, projectInputSchema } from '#shared/schemas/project.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { translateError } from '../../api/api-error.ts';
import type { WholeList } from '../../api/read-all-pages.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { EntityField, EntityForm, type FieldSlot, useEntityForm } from '../shared/EntityForm.tsx';
import { entityValues } from '../shared/entity-form.ts';
import { AddButton } from '../shared/IfSupported.tsx';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { SeoFields } from '../shared/seo/SeoFields.tsx';
import { warnOfUndescribedImages } from '../shared/undescribed-images.ts';
import { CaseFields } from './CaseFields.tsx';
import { CategoryDialog } from './CategoryForm.tsx';
import styles from './ProjectFields.module.css';
import { allCategoriesQuery, projectsQuery, projectToEditQuery, useAllCategories } from './queries.ts';
import { useStoredImages } from './stored-images.ts';

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
    <EntityDialog
      title={id === undefined ? 'Add project' : 'Edit project'}
      call={id === undefined ? 'addProject' : 'updateProject'}
      what="project"
      query={id === undefined ? undefined : projectToEditQuery(id)}
      onClose={onClose}
    >
      {(project) => <ProjectForm project={project} position={position} onDone={onClose} />}
    </EntityDialog>
  );
}

interface ProjectFormProps {
  project: Project | undefined;
  position: ProjectPosition | undefined;
  onDone: () => void;
}

/**
 * A stored image is removed as soon as its button is pressed; new images and the video are changed when the form is
 * saved.
 */
function ProjectForm({ project, position, onDone }: ProjectFormProps) {
  const query = projectToEditQuery(project?.id ?? 0);
  const images = useStoredImages({
    call: 'deleteProjectImage',
    resource: 'project_image',
    queryKey: query.queryKey,
    field: 'images',
  });
  const state = useEntityForm({
    noun,
    row: project,
    schema: projectInputSchema,
    kind: 'portfolio',
    call: project ? 'updateProject' : 'addProject',
    says: project
      ? { saved: 'project.updated' }
      : { saved: 'project.added', refused: 'project.addFailed', failed: 'project.addError' },
    ...(position && newAt(position)),
    warn: ({ description }) => warnOfUndescribedImages(description, project?.description),
    read: query,
    onDone,
  });
  const suggested = useRef(position ? String(position.order) : '');
  const queries = useQueryClient();
  const [addsCategory, setAddsCategory] = useState(false);
  const { form } = state;

  /**
   * Fills in the next order number when a category is chosen for a new project, unless the admin has typed a number. If
   * the projects of that category cannot be read, no error is shown, because the number can be typed.
   */
  async function suggestOrder(categoryId: string): Promise<void> {
    const category = readId(categoryId);
    const isUntouched = () => form.getValues('v_order') === suggested.current;
    if (project || !isUntouched() || category === undefined) return;
    const projects = await queries.fetchQuery(projectsQuery(category)).catch(() => undefined);
    if (!projects || !isUntouched() || form.getValues('category_id') !== categoryId) return;
    suggested.current = String(nextOrder(projects.data));
    form.setValue('v_order', suggested.current, { shouldDirty: true });
  }

  async function chooseCategory(title: string): Promise<void> {
    const all = await queries.fetchQuery({ ...allCategoriesQuery(), staleTime: 0 }).catch(() => undefined);
    const added = all?.data.find((category) => category.title === title);
    if (!added) return;
    form.setValue('category_id', String(added.id), { shouldDirty: true });
    await suggestOrder(String(added.id));
  }

  return (
    <>
      <EntityForm state={state}>
        <EntityField name="title" />
        <div className={styles.position}>
          <EntityField name="category_id">
            {({ onChange, ...slot }) => (
              <CategorySelect
                {...slot}
                onChange={(categoryId) => {
                  onChange(categoryId);
                  void suggestOrder(String(categoryId));
                }}
                onAdd={project ? undefined : () => setAddsCategory(true)}
              />
            )}
          </EntityField>
          <EntityField name="v_order" hint="Its position in the category, from the top." />
        </div>
        <EntityField name="project_url" hint="Where the work can be seen, e.g. https://example.com" />
        <EntityField name="description" toolbar="project" />
        <EntityField
          name="images"
          hint="{file} each. The first one represents the project."
          stored="Image"
          removal={images}
        />
        <EntityField name="video" />
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
      </EntityForm>
      {addsCategory && (
        <CategoryDialog
          onAdded={(title) => void chooseCategory(title)}
          onClose={() => setAddsCategory(false)}
        />
      )}
    </>
  );
}

/**
 * Each category has its own draft of a new project, so that a draft begun in one category does not appear in another.
 */
function newAt({ categoryId, order }: ProjectPosition) {
  const at = { category_id: String(categoryId), v_order: String(order) };
  return { draftKey: `project:new-in-${categoryId}`, stored: { ...entityValues(noun.fields), ...at } };
}

interface CategorySelectProps extends FieldSlot {
  onAdd: (() => void) | undefined;
}

/** A select with every category. The selected one stays selected while the list loads. */
function CategorySelect({ value, onChange, onAdd, busy, error, ref }: CategorySelectProps) {
  const { data: all, error: failure, isFetching, refetch } = useAllCategories();
  const categories = all?.data;
  const options = (categories ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  const missing = value !== '' && !options.some((option) => option.value === value);
  if (missing) options.unshift({ value, label: categories ? 'A deleted category' : 'Loading…' });
  return (
    <div className={styles.category}>
      <Select
        label="Category"
        options={options}
        placeholder={categories || failure ? 'Select a category' : 'Loading the categories…'}
        hint={all && hintOf(all)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        readOnly={busy}
        error={error}
        ref={ref}
      />
      {onAdd && (
        <AddButton
          call="addProjectCategory"
          variant="quiet"
          className={styles.add}
          disabled={busy}
          onClick={onAdd}
        >
          New category
        </AddButton>
      )}
      {failure && !categories && (
        <p className={styles.failure} role="alert">
          <span>The categories could not be loaded. {translateError(failure).message}</span>
          <Button
            variant="quiet"
            onClick={() => void refetch()}
            busy={isFetching}
            busyLabel="Trying again..."
          >
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

function hintOf({ data, complete }: WholeList<unknown>): string | undefined {
  if (!complete) return `There are more categories; these are the first ${data.length}.`;
  return data.length === 0 ? 'There are no categories yet.' : undefined;
}
