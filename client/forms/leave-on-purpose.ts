/**
 * Closing a form is a change of the address, and so is a step back in the history. The first was asked about already; this tells them
 * apart for the guard of forms (use-resource-form.ts).
 */
let onPurpose = false;

/** Makes a navigation that closes a form, about which nobody is asked again. */
export function leaveOnPurpose(navigate: () => void): void {
  onPurpose = true;
  navigate();
}

/** True once after `leaveOnPurpose`. */
export function takeLeaveOnPurpose(): boolean {
  const taken = onPurpose;
  onPurpose = false;
  return taken;
}
