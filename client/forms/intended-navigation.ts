/**
 * True while a form is being closed by a navigation. Both closing a form and going back in the history change the
 * URL, but closing has already asked about unsaved changes. With this flag, the guard of forms (use-resource-form.ts)
 * does not ask again.
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
