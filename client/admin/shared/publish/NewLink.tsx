import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { CheckIcon, CopyIcon } from '../../../ui/icons.tsx';
import styles from './Publish.module.css';

/** Shows a new link once, to be copied. */
export function NewLink({ address }: { address: string }) {
  const [said, setSaid] = useState('');
  const copyButton = useRef<HTMLButtonElement>(null);
  // Focuses the next action; the button that created the link stays in place.
  useEffect(() => copyButton.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setSaid('Copied');
    } catch {
      // An old browser, or one where copying is blocked: the link can be selected.
      setSaid('Please select the link and copy it by hand.');
    }
  }

  return (
    <div className={styles.made}>
      <TextField
        label="The new link"
        hint="Copy it now: it is not shown again."
        readOnly
        dir="ltr"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={styles.copy}>
        <Button ref={copyButton} variant="quiet" onClick={() => void copy()}>
          {said === 'Copied' ? <CheckIcon /> : <CopyIcon />} Copy the link
        </Button>
        <span role="status">{said}</span>
      </p>
    </div>
  );
}
