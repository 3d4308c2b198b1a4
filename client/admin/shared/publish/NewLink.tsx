import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { CheckIcon, CopyIcon } from '../../../ui/icons.tsx';
import styles from './Publish.module.css';

/** Shows a new link with a button to copy it. The link is shown only once. */
export function NewLink({ address }: { address: string }) {
  const [said, setSaid] = useState('');
  const copyButton = useRef<HTMLButtonElement>(null);
  // Focuses the copy button, which is the next step. The button that created the link stays on the screen.
  useEffect(() => copyButton.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setSaid('Copied');
    } catch {
      // Copying is not supported or blocked, so the person is asked to copy the selected link.
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
