import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import type { Id } from '#shared/id.ts';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../class-names.ts';
import { Dialog } from '../Dialog.tsx';
import { IconButton } from '../IconButton.tsx';
import { CloseIcon } from '../icons.tsx';
import { useMediaQuery } from '../use-media-query.ts';
import { useScreenKeys } from '../use-screen-keys.ts';
import styles from './SplitPane.module.css';

interface SplitPaneProps extends ComponentProps<'div'> {
  /** True if an item of the list is open: on wide screens it is shown next to the list. */
  open: boolean;
}

/** A list, and a `DetailPane` with the open item. */
export function SplitPane({ open, ...rest }: SplitPaneProps) {
  return <div {...rest} className={styles.split} data-open={open || undefined} />;
}

interface DetailPaneProps extends Pick<ComponentProps<'aside'>, 'children'> {
  /** Id of the open item. When it changes, the pane takes the focus, so that screen readers announce the new item. */
  id: Id;
  /** Accessible name of the pane. */
  label: string;
  title: string;
  closeLabel: string;
  onClose: () => void;
}

/**
 * The open item. On wide screens it is in a pane next to the list, on others in a dialog over the list; both close on
 * Escape. `data-…` attributes are set on the pane or on the content of the dialog.
 */
export function DetailPane(props: DetailPaneProps) {
  const { id, label, title, closeLabel, onClose, children, ...data } = props;
  const isSideBySide = useMediaQuery('from-xl');
  // A dialog closes on Escape by itself.
  useScreenKeys(isSideBySide, (key) => key === 'escape' && onClose());
  if (!isSideBySide) {
    return (
      <Dialog open size="panel" title={title} onClose={onClose}>
        <div {...data} className={styles.sheet} data-detail>
          <FocusTarget key={id} />
          {children}
        </div>
      </Dialog>
    );
  }
  return (
    <aside {...data} className={styles.pane} aria-label={label}>
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

function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2
      ref={heading}
      className={classNames('clamped', styles.title)}
      tabIndex={-1}
      dir="auto"
      lang={languageOf(text)}
    >
      {text}
    </h2>
  );
}

/**
 * Takes the focus when the dialog shows another item. The dialog's title cannot take the focus, because `Dialog`
 * renders the title.
 */
function FocusTarget() {
  const target = useRef<HTMLDivElement>(null);
  useEffect(() => target.current?.focus({ preventScroll: true }), []);
  return <div ref={target} className={styles.target} tabIndex={-1} data-focus-first />;
}

/**
 * Moves the focus back when the open item is closed: to its row, which has the attribute `data-row`, or to the whole
 * list. To be called with another row, or none, before an item is closed whose row leaves the list.
 */
export function useFocusBack(list: RefObject<HTMLElement | null>, openId: Id | undefined) {
  const target = useRef<{ id: Id | undefined }>(undefined);
  useEffect(() => {
    if (openId !== undefined) target.current = { id: openId };
    else if (target.current) {
      const row = list.current?.querySelector<HTMLElement>(`[data-row="${target.current.id}"]`);
      (row ?? list.current)?.focus();
      target.current = undefined;
    }
  }, [openId, list]);
  return (id: Id | undefined) => {
    target.current = { id };
  };
}
