import '../../../../client/ui/tokens.css';
import '../../../../client/ui/base.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../../../../client/ui/Button.tsx';
import { Dialog } from '../../../../client/ui/Dialog.tsx';
import { Checkbox } from '../../../../client/ui/fields/Checkbox.tsx';
import { SearchField } from '../../../../client/ui/fields/SearchField.tsx';
import { SegmentedControl } from '../../../../client/ui/fields/SegmentedControl.tsx';
import { Select } from '../../../../client/ui/fields/Select.tsx';
import { Switch } from '../../../../client/ui/fields/Switch.tsx';
import { Menu } from '../../../../client/ui/Menu.tsx';
import { SortableList } from '../../../../client/ui/SortableList.tsx';
import { Table } from '../../../../client/ui/Table.tsx';
import { Toaster } from '../../../../client/ui/Toaster.tsx';
import { notify } from '../../../../client/ui/toast.ts';
import { Files } from './files.tsx';

/** What the primitives told of, for the test to read. */
const told: string[] = [];
Object.assign(window, { told });
const tell = (text: string) => void told.push(text);

function Page() {
  const [dialog, setDialog] = useState(false);
  const actions = [
    { label: 'Edit', onSelect: () => tell('edit') },
    { label: 'Duplicate', onSelect: () => tell('duplicate') },
    { label: 'Archive', disabled: true, hint: 'Only closed ones', onSelect: () => tell('archive') },
    { label: 'Open', onSelect: () => setDialog(true) },
  ];
  const offerUndo = () => notify.undo('Deleted successfully', () => tell('undone'));
  return (
    <main>
      <h1>Primitives</h1>
      <SearchField label="Search" onSearch={(text) => tell(`search: ${text}`)} />
      <Choices />
      <Menu label="Actions" items={actions} />
      <Button onClick={offerUndo}>Delete</Button>
      <Rows tell={tell} />
      <Files />
      <Dialog open={dialog} title="A panel" size="panel" onClose={() => setDialog(false)}>
        <Menu label="Actions inside" items={actions} />
        <Button onClick={offerUndo}>Delete inside</Button>
      </Dialog>
      <Toaster />
    </main>
  );
}

function Rows({ tell: report }: { tell: (text: string) => void }) {
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
          report(`order: ${order.join(' ')}`);
          // As a cache does: the new order comes a moment later.
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

function Choices() {
  const [status, setStatus] = useState('open');
  return (
    <>
      <Select label="Category" placeholder="Please select" options={[{ value: 'a', label: 'Film' }]} />
      <SegmentedControl
        label="Status"
        value={status}
        onChange={setStatus}
        options={[
          { value: 'open', label: 'Open', count: 2 },
          { value: 'closed', label: 'Closed' },
        ]}
      />
      <Checkbox label="Some" indeterminate />
      <Checkbox label="Held" readOnly defaultChecked onChange={() => tell('held changed')} />
      <Switch label="Shown" hint="Visitors see it" defaultChecked />
    </>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<Page />);
