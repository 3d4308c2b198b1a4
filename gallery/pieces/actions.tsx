import { Button, buttonClass } from '../../client/ui/Button.tsx';
import { IconButton } from '../../client/ui/IconButton.tsx';
import { CopyIcon, EditIcon, PlusIcon, SettingsIcon, TrashIcon } from '../../client/ui/icons.tsx';
import { Menu } from '../../client/ui/Menu.tsx';
import { Pagination } from '../../client/ui/Pagination.tsx';
import type { Group } from '../piece.ts';
import { long, longLabel, urdu } from '../samples.ts';
import { tell } from '../told.ts';
import { Stateful } from './stateful.tsx';

const say = (text: string) => () => tell(text);
const act = say('pressed');

export const actions: Group = {
  name: 'Actions',
  pieces: [
    {
      name: 'Button',
      file: 'Button.tsx',
      about: 'Does something here. Primary for the one thing a screen is for, quiet for all else.',
      states: {
        primary: <Button onClick={act}>Save changes</Button>,
        quiet: (
          <Button variant="quiet" onClick={act}>
            Cancel
          </Button>
        ),
        danger: (
          <Button variant="danger" onClick={act}>
            Delete for good
          </Button>
        ),
        'with an icon': (
          <Button onClick={act}>
            <PlusIcon size={18} />
            Add blog
          </Button>
        ),
        disabled: <Button disabled>Save changes</Button>,
        busy: (
          <Button busy busyLabel="Saving...">
            Save changes
          </Button>
        ),
        'long text': <Button onClick={act}>{longLabel}</Button>,
        Urdu: (
          <Button onClick={act} lang="ur" dir="rtl">
            {urdu}
          </Button>
        ),
      },
    },
    {
      name: 'buttonClass',
      file: 'Button.tsx',
      about:
        'A link that goes somewhere and looks like a button. Large is for the one thing a public page asks for.',
      states: {
        medium: (
          <a className={buttonClass()} href="#buttonclass">
            See open positions
          </a>
        ),
        quiet: (
          <a className={buttonClass({ variant: 'quiet' })} href="#buttonclass">
            See open positions
          </a>
        ),
        large: (
          <a className={buttonClass({ size: 'large' })} href="#buttonclass">
            Apply for this job
          </a>
        ),
      },
    },
    {
      name: 'IconButton',
      file: 'IconButton.tsx',
      about: 'A square button where an icon says enough. Its label is its name and its tooltip.',
      states: {
        default: (
          <IconButton label="Edit Studio reel" onClick={act}>
            <EditIcon />
          </IconButton>
        ),
        disabled: (
          <IconButton label="Edit Studio poster" disabled>
            <EditIcon />
          </IconButton>
        ),
      },
    },
    {
      name: 'Menu',
      file: 'Menu.tsx',
      about:
        'More actions than a row has room for, behind one button. It is never clipped, also inside dialogs.',
      states: {
        'with icons, a hint, one disabled and a dangerous one': (
          <Menu
            label="More of Studio reel"
            items={[
              { label: 'Edit title', Icon: EditIcon, onSelect: say('edit') },
              { label: 'Copy link', Icon: CopyIcon, hint: 'Visitors can open it', onSelect: say('copy') },
              { label: 'Publish', disabled: true, hint: 'It has no picture yet', onSelect: say('publish') },
              { label: 'Delete', Icon: TrashIcon, danger: true, onSelect: say('delete') },
            ]}
          />
        ),
        'another icon, long and Urdu labels': (
          <Menu
            label="Settings of Studio reel"
            trigger={<SettingsIcon />}
            items={[
              { label: long, onSelect: say('long') },
              { label: urdu, onSelect: say('Urdu') },
            ]}
          />
        ),
        disabled: (
          <Menu label="More of Studio poster" disabled items={[{ label: 'Edit', onSelect: say('edit') }]} />
        ),
      },
    },
    {
      name: 'Pagination',
      file: 'Pagination.tsx',
      about: 'Below a list of several pages. One page alone shows nothing.',
      states: {
        'few pages': <Pages label="Pages of a few" last={4} />,
        'a window of many': <Pages label="Pages of many" last={40} window={1} start={20} />,
        'at the end': <Pages label="Pages at the end" last={6} start={6} />,
        'as links': <Pages label="Pages with addresses" last={3} hrefFor={(page) => `?page=${page}`} />,
      },
    },
  ],
};

interface PagesProps {
  label: string;
  last: number;
  start?: number;
  window?: number;
  hrefFor?: (page: number) => string;
}

function Pages({ start = 1, ...rest }: PagesProps) {
  return (
    <Stateful start={start}>
      {(current, onChange) => <Pagination {...rest} current={current} onChange={onChange} />}
    </Stateful>
  );
}
