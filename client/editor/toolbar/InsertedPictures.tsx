import { useEffect, useState } from 'react';
import type { Quill } from 'react-quill';
import { onAreaEvent } from '../quill/area-events.ts';
import { rangeOfPicture } from '../quill/figure.ts';
import { DescribePicture, leavePicture } from './EditorPopover.tsx';

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
