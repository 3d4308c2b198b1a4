import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { categoryPath } from '#shared/category-path.ts';
import type { Project } from '#shared/entities/project.ts';
import { type Id, readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { parseUrl } from '#shared/text-formats.ts';
import { isStatus } from '../../api/api-error.ts';
import { wholeQuery } from '../../api/call-query.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ArrowLeftIcon, ArrowUpRightIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { guardedLoader } from '../screens.tsx';
import { AddButton } from '../shared/access.tsx';
import { Entry, Thumbnail } from '../shared/DataList.tsx';
import { OrderedList } from '../shared/OrderedList.tsx';
import { useListParams } from '../shared/PagedList.tsx';
import { nextOrder, ProjectDialog } from './ProjectForm.tsx';
import styles from './ProjectsScreen.module.css';
import { categoryQuery, projectsQuery, storedCategoryTitle } from './queries.ts';

export const loader = guardedLoader((queries, { params }) => {
  const id = readId(params.id);
  if (id === undefined) return;
  void queries.prefetchQuery(categoryQuery(id));
  void queries.prefetchQuery(projectsQuery(id));
});

/** The projects of one category: /admin/portfolio/projects/{id} of docs/product.md §2. */
export function Component() {
  const id = readId(useParams().id);
  return id === undefined ? <NoSuchCategory /> : <Projects key={id} categoryId={id} />;
}

function Projects({ categoryId }: { categoryId: Id }) {
  const form = useOpenForm();
  const edited = idInFormName(form.open);
  const params = useListParams();
  const { data: category, error } = useQuery(categoryQuery(categoryId));
  const { data: projects } = useQuery(projectsQuery(categoryId));
  const [storedTitle] = useState(() => storedCategoryTitle(categoryId));
  const title = category?.title ?? storedTitle;
  const add = () => form.show('new');
  if (!category && isStatus(error, 404)) return <NoSuchCategory />;

  return (
    <>
      <BackLink />
      <ScreenHeader
        title={title ?? 'Projects'}
        page={title ? `${title}, projects` : 'Projects'}
        actions={
          <>
            {title && (
              <a
                className={buttonClass({ variant: 'quiet' })}
                href={categoryPath(title)}
                target="_blank"
                rel="noopener"
              >
                View on the site <ArrowUpRightIcon />
              </a>
            )}
            <AddButton call="addProject" onClick={add} disabled={!projects}>
              Project
            </AddButton>
          </>
        }
      />
      <OrderedList
        params={params}
        all={projectsQuery(categoryId)}
        what="projects"
        one="project"
        label="Projects and their order"
        name="Projects"
        search={{
          call: 'searchProjects',
          label: 'Search projects',
          placeholder: 'Title or first words',
          covers: 'titles and the first words of the text, in this category',
          found: (search) => wholeQuery('searchProjects', { query: { category_id: categoryId, search } }),
          counted,
        }}
        empty={{
          title: 'No projects yet',
          text: 'Projects appear on the site at once, in the order of this list.',
          action: (
            <AddButton call="addProject" onClick={add}>
              Add the first project
            </AddButton>
          ),
        }}
        placeholder={{ height: '5.5rem' }}
        nameOf={({ title }) => title}
        note={({ data: { length } }, { mayOrder, blocked }) => {
          if (!mayOrder) return inOrder(length);
          if (blocked) return `${inOrder(length)} ${blocked}; set the order number in each form instead.`;
          return `${inOrder(length)}${length === 1 ? '' : ' Drag them or use the arrows to change it.'}`;
        }}
        kind="project"
        className={styles.list}
        itemClassName={styles.item}
        line={projectLine}
        lineClassName={styles.row}
        toolsClassName={styles.tools}
        edit={form.edit}
        buttons={({ id }) => pathTo('portfolioItem', { id })}
      />
      {form.open === 'new' && projects && (
        <ProjectDialog position={{ categoryId, order: nextOrder(projects.data) }} onClose={form.close} />
      )}
      {edited !== undefined && <ProjectDialog key={edited} id={edited} onClose={form.close} />}
    </>
  );
}

function BackLink() {
  return (
    <Link className={styles.back} to={pathTo('adminPortfolio')}>
      <ArrowLeftIcon /> Portfolio
    </Link>
  );
}

/** Shown when the category was deleted, or its URL was mistyped. */
function NoSuchCategory() {
  return (
    <>
      <BackLink />
      <ScreenHeader title="Projects" page="Category not found" />
      <EmptyState
        title="This category does not exist"
        text="It may have been deleted. Go back to the portfolio and choose another one."
      />
    </>
  );
}

const counted = (count: number) => (count === 1 ? '1 project' : `${count} projects`);
const inOrder = (count: number) =>
  count === 1 ? '1 project.' : `${counted(count)}, in the order of the site.`;

/** One project of the list. */
const projectLine = ({ title, images, video, project_url: link }: Project) => (
  <>
    <Thumbnail src={images[0]?.image} shape="wide" />
    <span className={styles.text}>
      <Entry
        title={title}
        facts={
          <>
            <span>{images.length === 1 ? '1 image' : `${images.length} images`}</span>
            {video && <span>Video</span>}
            {link && <span>{hostOf(link)}</span>}
          </>
        }
      />
    </span>
  </>
);

/** Returns the host of a URL, because the host is enough to recognise it. */
function hostOf(address: string) {
  return parseUrl(address)?.host ?? address;
}
