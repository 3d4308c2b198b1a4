import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './AccountSecurity.module.css';

/** Shows the recovery codes, so that the admin can copy, print or write them down. They are shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [said, setSaid] = useState('');
  async function copy() {
    const isCopied = await copyText(codes.join('\n'));
    setSaid(
      isCopied ? 'Copied' : 'This browser does not allow copying. Select the codes and copy them by hand.',
    );
  }
  return (
    <div className="stack4">
      <p className={styles.text}>
        Store these codes away from your phone. Each works once, when you have no other second step. They are
        not shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row3">
        <Button variant="quiet" onClick={() => void copy()}>
          Copy the codes
        </Button>
        <span aria-hidden="true">{said}</span>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </div>
    </div>
  );
}
