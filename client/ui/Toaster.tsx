import 'react-toastify/ReactToastify.css';
import './toaster.css';
import { useLayoutEffect, useRef } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { isUndoOffered } from './UndoToast.tsx';
import { onModalsChange, topModal } from './use-modal.ts';

/**
 * The element that contains the toasts. Uses the library's build without styles and imports its style sheet, because
 * the default build injects a `<style>`, which the CSP refuses. The element is a popover, so that it is above
 * everything else. While a modal dialog is open, an undo toast is moved into the dialog, because elements outside a
 * modal dialog can be seen but neither pressed nor reached by keyboard.
 */
export function Toaster() {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = layer.current;
    const home = element?.parentElement;
    if (!element?.showPopover || !home) return;
    const rise = () => {
      const modal = topModal();
      moveInto(modal && isUndoOffered() ? modal : home, element);
      // A dialog that was opened after the toasts covers them, so the popover is closed and opened again.
      if (modal && element.matches(':popover-open')) element.hidePopover();
      if (!element.matches(':popover-open')) element.showPopover();
    };
    const stopToasts = toast.onChange(({ status }) => {
      // A toast with the focus stays where it is: moved, it would lose the focus, which it gives back when it goes.
      if (status === 'added' && !element.contains(document.activeElement)) rise();
    });
    const stopModals = onModalsChange(rise);
    return () => {
      stopToasts();
      stopModals();
      moveInto(home, element);
    };
  }, []);
  return (
    // React inserts siblings before this element. Without it, React would insert them before the popover, which may
    // have been moved into a dialog.
    <div>
      <div ref={layer} popover="manual" className="toast-layer">
        <ToastContainer position="top-center" autoClose={2000} closeOnClick theme="light" />
      </div>
    </div>
  );
}

/**
 * Moves an element. Where the browser supports `moveBefore`, the animations of the toasts continue, and so does the
 * time until they close.
 */
function moveInto(place: Element, element: Element) {
  if (element.parentElement === place) return;
  if ('moveBefore' in place && place.isConnected) place.moveBefore(element, null);
  else place.append(element);
}
