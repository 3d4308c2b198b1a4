import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { Project } from '#shared/schemas/project.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { SortableList } from '../../../ui/SortableList.tsx';
import { ListFailed } from '../../shared/ListFailed.tsx';
import { useDeleteWithUndo } from '../../shared/use-delete-with-undo.ts';
import { whyNotReorder } from '../../shared/why-not-reorder.ts';
import { useProjects } from '../projects.ts';
import { refreshPortfolio } from '../refresh-portfolio.ts';
import { useReorderProjects } from '../reorder-projects.ts';
import styles from './ProjectList.module.css';
import { ProjectListSkeleton } from './ProjectListSkeleton.tsx';
import { ProjectRow } from './ProjectRow.tsx';

interface ProjectListProps {
  categoryId: Id;
  onAdd: () => void;
  onEdit: (project: Project) => void;
}

/** The projects in each of the list's states: loading, failed, empty, and in their order, which can be changed. */
export function ProjectList({ categoryId, onAdd, onEdit }: ProjectListProps) {
  const queries = useQueryClient();
  const { data: list, error, isFetching, refetch } = useProjects(categoryId);
  const reorder = useReorderProjects(categoryId);
  const place = useRef<HTMLElement>(null);
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'project',
    call: 'deleteProject',
    deleted: messages['project.deleted'],
    refresh: () => refreshPortfolio(queries),
  });

  const removeRow = async (id: Id) => {
    // The button stays as it is meanwhile: switched off, it would lose the focus.
    if (deleting !== undefined) return;
    const hadFocus = place.current?.contains(document.activeElement);
    if ((await remove(id)) && hadFocus) place.current?.focus();
  };

  if (error && !list) {
    return <ListFailed what="projects" error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!list) return <ProjectListSkeleton />;
  const projects = list.data;
  if (projects.length === 0) {
    return (
      <EmptyState
        title="No projects yet"
        text="Projects appear on the site at once, in the order of this list."
        action={
          <Button onClick={onAdd}>
            <PlusIcon /> Add the first project
          </Button>
        }
      />
    );
  }
  const fixed = whyNotReorder(list);
  return (
    <section ref={place} className={styles.place} aria-label="Projects and their order" tabIndex={-1}>
      <p className={styles.note}>
        {projects.length === 1 ? '1 project.' : `${projects.length} projects, in the order of the site.`}{' '}
        {orderNote(projects.length, fixed)}
      </p>
      <SortableList
        label="Projects"
        items={projects}
        getId={(project) => project.id}
        getName={(project) => project.title}
        onReorder={(moved) => reorder.change(moved.map(({ id }) => id))}
        disabled={fixed !== undefined}
        layout="list"
        className={styles.list ?? ''}
        itemClassName={styles.item ?? ''}
        renderItem={(project, handle) => (
          <ProjectRow
            project={project}
            handle={handle}
            deleting={deleting === project.id}
            onEdit={() => onEdit(project)}
            onDelete={() => void removeRow(project.id)}
          />
        )}
      />
      <p className={styles.saved} role="status">
        {reorder.isPending ? 'Saving the order…' : reorder.isSuccess ? messages['order.saved'] : ''}
      </p>
    </section>
  );
}

function orderNote(count: number, fixed: string | undefined): string {
  if (fixed) return `${fixed}; set the order number in each form instead.`;
  return count === 1 ? '' : 'Drag them or use the arrows to change it.';
}
