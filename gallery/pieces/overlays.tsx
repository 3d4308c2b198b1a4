import { type ComponentProps, useState } from 'react';
import { Button } from '../../client/ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../client/ui/Dialog.tsx';
import { SearchField } from '../../client/ui/fields/SearchField.tsx';
import { TextField } from '../../client/ui/fields/TextField.tsx';
import { Menu } from '../../client/ui/Menu.tsx';
import { notify } from '../../client/ui/toast.ts';
import type { Group } from '../piece.ts';
import { long, urdu } from '../samples.ts';
import { tell } from '../told.ts';
import styles from './specimens.module.css';

export const overlays: Group = {
  name: 'Overlays',
  pieces: [
    {
      name: 'Dialog',
      file: 'Dialog.tsx',
      about: 'A short task that holds the page still. Its content exists only while it is open.',
      states: {
        small: <Opened open="Open a small dialog" title="Rename the category" />,
        large: <Opened open="Open a large dialog" title="Edit the project" size="large" />,
        panel: <Opened open="Open a panel" title="Message from Sana" size="panel" />,
        'cannot be closed while busy': <Opened open="Open a busy dialog" title="Saving" busy />,
        'long text': (
          <Opened open="Open a long dialog" title={long}>
            {Array.from({ length: 30 }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line thirty times
              <p key={line}>{long}</p>
            ))}
            <TextField label="Name" />
          </Opened>
        ),
        Urdu: (
          <Opened open="Open a dialog in Urdu" title={urdu}>
            <p lang="ur" dir="rtl">
              {urdu}
            </p>
          </Opened>
        ),
      },
    },
    {
      name: 'ConfirmDialog',
      file: 'Dialog.tsx',
      about: 'Asks before what cannot be undone. What can be undone is done at once, with an undo.',
      states: {
        default: <Confirmed open="Delete the post" text="The post and its picture are gone for good." />,
        'busy for two seconds': (
          <Confirmed open="Delete it slowly" text="This takes a moment." busyMs={2000} />
        ),
        'long text': <Confirmed open="Delete it with many words" text={`${long}. ${long}.`} />,
      },
    },
    {
      name: 'Together',
      file: 'Menu.tsx',
      about: 'A menu, an undo and a dialog: Escape closes one at a time, an undo can be reached from inside.',
      wide: true,
      states: { 'menu, undo and dialog': <Together /> },
    },
  ],
};

interface OpenedProps extends Pick<ComponentProps<typeof Dialog>, 'title' | 'size'> {
  /** Label of the button that opens it. */
  open: string;
  busy?: boolean;
  children?: React.ReactNode;
}

function Opened({ open, title, size, busy = false, children }: OpenedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {open}
      </Button>
      <Dialog
        open={isOpen}
        title={title}
        size={size}
        dismissable={!busy}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button busy={busy} busyLabel="Saving..." onClick={() => setOpen(false)}>
              Save
            </Button>
          </>
        }
      >
        {children ?? <TextField label="Name" defaultValue="Film" />}
      </Dialog>
    </>
  );
}

function Confirmed({ open, text, busyMs = 0 }: { open: string; text: string; busyMs?: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {open}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Delete this post?"
        text={text}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={async () => {
          await new Promise((resolve) => setTimeout(resolve, busyMs));
          tell('deleted');
          setOpen(false);
        }}
        onCancel={() => setOpen(false)}
      />
    </>
  );
}

function Together() {
  const [dialog, setDialog] = useState(false);
  const actions = [
    { label: 'Edit', onSelect: () => tell('edit') },
    { label: 'Duplicate', onSelect: () => tell('duplicate') },
    { label: 'Archive', disabled: true, hint: 'Only closed ones', onSelect: () => tell('archive') },
    { label: 'Open', onSelect: () => setDialog(true) },
  ];
  const offerUndo = () => notify.undo('Deleted successfully', () => tell('undone'));
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <Menu label="Actions" items={actions} />
        <Button onClick={offerUndo}>Delete</Button>
      </div>
      <SearchField label="Search" onSearch={(text) => tell(`search: ${text}`)} />
      <Dialog open={dialog} title="A panel" size="panel" onClose={() => setDialog(false)}>
        <Menu label="Actions inside" items={actions} />
        <Button onClick={offerUndo}>Delete inside</Button>
      </Dialog>
    </div>
  );
}
