import type { ComponentProps } from 'react';
import { Button } from '../../client/ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../client/ui/Dialog.tsx';
import { SearchField } from '../../client/ui/fields/SearchField.tsx';
import { TextField } from '../../client/ui/fields/TextField.tsx';
import { Menu } from '../../client/ui/Menu.tsx';
import { notify } from '../../client/ui/toast.ts';
import { Held, long, nothing, type Pieces, states, Told } from '../samples.tsx';

/** A button that opens a dialog, with the beginning of its title as a label. */
function Opened(props: ComponentProps<typeof Dialog>) {
  return (
    <Held start={false}>
      {(open, setOpen) => (
        <>
          <Button onClick={() => setOpen(true)}>{props.title.slice(0, 24)}</Button>
          <Dialog
            {...props}
            open={open}
            onClose={() => setOpen(false)}
            footer={<Button onClick={() => setOpen(false)}>Cancel</Button>}
          />
        </>
      )}
    </Held>
  );
}

function Confirmed(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    <Held start={false}>
      {(open, setOpen) => (
        <>
          <Button onClick={() => setOpen(true)}>{props.title.slice(0, 24)}</Button>
          {open && <ConfirmDialog {...props} onConfirm={nothing} onCancel={() => setOpen(false)} />}
        </>
      )}
    </Held>
  );
}

/** A menu, an undo and a dialog: Escape closes one at a time, and an undo can be reached from inside. */
function Together({ tell }: { tell: (text: string) => void }) {
  const undo = () => notify.undo('Deleted successfully', () => tell('undone'));
  return (
    <Held start={false}>
      {(open, setOpen) => {
        const items = [
          { label: 'Edit', onSelect: nothing },
          { label: 'Duplicate', onSelect: () => tell('duplicate') },
          { label: 'Archive', disabled: true, hint: 'Only closed ones', onSelect: () => tell('archive') },
          { label: 'Open', onSelect: () => setOpen(true) },
        ];
        return (
          <div className="stack3">
            <div className="row3">
              <Menu label="Actions" items={items} />
              <Button onClick={undo}>Delete</Button>
            </div>
            <SearchField label="Search" onSearch={nothing} />
            <Dialog open={open} title="A panel" size="panel" onClose={() => setOpen(false)}>
              <Menu label="Actions inside" items={items} />
              <Button onClick={undo}>Delete inside</Button>
            </Dialog>
          </div>
        );
      }}
    </Held>
  );
}

export const overlays: Pieces = {
  Dialog: states(
    Opened,
    { children: <TextField label="Name" defaultValue="Film" /> },
    {
      small: { title: 'Rename the category' },
      'cannot be closed while busy': { title: 'Saving', dismissable: false },
    },
  ),
  ConfirmDialog: states(
    Confirmed,
    { confirmLabel: 'Delete', busyLabel: 'Deleting...' },
    {
      default: { title: 'Delete this post?', text: 'The post and its picture are gone for good.' },
      'long text': { title: 'Delete it with many words?', text: `${long}. ${long}.` },
    },
  ),
  Together: { 'menu, undo and dialog': <Told>{(tell) => <Together tell={tell} />}</Told> },
};
