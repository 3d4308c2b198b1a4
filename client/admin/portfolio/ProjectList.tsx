import { type ReactNode, useCallback, useRef } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { parseUrl } from '#shared/ponyfills.ts';
import type { Project } from '#shared/schemas/project.ts';
import { wholeQuery } from '../../api/call-query.ts';
import { EditIcon, TrashIcon } from '../../ui/icons.tsx';
import { SortableList } from '../../ui/SortableList.tsx';
import { Entry, RowButtons } from '../shared/DataList.tsx';
import { AddButton } from '../shared/IfSupported.tsx';
import { useListParams } from '../shared/list-params.ts';
import { type Order, OrderedList } from '../shared/OrderedList.tsx';
import { Thumbnail } from '../shared/Thumbnail.tsx';
import styles from './ProjectList.module.css';
import { projectsQuery } from './queries.ts';

interface ProjectListProps {
  categoryId: Id;
  onAdd: () => void;
  onEdit: (project: Project) => void;
}

/** The projects of a category, in an order that can be changed. */
export function ProjectList({ categoryId, onAdd, onEdit }: ProjectListProps) {
  const params = useListParams();
  return (
    <OrderedList
      params={params}
      all={projectsQuery(categoryId)}
      found={(search) => wholeQuery('searchProjects', { query: { category_id: categoryId, search } })}
      what="projects"
      one="project"
      label="Projects and their order"
      name="Projects"
      search={{
        call: 'searchProjects',
        label: 'Search projects',
        placeholder: 'Title or first words',
        covers: 'titles and the first words of the text, in this category',
      }}
      empty={{
        title: 'No projects yet',
        text: 'Projects appear on the site at once, in the order of this list.',
        action: (
          <AddButton call="addProject" onClick={onAdd}>
            Add the first project
          </AddButton>
        ),
      }}
      placeholder={{ height: '5.5rem' }}
      nameOf={({ title }) => title}
      counted={counted}
      note={({ data: { length } }, { mayOrder, blocked }) => {
        if (!mayOrder) return inOrder(length);
        if (blocked) return `${inOrder(length)} ${blocked}; set the order number in each form instead.`;
        return `${inOrder(length)}${length === 1 ? '' : ' Drag them or use the arrows to change it.'}`;
      }}
      reorderCall="reorderProjects"
      deletion={{
        resource: 'project',
        call: 'deleteProject',
        deleted: deskMessages['project.deleted'],
        refresh: 'portfolio',
      }}
    >
      {(order, { deleting, remove }) => (
        <Projects order={order} deleting={deleting} onDelete={remove} onEdit={onEdit} />
      )}
    </OrderedList>
  );
}

const counted = (count: number) => (count === 1 ? '1 project' : `${count} projects`);
const inOrder = (count: number) =>
  count === 1 ? '1 project.' : `${counted(count)}, in the order of the site.`;

interface ProjectsProps {
  order: Order<Project>;
  deleting: Id | undefined;
  onEdit: (project: Project) => void;
  onDelete: (id: Id) => void;
}

/** The rows. Each is rendered again only if it has changed, because there may be hundreds. */
function Projects({ order, deleting, ...actions }: ProjectsProps) {
  const latest = useRef(actions);
  latest.current = actions;
  const renderRow = useCallback(
    (project: Project, handle: ReactNode) => (
      <ProjectRow
        project={project}
        handle={handle}
        deleting={deleting === project.id}
        onEdit={() => latest.current.onEdit(project)}
        onDelete={() => latest.current.onDelete(project.id)}
      />
    ),
    [deleting],
  );
  return (
    <SortableList
      {...order}
      layout="list"
      className={styles.list ?? ''}
      itemClassName={styles.item ?? ''}
      renderItem={renderRow}
    />
  );
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
