import { Checkbox } from '../../client/ui/fields/Checkbox.tsx';
import { Field } from '../../client/ui/fields/Field.tsx';
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

const slider = (ids: { id: string; describedBy?: string }) => (
  <input id={ids.id} aria-describedby={ids.describedBy} type="range" />
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
  SearchField: states(
    SearchField,
    { onSearch: nothing },
    {
      'with its label': {
        label: 'Search applicants',
        showLabel: true,
        placeholder: 'Name, email or phone',
      },
    },
  ),
  Field: states(
    Field,
    { label: 'Weight', hint: 'From light to heavy', children: slider },
    {
      'a control of its own': {},
    },
  ),
};
