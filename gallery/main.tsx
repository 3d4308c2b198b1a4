// Imported first: schemas are created while modules load.
import '../client/api/zod-without-eval.ts';
import '../client/ui/fonts.css';
import '../client/ui/tokens.css';
import '../client/ui/base.css';
import '../client/ui/layout/layout.css';
import type { ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { SiteInfoContext } from '../client/site-info.ts';
import { Badge } from '../client/ui/Badge.tsx';
import { SortableList } from '../client/ui/SortableList.tsx';
import { Table } from '../client/ui/Table.tsx';
import { Toaster } from '../client/ui/Toaster.tsx';
import { SkipLink } from '../client/ui/VisuallyHidden.tsx';
import styles from './gallery.module.css';
import { layout, picturePieces, reading } from './pieces/content.tsx';
import { actions, feedback, fields, files, overlays } from './pieces/controls.tsx';
import { company, Held, long, origin, type Pieces, urdu } from './samples.tsx';

const sortable = (
  label: string,
  look: Partial<Pick<ComponentProps<typeof SortableList>, 'layout' | 'disabled'>> = {},
) => (
  <Held start={['Print', long, urdu]}>
    {(items, onReorder) => (
      <SortableList
        {...look}
        label={label}
        items={items}
        getId={(item) => item}
        getName={(item) => item}
        onReorder={onReorder}
        renderItem={(item, handle) => (
          <div className="row3">
            {handle}
            <span dir="auto">{item}</span>
          </div>
        )}
      />
    )}
  </Held>
);

const lists: Pieces = {
  Table: {
    filled: (
      <Table label="Blogs">
        <thead>
          <tr>
            <th>Title</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {['Waiting rooms', long, urdu].map((title) => (
            <tr key={title}>
              <td dir="auto">{title}</td>
              <td>
                <Badge tone="success">Published</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    ),
  },
  SortableList: {
    'a list': sortable('Categories'),
    'a grid': sortable('Covers', { layout: 'grid' }),
    disabled: sortable('Categories, held', { disabled: true }),
  },
};

const kinds: Record<string, Pieces> = {
  Layout: layout,
  Actions: actions,
  Fields: fields,
  Files: files,
  Feedback: feedback,
  Overlays: overlays,
  Lists: lists,
  Reading: reading,
  Pictures: picturePieces,
};

/** Shows every piece by kind, or with `?piece=Button` only one. */
function Gallery() {
  const only = new URLSearchParams(location.search).get('piece');
  return (
    <SiteInfoContext value={{ site: company, origin }}>
      <SkipLink />
      <main id="main" className={styles.main} tabIndex={-1}>
        <h1 className="type-headline">Gallery</h1>
        <nav aria-label="Pieces" className={styles.names}>
          {Object.values(kinds).flatMap((pieces) =>
            Object.keys(pieces).map((name) => (
              <a key={name} href={`?piece=${name}`}>
                {name}
              </a>
            )),
          )}
        </nav>
        {Object.entries(kinds).map(([kind, pieces]) => (
          <div key={kind} className="stack7" data-kind={kind}>
            {only === null && <p className="type-headline">{kind}</p>}
            {Object.entries(pieces).map(([name, all]) => (only ?? name) === name && piece(name, all))}
          </div>
        ))}
      </main>
      <Toaster />
    </SiteInfoContext>
  );
}

function piece(name: string, all: Pieces[string]) {
  return (
    <section key={name} className="stack5">
      <h2 className="type-heading">{name}</h2>
      <div className={styles.states}>
        {Object.entries(all).map(([state, element]) => (
          <figure key={state} className={styles.state}>
            <figcaption>{state}</figcaption>
            <div className={styles.ground}>{element}</div>
          </figure>
        ))}
      </div>
    </section>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<Gallery />);
