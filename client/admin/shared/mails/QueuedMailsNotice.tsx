import { deskMessages } from '#shared/desk-messages.ts';
import styles from './QueuedMailsNotice.module.css';

/** Note shown to an admin who writes a mail if the site is not set up to send mails yet. */
export function QueuedMailsNotice() {
  return <p className={styles.note}>{deskMessages['letter.mailsWait']}</p>;
}
