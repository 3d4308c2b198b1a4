import { Button, buttonClass } from '../../client/ui/Button.tsx';
import { IconButton } from '../../client/ui/IconButton.tsx';
import { EditIcon, TrashIcon } from '../../client/ui/icons.tsx';
import { Menu } from '../../client/ui/Menu.tsx';
import { Pagination } from '../../client/ui/Pagination.tsx';
import { Held, nothing, type Pieces } from '../samples.tsx';

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
};
