import 'react-toastify/ReactToastify.css';
import './toaster.css';
import { useLayoutEffect, useRef } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { onModalsChange, topModal } from './modals.ts';
import { isUndoOffered } from './undoables.ts';

/**
 * The place for toasts. Uses the unstyled build plus its stylesheet: the default build injects a <style>, which the
 * CSP refuses. The container is a popover above everything else. An undo toast that is shown while a modal dialog is
 * open is moved into that dialog: elements outside of it are visible, but cannot be pressed or reached by keys.
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
      // A dialog that opened later would cover the layer, unless the layer is shown again.
      if (modal && element.matches(':popover-open')) element.hidePopover();
      if (!element.matches(':popover-open')) element.showPopover();
    };
    const stopToasts = toast.onChange(({ status }) => {
      if (status === 'added') rise();
    });
    const stopModals = onModalsChange(rise);
    return () => {
      stopToasts();
      stopModals();
      moveInto(home, element);
    };
  }, []);
  return (
    // React inserts new siblings before this element; the layer itself may have been moved into a dialog.
    <div>
      <div ref={layer} popover="manual" className="toast-layer">
        <ToastContainer position="top-center" autoClose={2000} closeOnClick theme="light" />
      </div>
    </div>
  );
}

/** If the browser supports it, the toasts' animations, and so their remaining time, continue without interruption. */
function moveInto(place: Element, element: Element) {
  if (element.parentElement === place) return;
  if ('moveBefore' in place && place.isConnected) place.moveBefore(element, null);
  else place.append(element);
}
