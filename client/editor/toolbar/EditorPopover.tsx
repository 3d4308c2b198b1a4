import { useEffect, useState } from 'react';
import { Quill, type RangeStatic } from 'react-quill';
import { messages } from '#shared/messages.ts';
import { type EditorKind, editorFormats } from '../quill/quill-setup.ts';
import { currentRange } from '../quill/text-range.ts';
import { linkAddress, videoEmbedAddress } from '../typed-address.ts';
import type { PopoverKind } from './controls.ts';
import { ColorPopover, TextPopover } from './Popover.tsx';

/** The open popover, and the selection at the time when it was opened. */
export interface OpenPopover {
  kind: PopoverKind | 'alt';
  range: RangeStatic;
}

interface EditorPopoverProps {
  quill: Quill;
  popover: OpenPopover;
  onClose: () => void;
}

/** The popover of a toolbar button, or of an image that was clicked. */
export function EditorPopover({ quill, popover, onClose }: EditorPopoverProps) {
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
  if (kind === 'video') {
    return (
      <TextPopover
        purpose="Insert a video"
        label="Link to a YouTube or Vimeo video"
        hint="https://www.youtube.com/watch?v=…"
        initial=""
        applyLabel="Insert video"
        onApply={(text) => {
          const address = videoEmbedAddress(text);
          if (!address) return messages['editor.badVideo'];
          insertVideo(quill, range, address);
          onClose();
          return undefined;
        }}
        onClose={onClose}
      />
    );
  }
  if (kind === 'alt') {
    return (
      <TextPopover
        purpose="Image description"
        label="Describe the image for people who cannot see it"
        hint="Leave empty if it is decorative"
        initial={String(quill.getFormat(range.index, 1).alt ?? '')}
        applyLabel="Keep"
        onApply={(text) => {
          describeImage(quill, range.index, text.trim());
          onClose();
          return undefined;
        }}
        onClose={onClose}
      />
    );
  }
  const link = linkAt(quill, range);
  return (
    <TextPopover
      purpose="Add a link"
      label="Link address"
      hint="https://"
      initial={link?.address ?? ''}
      applyLabel="Set link"
      removeLabel="Remove link"
      onRemove={
        link &&
        (() => {
          setLink(quill, link.range, false);
          onClose();
        })
      }
      onApply={(text) => {
        const address = linkAddress(text);
        if (!address) return messages['editor.badLink'];
        setLink(quill, link?.range ?? range, address);
        onClose();
        return undefined;
      }}
      onClose={onClose}
    />
  );
}

/** State of the open popover. Also handles the keys and the clicks in the text that open a popover. */
export function usePopover(quill: Quill | undefined, kind: EditorKind) {
  const [popover, setPopover] = useState<OpenPopover>();
  useEffect(() => {
    if (!quill) return;
    if (editorFormats[kind].includes('link')) {
      quill.keyboard.addBinding({ key: 'k', shortKey: true }, () =>
        setPopover({ kind: 'link', range: currentRange(quill) }),
      );
    }
    const openAlt = ({ target }: Event) => {
      const blot = target instanceof HTMLImageElement ? Quill.find(target) : null;
      if (!blot || blot instanceof Quill || !quill.isEnabled()) return;
      const range = { index: quill.getIndex(blot), length: 1 };
      quill.setSelection(range, 'user');
      setPopover({ kind: 'alt', range });
    };
    quill.root.addEventListener('click', openAlt);
    return () => quill.root.removeEventListener('click', openAlt);
  }, [quill, kind]);
  return [popover, setPopover] as const;
}

/** Returns the link at the cursor, or at the start of the selection. */
function linkAt(quill: Quill, range: RangeStatic): { address: string; range: RangeStatic } | undefined {
  const address = quill.getFormat(range).link;
  if (typeof address !== 'string') return undefined;
  if (range.length > 0) return { address, range };
  const isSame = (index: number) => index >= 0 && quill.getFormat(index, 1).link === address;
  let start = range.index;
  let end = range.index;
  while (isSame(start - 1)) start -= 1;
  while (end < quill.getLength() - 1 && isSame(end)) end += 1;
  return { address, range: { index: start, length: end - start } };
}

/**
 * Makes the range a link, or removes its link if `address` is false. If nothing is selected, the URL is inserted as
 * the text of the link.
 */
function setLink(quill: Quill, range: RangeStatic, address: string | false): void {
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

/** Inserts a video on a separate line after the range, and puts the cursor after the video. */
function insertVideo(quill: Quill, range: RangeStatic, address: string): void {
  const index = range.index + range.length;
  quill.insertEmbed(index, 'video', address, 'user');
  quill.setSelection(index + 1, 0, 'user');
}

function setColor(
  quill: Quill,
  range: RangeStatic,
  format: 'color' | 'background',
  value: string | false,
): void {
  quill.setSelection(range, 'user');
  quill.format(format, value, 'user');
}

function describeImage(quill: Quill, index: number, text: string): void {
  quill.formatText(index, 1, 'alt', text, 'user');
  quill.setSelection(index + 1, 0, 'user');
}
