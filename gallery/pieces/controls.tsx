import { type ComponentProps, useState } from 'react';
import { Badge } from '../../client/ui/Badge.tsx';
import { Button, buttonClass } from '../../client/ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../client/ui/Dialog.tsx';
import { EmptyState } from '../../client/ui/EmptyState.tsx';
import { ErrorState } from '../../client/ui/ErrorState.tsx';
import { Checkbox } from '../../client/ui/fields/Checkbox.tsx';
import { Field } from '../../client/ui/fields/Field.tsx';
import { FileButton } from '../../client/ui/fields/FileButton.tsx';
import { FileField } from '../../client/ui/fields/FileField.tsx';
import { FilesField } from '../../client/ui/fields/FilesField.tsx';
import { SearchField } from '../../client/ui/fields/SearchField.tsx';
import { SegmentedControl } from '../../client/ui/fields/SegmentedControl.tsx';
import { Select } from '../../client/ui/fields/Select.tsx';
import { Switch } from '../../client/ui/fields/Switch.tsx';
import { DateField, PasswordField, TextField } from '../../client/ui/fields/TextField.tsx';
import { IconButton } from '../../client/ui/IconButton.tsx';
import { BoardIcon, EditIcon, ListIcon, TrashIcon } from '../../client/ui/icons.tsx';
import { Loader } from '../../client/ui/Loader.tsx';
import { Menu } from '../../client/ui/Menu.tsx';
import { Notice } from '../../client/ui/Notice.tsx';
import { Pagination } from '../../client/ui/Pagination.tsx';
import { ProgressBar } from '../../client/ui/ProgressBar.tsx';
import { Skeleton } from '../../client/ui/Skeleton.tsx';
import { Tabs } from '../../client/ui/Tabs.tsx';
import { notify } from '../../client/ui/toast.ts';
import { UndoToast } from '../../client/ui/UndoToast.tsx';
import { Held, long, nothing, type Pieces, states, Told } from '../samples.tsx';

const options = [
  { value: 'film', label: 'Film' },
  { value: 'long', label: long },
];

const segments = (look: Partial<Parameters<typeof SegmentedControl>[0]>, start = '') => (
  <Held start={start}>
    {(value, onChange) => (
      <SegmentedControl
        label="Status"
        options={[
          { value: 'open', label: 'Open', Icon: ListIcon },
          { value: 'closed', label: 'Closed', Icon: BoardIcon },
        ]}
        {...look}
        value={value}
        onChange={onChange}
      />
    )}
  </Held>
);

export const fields: Pieces = {
  TextField: states(
    TextField,
    { label: 'Title' },
    {
      default: {},
      'hint and error': { hint: 'Visitors see it above the post', error: 'Title is required' },
    },
  ),
  PasswordField: states(
    PasswordField,
    { label: 'Password', autoComplete: 'new-password' },
    {
      filled: { defaultValue: 'correct horse' },
      error: { error: 'Password is required' },
    },
  ),
  DateField: states(
    DateField,
    { label: 'Closes at' },
    {
      filled: { defaultValue: '2026-12-31', hint: 'Until that day ends' },
      error: { error: 'Please enter a date in the future' },
    },
  ),
  Select: states(
    Select,
    { label: 'Category', options },
    {
      filled: { defaultValue: 'film', hint: 'Where the project is found' },
      error: { placeholder: 'Please select', error: 'Please select a category' },
    },
  ),
  SegmentedControl: {
    chosen: segments({}, 'open'),
    error: segments({ error: 'Please select a status' }),
  },
  Checkbox: states(
    Checkbox,
    { label: 'Keep me posted' },
    {
      default: {},
      error: { error: 'Please agree before you send it' },
    },
  ),
  Switch: states(
    Switch,
    { label: 'Shown' },
    {
      off: {},
      error: { error: 'It could not be changed' },
    },
  ),
  SearchField: {
    'with its label': (
      <SearchField
        label="Search applicants"
        showLabel
        placeholder="Name, email or phone"
        onSearch={nothing}
      />
    ),
  },
  Field: {
    'a control of its own': (
      <Field label="Weight" hint="From light to heavy">
        {({ id, describedBy }) => <input id={id} aria-describedby={describedBy} type="range" />}
      </Field>
    ),
  },
};

