import { type ReactNode, useRef } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import styles from './Drawer.module.css';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar of small screens: slides in over a dim overlay; overlay, Esc or ✕ close it (docs/product.md §2). */
export function Drawer({ open, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal({ dialog, open, dismissable: true, onClose });
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Dashboard menu">
      <IconButton className={styles.close} label="Close menu" onClick={onClose}>
        <CloseIcon />
      </IconButton>
      {children}
    </dialog>
  );
}
