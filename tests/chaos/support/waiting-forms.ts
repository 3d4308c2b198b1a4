import type { AdminClient } from './admin-client.ts';

interface Waiting {
  waiting: number;
  needs_person: number;
}

/** Returns the number of queued forms, as the admin area shows it. */
export async function waitingForms(admin: AdminClient): Promise<Waiting> {
  const { status, body } = await admin.get('/api/siteStatus');
  if (status !== 200) throw new Error(`siteStatus was answered with ${status}`);
  return (body.data as { intake: Waiting }).intake;
}

/** A queued form, as the screen of waiting forms shows it. */
export interface WaitingItem {
  reference: string;
  state: string;
  may_be_twice: boolean;
}

/** Returns all queued forms, and those that the host may have twice. */
export async function waitingItems(admin: AdminClient): Promise<WaitingItem[]> {
  const items: WaitingItem[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { status, body } = await admin.get(`/api/intake?page=${page}`);
    if (status !== 200) throw new Error(`intake was answered with ${status}`);
    const data = body.data as { data: WaitingItem[]; last_page: number };
    items.push(...data.data);
    last = data.last_page;
  }
  return items;
}
