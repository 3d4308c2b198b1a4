import { Checkbox } from '../../client/ui/fields/Checkbox.tsx';
import { Field } from '../../client/ui/fields/Field.tsx';
import { SearchField } from '../../client/ui/fields/SearchField.tsx';
import { SegmentedControl } from '../../client/ui/fields/SegmentedControl.tsx';
import { Select } from '../../client/ui/fields/Select.tsx';
import { Switch } from '../../client/ui/fields/Switch.tsx';
import { DateField, PasswordField, TextField } from '../../client/ui/fields/TextField.tsx';
import { BoardIcon, ListIcon } from '../../client/ui/icons.tsx';
import type { Group } from '../piece.ts';
import { long, urdu } from '../samples.ts';
import { tell } from '../told.ts';
import { Stateful } from './stateful.tsx';

const categories = [
  { value: 'film', label: 'Film' },
  { value: 'brand', label: 'Brand and type' },
  { value: 'long', label: long },
  { value: 'gone', label: 'A category that is gone', disabled: true },
];

const statuses = [
  { value: 'open', label: 'Open', count: 2 },
  { value: 'closed', label: 'Closed' },
] as const;

const views = [
  { value: 'list', label: 'List', Icon: ListIcon },
  { value: 'board', label: 'Board', Icon: BoardIcon },
] as const;

