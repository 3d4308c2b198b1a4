/**
 * True while a form is being closed by a navigation. The guard of forms (use-resource-form.ts) then does not ask
 * about unsaved changes, because closing the form has already asked.
 */
let onPurpose = false;

/** Navigates to close a form without asking about unsaved changes again. */
export function navigateIntended(navigate: () => void): void {
  onPurpose = true;
  navigate();
}

/** Returns true once after each `navigateIntended`. */
export function takeIntendedNavigation(): boolean {
  const taken = onPurpose;
  onPurpose = false;
  return taken;
}
