import type { Quill, RangeStatic } from 'react-quill';
import { messages } from '#shared/messages.ts';
import { linkAddress } from '../link-address.ts';
import { videoEmbedAddress } from '../video-address.ts';
import { AddressTray } from './AddressTray.tsx';
import { ColorTray } from './ColorTray.tsx';
import type { TrayKind } from './controls.ts';
import { describeImage, insertVideo, linkAt, setColor, setLink } from './tray-actions.ts';

/** What the tray works on: where the cursor stood when it opened. */
export interface OpenTray {
  kind: TrayKind | 'alt';
  range: RangeStatic;
}

interface EditorTrayProps {
  quill: Quill;
  tray: OpenTray;
  onClose: () => void;
}

/** The tray of the button that was pressed. */
export function EditorTray({ quill, tray, onClose }: EditorTrayProps) {
  const { kind, range } = tray;
  if (kind === 'color' || kind === 'background') {
    const current = quill.getFormat(range)[kind];
    return (
      <ColorTray
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
      <AddressTray
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
      <AddressTray
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
    <AddressTray
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