export const files: Pieces = {
  FileButton: {
    usual: (
      <FileButton label="Pictures to upload" onFiles={nothing}>
        Upload pictures
      </FileButton>
    ),
  },
  FileField: states(
    FileField,
    { onSelect: nothing, label: 'CV', look: 'document', accept: '.pdf' },
    {
      document: {},
      error: { error: 'Please upload your CV' },
    },
  ),
  FilesField: states(
    FilesField,
    { label: 'Pictures', files: [], onChange: nothing, max: 4, onRemoveStored: nothing },
    {
      empty: { hint: 'The first is the cover' },
      error: { error: 'Please add an image' },
    },
  ),
};

const link = (look: Parameters<typeof buttonClass>[0]) => (
  <a className={buttonClass(look)} href="?piece=buttonClass">
    See open positions
  </a>
);

const pages = (label: string, last: number, start: number) => (
  <Held start={start}>
    {(current, onChange) => (
      <Pagination label={label} last={last} window={1} current={current} onChange={onChange} />
    )}
  </Held>
);

export const actions: Pieces = {
  Button: {
    primary: <Button>Save changes</Button>,
    'long text': <Button>Save all of it and go back</Button>,
  },
  buttonClass: {
    medium: link({}),
    quiet: link({ variant: 'quiet' }),
    large: link({ size: 'large' }),
  },
  IconButton: {
    default: (
      <IconButton label="Edit Studio reel">
        <EditIcon />
      </IconButton>
    ),
  },
  Menu: {
    'with icons, a hint, one disabled and a dangerous one': (
      <Menu
        label="More of Studio reel"
        items={[
          { label: 'Edit title', Icon: EditIcon, onSelect: nothing },
          { label: 'Publish', disabled: true, hint: 'It has no picture yet', onSelect: nothing },
          { label: 'Delete', Icon: TrashIcon, danger: true, onSelect: nothing },
        ]}
      />
    ),
  },
  Pagination: {
    'few pages': pages('Pages of a few', 4, 1),
    'a window of many': pages('Pages of many', 40, 20),
    'at the end': pages('Pages at the end', 6, 6),
  },
  Tabs: { 'two panels': <Tabbed /> },
};

function Tabbed() {
  const [current, choose] = useState('letter');
  const tabs = ['letter', 'notes'].map((key) => ({ key, label: key, content: `The ${key}` }));
  return <Tabs label="Parts" name="tabbed" tabs={tabs} current={current} onChoose={choose} />;
}

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

export const feedback: Pieces = {
  Badge: { neutral: <Badge>Published</Badge> },
  Notice: {
    default: <Notice>Your message could not be sent. Please try again.</Notice>,
    'long text': <Notice>{`${long}. ${long}.`}</Notice>,
  },
  Toaster: {
    success: <Button onClick={() => notify.success('Blog added successfully')}>Say that it worked</Button>,
    error: <Button onClick={() => notify.error(long)}>Say that it failed</Button>,
  },
  UndoToast: states(
    UndoToast,
    { undoable: { undo: nothing, forget: nothing }, closeToast: nothing },
    { default: { text: 'Deleted successfully' }, 'long text': { text: long } },
  ),
  Loader: { default: <Loader /> },
  Skeleton: { 'a line': <Skeleton /> },
  ProgressBar: {
    'under way': <ProgressBar label="Uploading reel.mov" value={60_000_000} max={120_000_000} />,
  },
  EmptyState: {
    'title only': <EmptyState title="No projects yet" />,
    'long text': <EmptyState title={long} text={long} />,
  },
  ErrorState: {
    'title only': <ErrorState title="The posts could not be loaded" />,
    'long text': <ErrorState title={long} text={long} onRetry={nothing} />,
  },
};
