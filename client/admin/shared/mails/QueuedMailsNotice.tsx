import { deskMessages } from '#shared/desk-messages.ts';
import styles from './QueuedMailsNotice.module.css';

/** Note for an admin who writes a mail: the site does not send mails yet. */
export function QueuedMailsNotice() {
  return <p className={styles.note}>{deskMessages['letter.mailsWait']}</p>;
}
