import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { parseUrl } from '#shared/ponyfills.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { WholeList } from '../../api/read-all-pages.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EditIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SortableList } from '../../ui/SortableList.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Entry, RowButtons } from '../shared/DataList.tsx';
import { IfSupported } from '../shared/IfSupported.tsx';
import { ListFailed } from '../shared/ListFailed.tsx';
import { ListSearch, NothingFound } from '../shared/ListSearch.tsx';
import { useListParams } from '../shared/list-params.ts';
import { OrderedSection, OrderNote } from '../shared/OrderedSection.tsx';
import { reorderBlockedReason } from '../shared/reorder-blocked-reason.ts';
import { useMay } from '../shared/rights.ts';
import { Thumbnail } from '../shared/Thumbnail.tsx';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import styles from './ProjectList.module.css';
import { projectsQuery, useFoundProjects, useReorderProjects } from './queries.ts';

interface ProjectListProps {
  categoryId: Id;
  onAdd: () => void;
  onEdit: (project: Project) => void;
}

/** The projects in each of the list's states: loading, failed, empty, and rows in an order that can be changed. */
export function ProjectList({ categoryId, onAdd, onEdit }: ProjectListProps) {
  const params = useListParams();
  const { search = '' } = params.filters;
  const all = useQuery(projectsQuery(categoryId));
  const found = useFoundProjects(categoryId, search);
  const { data: list, error, isFetching, refetch } = search ? found : all;
  const reorder = useReorderProjects(categoryId);
  const rows = useProjectRows(onEdit);

  if (error && !list) {
    return <ListFailed what="projects" error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!list) return <ProjectListSkeleton />;
  if (list.data.length === 0 && !search) return <NoProjects onAdd={onAdd} />;
  return (
    <>
      <ListSearch
        call="searchProjects"
        label="Search projects"
        placeholder="Title or first words"
        params={params}
      />
      {list.data.length === 0 ? (
        <NothingFound
          what="project"
          text="The search covers titles and the first words of the text, in this category."
          onClear={() => params.change({ search: undefined }, { replace: true })}
        />
      ) : (
        <OrderedProjects list={list} searched={search !== ''} reorder={reorder} rows={rows} />
      )}
    </>
  );
}

function NoProjects({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      title="No projects yet"
      text="Projects appear on the site at once, in the order of this list."
      action={
        <IfSupported call="addProject">
          <Button onClick={onAdd}>
            <PlusIcon /> Add the first project
          </Button>
        </IfSupported>
      }
    />
  );
}

/**
 * Returns a function that renders a row of the list, and the state of deletions. When the focused row is deleted, the
 * focus moves to `section`.
 */
function useProjectRows(onEdit: (project: Project) => void) {
  const section = useRef<HTMLElement>(null);
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'project',
    call: 'deleteProject',
    deleted: deskMessages['project.deleted'],
    refresh: 'portfolio',
  });

  const removeRow = async (id: Id) => {
    // Ignores further presses during a deletion. The buttons are not disabled instead, because a disabled button
    // loses the focus.
    if (deleting !== undefined) return;
    const hadFocus = section.current?.contains(document.activeElement);
    if ((await remove(id)) && hadFocus) section.current?.focus();
  };

  const latest = useRef({ onEdit, removeRow });
  latest.current = { onEdit, removeRow };
  const renderRow = useCallback(
    (project: Project, handle: ReactNode) => (
      <ProjectRow
        project={project}
        handle={handle}
        deleting={deleting === project.id}
        onEdit={() => latest.current.onEdit(project)}
        onDelete={() => void latest.current.removeRow(project.id)}
      />
    ),
    [deleting],
  );
  return { section, renderRow };
}

interface OrderedProjectsProps {
  list: WholeList<Project>;
  /** True if the list contains only the results of a search. Search results cannot be reordered. */
  searched: boolean;
  reorder: ReturnType<typeof useReorderProjects>;
  rows: ReturnType<typeof useProjectRows>;
}

function OrderedProjects({ list, searched, reorder, rows }: OrderedProjectsProps) {
  const mayOrder = useMay()('reorderProjects');
  const { data: projects } = list;
  const reason = searched ? deskMessages['find.clearToReorder'] : reorderBlockedReason(list);
  const counted = projects.length === 1 ? '1 project' : `${projects.length} projects`;
  const inOrder = projects.length === 1 ? '1 project.' : `${counted}, in the order of the site.`;
  return (
    <OrderedSection
      className={styles.projects}
      label="Projects and their order"
      note={
        searched
          ? `${counted} found. ${deskMessages['find.clearToReorder']}.`
          : `${inOrder} ${mayOrder ? orderNote(projects.length, reason) : ''}`
      }
      order={reorder}
      ref={rows.section}
    >
      <SortableList
        label="Projects"
        items={projects}
        getId={(project) => project.id}
        getName={(project) => project.title}
        onReorder={(moved) => reorder.change(moved.map(({ id }) => id))}
        disabled={reason !== undefined}
        fixed={!mayOrder}
        layout="list"
        className={styles.list ?? ''}
        itemClassName={styles.item ?? ''}
        renderItem={rows.renderRow}
      />
    </OrderedSection>
  );
}

function orderNote(count: number, reason: string | undefined): string {
  if (reason) return `${reason}; set the order number in each form instead.`;
  return count === 1 ? '' : 'Drag them or use the arrows to change it.';
}

interface ProjectRowProps {
  project: Project;
  /** Drag handle of the row. */
  handle: ReactNode;
  deleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** One project of the list and its actions. */
function ProjectRow({ project, handle, deleting, onEdit, onDelete }: ProjectRowProps) {
  const { id, title, images, video, project_url: link } = project;
  return (
    <div className={styles.row} aria-busy={deleting || undefined}>
      {handle && <span className={styles.handle}>{handle}</span>}
      <Thumbnail src={images[0]?.image} shape="wide" />
      <span className={styles.text}>
        <Entry
          title={title}
          facts={
            <>
              <span>{images.length === 1 ? '1 image' : `${images.length} images`}</span>
              {video && <span>Video</span>}
              {link && <span className={styles.link}>{hostOf(link)}</span>}
            </>
          }
        />
      </span>
      <RowButtons
        title={title}
        view={pathTo('portfolioItem', { id })}
        items={[
          { call: 'updateProject', label: 'Edit', Icon: EditIcon, onSelect: onEdit },
          { call: 'deleteProject', label: 'Delete', Icon: TrashIcon, onSelect: onDelete },
        ]}
      />
    </div>
  );
}

/** Returns the host of a URL, because the host is enough to recognise it. */
function hostOf(address: string): string {
  return parseUrl(address)?.host ?? address;
}

/** Placeholder rows, as high as real ones. */
function ProjectListSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the projects…</VisuallyHidden>
      <OrderNote>
        <Skeleton width="16rem" height="1.6em" />
      </OrderNote>
      <ul className={styles.list} aria-hidden="true">
        {['38%', '61%', '47%', '55%'].map((width) => (
          <li key={width} className={styles.row}>
            <span className={styles.handle}>
              <Skeleton width="6.5rem" height="2.5rem" />
            </span>
            <Thumbnail src={undefined} shape="wide" />
            <span className={styles.text}>
              <Entry title={<Skeleton width={width} />} facts={<Skeleton width="8rem" height="1.1em" />} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
