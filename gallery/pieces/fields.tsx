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
import { BoardIcon, ListIcon } from '../../client/ui/icons.tsx';
import { Held, long, nothing, type Pieces, states } from '../samples.tsx';

const options = [
  { value: 'film', label: 'Film' },
  { value: 'long', label: long },
  { value: 'gone', label: 'A category that is gone', disabled: true },
];

const segments = (look: Partial<Parameters<typeof SegmentedControl>[0]>, start = '') => (
  <Held start={start}>
    {(value, onChange) => (
      <SegmentedControl
        label="Status"
        options={[
          { value: 'open', label: 'Open', count: 2, Icon: ListIcon },
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
