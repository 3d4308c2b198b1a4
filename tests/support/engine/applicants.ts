import { join } from 'node:path';
import { secretOf } from '../../../server/content-api/visitors/forms.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { createFormTokens } from '../../../server/forms/form-tokens.ts';
import { pdf } from '../files.ts';
import type { TestEngine } from './engine.ts';

let addresses = 0;

/** Returns an address that has not been used yet. */
export function newAddress() {
  addresses += 1;
  return `192.0.2.${addresses}`;
}

/** Opens the database of a running engine directly. The caller closes it. */
export function databaseOf(engine: Pick<TestEngine, 'dataDir'>) {
  return openSqlite(join(engine.dataDir, 'content.sqlite'));
}

/** Returns a token of this engine, for a form that was opened this many seconds ago. */
export async function formToken(engine: Pick<TestEngine, 'dataDir'>, secondsAgo: number) {
  const db = databaseOf(engine);
  try {
    const secret = await secretOf(db, 'form-tokens');
    return createFormTokens(secret, () => Date.now() - secondsAgo * 1000).issue();
  } finally {
    await db.destroy();
  }
}

export interface SentApplication {
  texts?: Record<string, string>;
  cv?: Buffer;
  cvName?: string;
  jobId?: number;
  /** The client address, as the BFF passes it on. */
  address?: string;
  /** True to send it as the engine's admin, signed in. */
  asAdmin?: boolean;
}

/** Sends the apply form as the BFF forwards it. */
export async function sendApplication(engine: TestEngine, sent: SentApplication = {}) {
  const { texts, cv = pdf(), cvName = 'cv.pdf', jobId, address = newAddress(), asAdmin = false } = sent;
  const form = new FormData();
  const fields = { name: 'Ayesha Khan', email: 'ayesha@applicant.example', consent: '1', ...texts };
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  form.append('cv', new Blob([new Uint8Array(cv)], { type: 'application/pdf' }), cvName);
  const response = await engine.fetch(jobId ? `/api/applyJob/${jobId}` : '/api/applyJob', {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: form,
    ...(!asAdmin && { token: null }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
