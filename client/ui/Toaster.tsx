import 'react-toastify/ReactToastify.css';
import './toaster.css';
import { useLayoutEffect, useRef } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { onModalsChange, topModal } from './modals.ts';
import { isUndoOffered } from './undoables.ts';

/**
 * Where toasts appear. The unstyled build plus its stylesheet: the default one injects a <style>, which the CSP
 * refuses. The container is a popover, above all else. An undo that is offered while a modal dialog is open takes it into
 * that dialog: what is outside can be seen there, but neither pressed nor reached by keys.
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
      // A dialog that opened later lies above, unless the layer is shown anew.
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
    // React puts what comes before it in front of this, its place; the layer itself may be away, in a dialog.
    <div>
      <div ref={layer} popover="manual" className="toast-layer">
        <ToastContainer position="top-center" autoClose={2000} closeOnClick theme="light" />
      </div>
    </div>
  );
}

/** Where the browser can, the toasts' animations, and with them the time they have left, go on as if nothing happened. */
function moveInto(place: Element, element: Element) {
  if (element.parentElement === place) return;
  if ('moveBefore' in place && place.isConnected) place.moveBefore(element, null);
  else place.append(element);
}
