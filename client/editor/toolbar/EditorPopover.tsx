import { useEffect, useState } from 'react';
import type { Quill, RangeStatic } from 'react-quill';
import { deskMessages } from '#shared/desk-messages.ts';
import { type FigureWidth, figureWidths } from '#shared/html-policy.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { Button } from '../../ui/Button.tsx';
import { onAreaEvent } from '../quill/area-events.ts';
import {
  asFigure,
  figureAt,
  insertVideo,
  rangeOfPicture,
  removePicture,
  setPictureWidth,
  widthOf,
} from '../quill/formats.ts';
import type { EditorKind } from '../quill/quill-setup.ts';
import { currentRange } from '../quill/text-range.ts';
import { linkAddress } from '../typed-address.ts';
import { link as linkControl, type PopoverKind, toolbars } from './controls.ts';
import styles from './Popover.module.css';
import { ColorPopover, Popover, TextPopover } from './Popover.tsx';

/** A text of a picture, by the name of its format. */
type PictureText = 'alt' | 'caption';

/**
 * The open popover: of a toolbar button with the selection at the time when it was opened, or the tools or a
 * text of a picture.
 */
type OpenPopover =
  | { kind: PopoverKind; range: RangeStatic }
  | { kind: 'picture' | PictureText; picture: HTMLElement };

interface EditorPopoverProps {
  quill: Quill;
  popover: OpenPopover;
  /** Replaces the open popover. */
  onChange: (popover: OpenPopover) => void;
  /** Closes the popover and moves the focus back to the text. */
  onClose: () => void;
}

