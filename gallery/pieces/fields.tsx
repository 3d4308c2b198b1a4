import { Checkbox } from '../../client/ui/fields/Checkbox.tsx';
import { Field } from '../../client/ui/fields/Field.tsx';
import { SearchField } from '../../client/ui/fields/SearchField.tsx';
import { SegmentedControl } from '../../client/ui/fields/SegmentedControl.tsx';
import { Select } from '../../client/ui/fields/Select.tsx';
import { Switch } from '../../client/ui/fields/Switch.tsx';
import { DateField, PasswordField, TextField } from '../../client/ui/fields/TextField.tsx';
import { BoardIcon, ListIcon } from '../../client/ui/icons.tsx';
import { Held, long, nothing, type Pieces, states, Told, urdu } from '../samples.tsx';

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
      placeholder: { placeholder: 'https://' },
      'hint and error': { hint: 'Visitors see it above the post', error: 'Title is required' },
      disabled: { defaultValue: 'Studio reel', disabled: true },
      'read only': { defaultValue: 'Studio reel', readOnly: true },
      'several lines, with a counter': { multiline: true, rows: 4, maxLength: 2000, counter: true },
      'long text': { label: long, defaultValue: long, hint: long },
      Urdu: { dir: 'auto', defaultValue: urdu },
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
      'with time': { withTime: true, defaultValue: '2026-12-31T17:00' },
      error: { error: 'Please enter a date in the future' },
      disabled: { disabled: true },
    },
  ),
  Select: states(
    Select,
    { label: 'Category', options },
    {
      filled: { defaultValue: 'film', hint: 'Where the project is found' },
      error: { placeholder: 'Please select', error: 'Please select a category' },
      disabled: { disabled: true },
      'read only': { readOnly: true },
      'long text': { label: long, defaultValue: 'long' },
      empty: { placeholder: 'There are no categories yet', options: [] },
    },
  ),
  SegmentedControl: {
    chosen: segments({}, 'open'),
    'nothing chosen': segments({ hint: 'Closed jobs take no applications' }),
    error: segments({ error: 'Please select a status' }),
    'icons only': segments({ label: 'View', hideLabel: true, iconsOnly: true }, 'open'),
    'read only': segments({ readOnly: true }, 'open'),
    disabled: segments({ disabled: true }, 'closed'),
  },
  Checkbox: {
    ...states(
      Checkbox,
      { label: 'Keep me posted' },
      {
        default: {},
        'some of many': { indeterminate: true },
        hint: { hint: 'Visitors see it in the posting', defaultChecked: true },
        error: { error: 'Please agree before you send it' },
        disabled: { disabled: true },
        'label hidden': { hideLabel: true },
        'long text': { label: long, hint: long },
      },
    ),
    'read only': (
      <Told>
        {(tell) => <Checkbox label="Held" readOnly defaultChecked onChange={() => tell('held changed')} />}
      </Told>
    ),
  },
  Switch: states(
    Switch,
    { label: 'Shown' },
    {
      off: {},
      on: { hint: 'Visitors see it', defaultChecked: true },
      error: { error: 'It could not be changed' },
      'read only': { readOnly: true, defaultChecked: true },
      disabled: { disabled: true },
      'long text': { label: long },
    },
  ),
  SearchField: {
    default: (
      <Told>{(tell) => <SearchField label="Search" onSearch={(text) => tell(`search: ${text}`)} />}</Told>
    ),
    ...states(
      SearchField,
      { onSearch: nothing },
      {
        'with its label': {
          label: 'Search applicants',
          showLabel: true,
          placeholder: 'Name, email or phone',
        },
        Urdu: { label: 'Search posts', value: urdu },
      },
    ),
  },
  Field: states(
    Field,
    { label: 'Weight', hint: 'From light to heavy', children: slider },
    {
      'a control of its own': {},
      'error and something aside': { error: 'Please choose a weight', aside: '3 of 9' },
    },
  ),
};
