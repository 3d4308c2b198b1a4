import 'react-toastify/ReactToastify.css';
import './toaster.css';
import { useEffect, useRef } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';

/**
 * Where toasts appear. The unstyled build plus its stylesheet: the default one injects a <style>, which the CSP
 * refuses. The container is a popover, put on top again when a modal dialog
 * may have opened above it.
 */
export function Toaster() {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      toast.onChange(({ status }) => {
        const element = layer.current;
        if (!element?.showPopover || status !== 'added') return;
        const shown = element.matches(':popover-open');
        // Showing again restarts the toasts' animations, so only where a dialog may lie above.
        if (shown && document.querySelector('dialog:modal')) element.hidePopover();
        else if (shown) return;
        element.showPopover();
      }),
    [],
  );
  return (
    <div ref={layer} popover="manual" className="toast-layer">
      <ToastContainer position="top-center" autoClose={2000} closeOnClick theme="light" />
    </div>
  );
}