/** The popover of a toolbar button, or of the selected picture. */
export function EditorPopover({ quill, popover, onChange, onClose }: EditorPopoverProps) {
  if ('picture' in popover) {
    const { kind, picture } = popover;
    const of = { quill, picture, onClose };
    if (kind === 'picture') return <PictureTools {...of} onChange={onChange} />;
    const key = rangeOfPicture(quill, picture)?.index;
    return (
      <DescribePicture
        {...of}
        key={`${kind} ${key}`}
        text={kind}
        onDescribed={() => {
          leavePicture(quill, picture);
          onClose();
        }}
      />
    );
  }
  const { kind, range } = popover;
  if (kind === 'color' || kind === 'background') {
    const current = quill.getFormat(range)[kind];
    return (
      <ColorPopover
        format={kind}
        current={typeof current === 'string' ? current : undefined}
        onChoose={(value) => {
          setColor(quill, range, kind, value);
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  const link = linkAt(quill, range);
  const words =
    kind === 'video'
      ? {
          purpose: 'Insert a video',
          label: 'Link to a YouTube or Vimeo video',
          hint: 'https://www.youtube.com/watch?v=…',
          initial: '',
          applyLabel: 'Insert video',
        }
      : {
          purpose: 'Add a link',
          label: 'Link address',
          hint: 'https://',
          initial: link?.address ?? '',
          applyLabel: 'Set link',
        };
  return (
    <TextPopover
      {...words}
      onRemove={
        kind === 'link' && link
          ? () => {
              setLink(quill, link.range, false);
              onClose();
            }
          : undefined
      }
      onApply={(text) => {
        const address = kind === 'video' ? videoEmbedAddress(text) : linkAddress(text);
        if (!address) return deskMessages[kind === 'video' ? 'editor.badVideo' : 'editor.badLink'];
        if (kind === 'video') insertVideo(quill, range, address);
        else setLink(quill, link?.range ?? range, address);
        onClose();
        return undefined;
      }}
      onClose={onClose}
    />
  );
}

interface PictureProps {
  quill: Quill;
  picture: HTMLElement;
  onClose: () => void;
}

interface DescribePictureProps extends PictureProps {
  text?: PictureText;
  /** Its place if several pictures are asked for: "2 of 3". */
  place?: string;
  takesFocus?: boolean;
  onDescribed: () => void;
}

const pictureTexts = {
  alt: {
    purpose: 'Image description',
    label: 'Describe the image for people who cannot see it',
    hint: 'Leave empty if it is decorative',
  },
  caption: { purpose: 'Caption of the picture', label: 'Caption', hint: 'Shown below the picture' },
};

/** Asks for the description or the caption of a picture. Of several pictures, it shows which one is meant. */
function DescribePicture(props: DescribePictureProps) {
  const { quill, picture, text: name = 'alt', place, takesFocus, onDescribed, onClose } = props;
  const range = rangeOfPicture(quill, picture);
  if (!range) return null;
  const { label, ...words } = pictureTexts[name];
  return (
    <TextPopover
      {...words}
      label={place ? `${place}: ${label}` : label}
      initial={String(quill.getFormat(range.index, 1)[name] ?? '')}
      applyLabel="Keep"
      onApply={(text) => {
        quill.formatText(rangeOfPicture(quill, picture) ?? range, name, text.trim(), 'user');
        onDescribed();
        return undefined;
      }}
      onClose={onClose}
      takesFocus={takesFocus}
    >
      {place && <img className={styles.picture} src={picture.querySelector('img')?.src} alt="" />}
    </TextPopover>
  );
}

const widthNames: Record<FigureWidth, string> = { text: 'In the text', wide: 'Wide', full: 'Full width' };

/** Puts the cursor behind a picture: a selected picture would open its tools again. */
function leavePicture(quill: Quill, picture: HTMLElement) {
  const range = rangeOfPicture(quill, picture);
  if (range) quill.setSelection(range.index + 1, 0, 'user');
}

/** The tools of the selected picture. */
function PictureTools({
  quill,
  picture,
  onChange,
  onClose,
}: PictureProps & { onChange: EditorPopoverProps['onChange'] }) {
  const width = widthOf(picture) ?? 'text';
  const close = () => {
    leavePicture(quill, picture);
    onClose();
  };
  useEffect(() => {
    if (picture.localName !== 'figure') return;
    picture.dataset.chosen = '';
    return () => void delete picture.dataset.chosen;
  }, [picture]);
  return (
    <Popover label="Picture" onClose={close} takesFocus={false}>
      {figureWidths.map((each) => (
        <Button
          key={each}
          className={styles.choice}
          variant="quiet"
          aria-pressed={each === width}
          onClick={({ currentTarget }) => {
            onChange({ kind: 'picture', picture: setPictureWidth(quill, picture, each) });
            // Quill moves the focus to the text that it has changed.
            currentTarget.focus();
          }}
        >
          {widthNames[each]}
        </Button>
      ))}
      <Button
        variant="quiet"
        onClick={() => onChange({ kind: 'caption', picture: asFigure(quill, picture) })}
      >
        Caption
      </Button>
      <Button variant="quiet" onClick={() => onChange({ kind: 'alt', picture })}>
        Alternative text
      </Button>
      <Button
        variant="quiet"
        onClick={() => {
          removePicture(quill, picture);
          onClose();
        }}
      >
        Remove
      </Button>
      <Button variant="quiet" onClick={close}>
        Done
      </Button>
    </Popover>
  );
}

/** State of the open popover. Also handles the keys and the clicks in the text that open a popover. */
export function usePopover(quill: Quill | undefined, kind: EditorKind) {
  const [popover, setPopover] = useState<OpenPopover>();
  useEffect(() => {
    if (!quill) return;
    if (toolbars[kind].flat().includes(linkControl)) {
      quill.keyboard.addBinding({ key: 'k', shortKey: true }, () =>
        setPopover({ kind: 'link', range: currentRange(quill) }),
      );
    }
    const choose = ({ target }: Event) => {
      if (!(target instanceof Element) || !quill.isEnabled()) return;
      const picture = target.closest<HTMLElement>('figure') ?? target.closest('img');
      const range = picture && rangeOfPicture(quill, picture);
      if (!range) return;
      quill.setSelection(range, 'user');
      setPopover({ kind: target.closest('figcaption') ? 'caption' : 'picture', picture });
    };
    // Keys move the cursor onto a figure or off it.
    const follow = (range: RangeStatic | null) => {
      if (!range || !quill.isEnabled()) return;
      const picture = range.length <= 1 ? figureAt(quill, range.index) : undefined;
      if (picture && range.length === 0) quill.setSelection(range.index, 1, 'silent');
      setPopover((open) => {
        if (picture) return { kind: 'picture', picture };
        return open?.kind === 'picture' ? undefined : open;
      });
    };
    quill.root.addEventListener('click', choose);
    quill.on('selection-change', follow);
    return () => {
      quill.root.removeEventListener('click', choose);
      quill.off('selection-change', follow);
    };
  }, [quill, kind]);
  return [popover, setPopover] as const;
}

/** Returns the link at the cursor, or at the start of the selection. */
function linkAt(quill: Quill, range: RangeStatic): { address: string; range: RangeStatic } | undefined {
  const address = quill.getFormat(range).link;
  if (typeof address !== 'string') return undefined;
  if (range.length > 0) return { address, range };
  const isSame = (index: number) => index >= 0 && quill.getFormat(index, 1).link === address;
  let [start, end] = [range.index, range.index];
  while (isSame(start - 1)) start -= 1;
  while (end < quill.getLength() - 1 && isSame(end)) end += 1;
  return { address, range: { index: start, length: end - start } };
}

/**
 * Makes the range a link, or removes its link if `address` is false. If nothing is selected, the URL is inserted as
 * the text of the link.
 */
function setLink(quill: Quill, range: RangeStatic, address: string | false) {
  if (address && range.length === 0) {
    const words = address.replace(/^(mailto|tel):/, '');
    quill.insertText(range.index, words, { link: address }, 'user');
    quill.setSelection(range.index + words.length, 0, 'user');
    quill.format('link', false, 'user');
    return;
  }
  quill.formatText(range.index, range.length, 'link', address, 'user');
  quill.setSelection(range.index + range.length, 0, 'user');
}

function setColor(quill: Quill, range: RangeStatic, format: 'color' | 'background', value: string | false) {
  quill.setSelection(range, 'user');
  quill.format(format, value, 'user');
}

interface InsertedPicturesProps {
  quill: Quill;
  /** Called after the last picture; moves the focus back to the text. */
  onClose: () => void;
}

const none = { waiting: [] as HTMLElement[], total: 0, takesFocus: true };

/** Asks for the description of each inserted picture, one after the other. */
export function InsertedPictures({ quill, onClose }: InsertedPicturesProps) {
  const [{ waiting, total, takesFocus }, setAsked] = useState(none);
  useEffect(
    () =>
      onAreaEvent(quill.container, 'rich-text-pictures', ({ pictures, takesFocus }) =>
        // Pictures that are inserted while others are asked for wait behind them.
        setAsked((now) => ({
          waiting: [...now.waiting, ...pictures],
          total: now.total + pictures.length,
          takesFocus,
        })),
      ),
    [quill],
  );
  const stop = () => {
    setAsked(none);
    onClose();
  };
  // Left out: pictures that are no longer in the text, or were described by their own tools.
  const left = waiting.filter((each) => rangeOfPicture(quill, each) && !each.querySelector('img')?.alt);
  const [picture, ...others] = left;
  if (!picture) return null;
  const asked = total - left.length;
  return (
    <DescribePicture
      key={asked}
      quill={quill}
      picture={picture}
      place={total > 1 ? `${asked + 1} of ${total}` : undefined}
      takesFocus={takesFocus}
      onDescribed={() => {
        if (others.length > 0) setAsked({ waiting: others, total, takesFocus: true });
        else {
          leavePicture(quill, picture);
          stop();
        }
      }}
      onClose={stop}
    />
  );
}