export const fields: Group = {
  name: 'Fields',
  pieces: [
    {
      name: 'TextField',
      file: 'fields/TextField.tsx',
      about: 'One line or several. Label, hint and error are tied to it; the error is read first.',
      states: {
        default: <TextField label="Title" />,
        filled: <TextField label="Title" defaultValue="Studio reel" />,
        placeholder: <TextField label="Website" placeholder="https://" />,
        hint: <TextField label="Title" hint="Visitors see it above the post" />,
        error: <TextField label="Email" defaultValue="hello@" error="Please enter a valid email address" />,
        'hint and error': (
          <TextField label="Title" hint="Visitors see it above the post" error="Title is required" />
        ),
        disabled: <TextField label="Title" defaultValue="Studio reel" disabled />,
        'read only': <TextField label="Title" defaultValue="Studio reel" readOnly />,
        counter: <TextField label="Summary" maxLength={120} counter defaultValue="A short one" />,
        'several lines': (
          <TextField label="Message" multiline rows={4} maxLength={2000} counter hint="As long as it needs" />
        ),
        'long text': <TextField label={long} defaultValue={long} hint={long} />,
        Urdu: <TextField label="Title" dir="auto" defaultValue={urdu} />,
        'Urdu, several lines': (
          <TextField label="Message" multiline rows={3} dir="auto" defaultValue={urdu} />
        ),
      },
    },
    {
      name: 'PasswordField',
      file: 'fields/TextField.tsx',
      about: 'A password that can be shown while it is typed.',
      states: {
        default: <PasswordField label="Password" autoComplete="current-password" />,
        filled: (
          <PasswordField label="Password" autoComplete="current-password" defaultValue="correct horse" />
        ),
        error: (
          <PasswordField label="New password" autoComplete="new-password" error="Password is required" />
        ),
        disabled: <PasswordField label="Password" autoComplete="current-password" disabled />,
      },
    },
    {
      name: 'DateField',
      file: 'fields/TextField.tsx',
      about: 'A day, or a moment, in the calendar of the browser.',
      states: {
        default: <DateField label="Closes at" />,
        filled: <DateField label="Closes at" defaultValue="2026-12-31" hint="Until that day ends" />,
        'with time': <DateField label="Closes at" withTime defaultValue="2026-12-31T17:00" />,
        error: <DateField label="Closes at" error="Please enter a date in the future" />,
        disabled: <DateField label="Closes at" defaultValue="2026-12-31" disabled />,
      },
    },
    {
      name: 'Select',
      file: 'fields/Select.tsx',
      about: 'One of more choices than there is room for. For a few, take SegmentedControl.',
      states: {
        placeholder: <Select label="Category" placeholder="Please select" options={categories} />,
        filled: <Select label="Category" options={categories} defaultValue="film" />,
        hint: <Select label="Category" options={categories} hint="Where the project is found" />,
        error: (
          <Select
            label="Category"
            placeholder="Please select"
            options={categories}
            error="Please select a category"
          />
        ),
        disabled: <Select label="Category" options={categories} disabled />,
        'read only': <Select label="Category" options={categories} readOnly />,
        'long text': <Select label={long} options={categories} defaultValue="long" />,
        empty: <Select label="Category" placeholder="There are no categories yet" options={[]} />,
      },
    },
    {
      name: 'SegmentedControl',
      file: 'fields/SegmentedControl.tsx',
      about: 'One of a few, all in sight. The arrow keys choose.',
      states: {
        chosen: <Segments label="Status" start="open" />,
        'nothing chosen': <Segments label="Status of the job" start="" />,
        hint: <Segments label="Status" start="open" hint="Closed jobs take no applications" />,
        error: <Segments label="Status" start="" error="Please select a status" />,
        'icons only': (
          <Stateful<string> start="list">
            {(value, onChange) => (
              <SegmentedControl
                label="View"
                hideLabel
                iconsOnly
                value={value === 'list' ? 'list' : 'board'}
                options={views}
                onChange={onChange}
              />
            )}
          </Stateful>
        ),
        'read only': <Segments label="Status" start="open" readOnly />,
        disabled: <Segments label="Status" start="closed" disabled />,
      },
    },
    {
      name: 'Checkbox',
      file: 'fields/Checkbox.tsx',
      about: 'Yes or no with the next save. What counts at once is a Switch.',
      states: {
        default: <Checkbox label="Keep me posted" />,
        ticked: <Checkbox label="Keep me posted" defaultChecked />,
        'some of many': <Checkbox label="Some" indeterminate />,
        hint: <Checkbox label="Show the salary" hint="Visitors see it in the posting" />,
        error: <Checkbox label="I agree" error="Please agree before you send it" />,
        'read only': <Checkbox label="Held" readOnly defaultChecked onChange={() => tell('held changed')} />,
        disabled: <Checkbox label="Keep me posted" disabled />,
        'label hidden': <Checkbox label="Choose Studio reel" hideLabel />,
        'a link in the label': (
          <Checkbox
            label={
              <>
                I have read the <a href="#checkbox">privacy policy</a>
              </>
            }
          />
        ),
        'long text': <Checkbox label={long} hint={long} />,
      },
    },
    {
      name: 'Switch',
      file: 'fields/Switch.tsx',
      about: 'On or off, at once.',
      states: {
        off: <Switch label="Shown" />,
        on: <Switch label="Shown" hint="Visitors see it" defaultChecked />,
        error: <Switch label="Shown" error="It could not be changed" />,
        'read only': <Switch label="Shown" readOnly defaultChecked />,
        disabled: <Switch label="Shown" disabled />,
        'label hidden': <Switch label="Show Studio reel" hideLabel />,
        'long text': <Switch label={long} />,
      },
    },
    {
      name: 'SearchField',
      file: 'fields/SearchField.tsx',
      about:
        'Searches while a person writes: after a rest of a quarter of a second, on Enter, and when cleared.',
      states: {
        default: <SearchField label="Search" onSearch={(text) => tell(`search: ${text}`)} />,
        filled: (
          <SearchField label="Search projects" value="reel" onSearch={(text) => tell(`search: ${text}`)} />
        ),
        'with its label': (
          <SearchField
            label="Search applicants"
            showLabel
            placeholder="Name, email or phone"
            onSearch={(text) => tell(`search: ${text}`)}
          />
        ),
        Urdu: <SearchField label="Search posts" value={urdu} onSearch={(text) => tell(`search: ${text}`)} />,
      },
    },
    {
      name: 'Field',
      file: 'fields/Field.tsx',
      about: 'Label, hint and error around any control that is not here yet.',
      states: {
        'a control of its own': (
          <Field label="Weight" hint="From light to heavy">
            {(ids) => <input id={ids.id} aria-describedby={ids.describedBy} type="range" />}
          </Field>
        ),
        'error and something aside': (
          <Field label="Weight" hint="From light to heavy" error="Please choose a weight" aside="3 of 9">
            {(ids) => <input id={ids.id} aria-describedby={ids.describedBy} type="range" />}
          </Field>
        ),
      },
    },
  ],
};

interface SegmentsProps {
  label: string;
  start: (typeof statuses)[number]['value'] | '';
  hint?: string;
  error?: string;
  readOnly?: boolean;
  disabled?: boolean;
}

function Segments({ start, ...rest }: SegmentsProps) {
  return (
    <Stateful start={start}>
      {(value, onChange) => (
        <SegmentedControl {...rest} value={value} options={statuses} onChange={onChange} />
      )}
    </Stateful>
  );
}
