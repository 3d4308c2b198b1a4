/**
 * Closing a form changes the address, and so does a step back in the history. Closing has already asked about unsaved
 * changes; this flag lets the guard of forms distinguish the two (use-resource-form.ts).
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
