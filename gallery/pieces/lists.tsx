import { useState } from 'react';
import { Badge } from '../../client/ui/Badge.tsx';
import { SortableList } from '../../client/ui/SortableList.tsx';
import { Table } from '../../client/ui/Table.tsx';
import type { Group } from '../piece.ts';
import { long, urdu } from '../samples.ts';
import { tell } from '../told.ts';
import styles from './specimens.module.css';

export const lists: Group = {
  name: 'Lists',
  pieces: [
    {
      name: 'Table',
      file: 'Table.tsx',
      about: 'Rows of the same facts. On small screens it scrolls inside itself, also by keyboard.',
      wide: true,
      states: {
        filled: (
          <Table label="Blogs">
            <thead>
              <tr>
                <th>Title</th>
                <th>Category</th>
                <th>Updated</th>
                <th>State</th>
              </tr>
            </thead>
            <tbody>
              {['Waiting rooms', long, urdu].map((title) => (
                <tr key={title}>
                  <td dir="auto">{title}</td>
                  <td>Brand and type</td>
                  <td>12 May 2026</td>
                  <td>
                    <Badge tone="success">Published</Badge>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        ),
        empty: (
          <Table label="Blogs that are not there">
            <thead>
              <tr>
                <th>Title</th>
                <th>Category</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td colSpan={2}>No blogs yet</td>
              </tr>
            </tbody>
          </Table>
        ),
      },
    },
    {
      name: 'SortableList',
      file: 'SortableList.tsx',
      about: 'Items that a person puts in order: by dragging, by keys on the handle, or by its buttons.',
      wide: true,
      states: {
        'rows of a table': <Rows />,
        'a list': <Items label="Categories" start={['Print', long, urdu]} />,
        'a grid': <Items label="Covers" layout="grid" start={['One', 'Two', 'Four']} />,
        disabled: <Items label="Categories, held" start={['Sound', 'Light']} disabled />,
      },
    },
  ],
};

function Rows() {
  const [rows, setRows] = useState(['Reel', 'Poster', 'Film']);
  return (
    <Table label="Projects">
      <thead>
        <tr>
          <th>Order</th>
          <th>Name</th>
        </tr>
      </thead>
      <SortableList
        as="tbody"
        label="Projects"
        items={rows}
        getId={(row) => row}
        getName={(row) => row}
        onReorder={(order) => {
          tell(`order: ${order.join(' ')}`);
          // Like a cache: the new order arrives slightly later.
          setTimeout(() => setRows(order));
        }}
        renderItem={(row, handle) => (
          <>
            <td>{handle}</td>
            <td>{row}</td>
          </>
        )}
      />
    </Table>
  );
}

interface ItemsProps {
  label: string;
  start: string[];
  layout?: 'list' | 'grid';
  disabled?: boolean;
}

function Items({ start, ...rest }: ItemsProps) {
  const [items, setItems] = useState(start);
  return (
    <SortableList
      {...rest}
      items={items}
      getId={(item) => item}
      getName={(item) => item}
      onReorder={setItems}
      renderItem={(item, handle) => (
        <div className={styles.row}>
          {handle}
          <span dir="auto">{item}</span>
        </div>
      )}
    />
  );
}
