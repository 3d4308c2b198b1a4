import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from 'react';
import type { Id } from '#shared/id.ts';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../class-names.ts';
import { Dialog } from '../Dialog.tsx';
import { IconButton } from '../IconButton.tsx';
import { CloseIcon } from '../icons.tsx';
import { useMediaQuery } from '../use-media-query.ts';
import layout from './layout.module.css';
import styles from './SplitPane.module.css';

interface SplitPaneProps extends ComponentProps<'div'> {
  /** Something of the list is open: on wide screens it stands beside the list. */
  open: boolean;
}

/** A list, and a `DetailPane` with what is open of it. */
export function SplitPane({ open, ...rest }: SplitPaneProps) {
  return <div {...rest} className={styles.split} data-open={open || undefined} />;
}

interface DetailPaneProps extends Pick<ComponentProps<'aside'>, 'children'> {
  /** Which one is open: another one takes the focus, so that a screen reader says which. */
  id: Id;
  /** What the pane is, for screen readers. */
  label: string;
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** Escape is pressed in the pane, and closes nothing nearer. A sheet, which is a dialog, calls `onClose`. */
  onEscape?: () => void;
}

/** Dialogs and menus above a pane, which close by an Escape of their own. */
const nearer = 'dialog, [popover]';

/**
 * What is open: beside the list on wide screens, in a sheet above it on others, which is a dialog with keys of its own.
 * `data-…` attributes go to whichever it is.
 */
export function DetailPane(props: DetailPaneProps) {
  const { id, label, title, closeLabel, onClose, onEscape, children, ...data } = props;
  const isSideBySide = useIsSideBySide();
  if (!isSideBySide) {
    return (
      <Dialog open size="panel" title={title} onClose={onClose}>
        <div {...data} className={styles.sheet}>
          <FocusTarget key={id} />
          {children}
        </div>
      </Dialog>
    );
  }
  const closeByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(nearer)) return;
    onEscape?.();
  };
  return (
    <aside {...data} className={styles.pane} aria-label={label} onKeyDown={closeByKey}>
      <header className={styles.header}>
        <Heading key={id} text={title} />
        <IconButton label={closeLabel} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}

/** Whether there is room for what is open beside its list. */
export function useIsSideBySide(): boolean {
  return useMediaQuery('from-xl');
}

function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2
      ref={heading}
      className={classNames(layout.clamped, styles.title)}
      tabIndex={-1}
      dir="auto"
      lang={languageOf(text)}
    >
      {text}
    </h2>
  );
}

/** The same for the sheet, whose title is the dialog's own. */
function FocusTarget() {
  const target = useRef<HTMLDivElement>(null);
  useEffect(() => target.current?.focus({ preventScroll: true }), []);
  return <div ref={target} className={styles.target} tabIndex={-1} data-focus-first />;
}
