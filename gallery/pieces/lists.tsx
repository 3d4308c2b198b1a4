import type { ComponentProps } from 'react';
import { Badge } from '../../client/ui/Badge.tsx';
import { SortableList } from '../../client/ui/SortableList.tsx';
import { Table } from '../../client/ui/Table.tsx';
import styles from '../gallery.module.css';
import { Held, long, type Pieces, urdu } from '../samples.tsx';

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
          <div className={styles.row}>
            {handle}
            <span dir="auto">{item}</span>
          </div>
        )}
      />
    )}
  </Held>
);

export const lists: Pieces = {
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
