import type { Page } from '@playwright/test';
import type { Id } from '#shared/id.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import type { Engine } from '../../support/engines.ts';
import { applicationForm, sendForm, without } from '../../support/forms.ts';
import { exactly, named } from './names.ts';

/** The admin Applicants screen, by what a user sees. */
export function applicantsScreen(page: Page) {
  const table = named(page, 'table', 'Applicants');
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  const column = (status: string) => exactly(page, 'region', status);
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const bulk = named(page, 'region', 'Selected applicants');
  return {
    table,
    row,
    rows: table.locator('tbody tr'),
    names: () => table.locator('tbody tr a bdi').allTextContents(),
    link: (name: string) => named(table, 'link', name),
    status: (name: string) => named(row(name), 'button', new RegExp(`^Status of ${name}`)),
    shows: (name: string, status: string) => exactly(row(name), 'button', `Status of ${name}: ${status}`),
    choose: (name: string) => exactly(page, 'checkbox', `Select ${name}`),
    chooseAll: named(page, 'checkbox', 'Select all on this page'),
    tab: (name: string) => named(named(page, 'navigation', 'Applicants by status'), 'link', name),
    search: named(page, 'searchbox', 'Search applicants'),
    read: page.getByLabel('Read status'),
    order: page.getByLabel('Order'),
    exportLink: named(page, 'link', 'Export CSV'),
    item: (name: string) => exactly(page, 'menuitem', name),
    keys: named(page, 'button', 'Keyboard shortcuts'),
    keysDialog: named(page, 'dialog', 'Keyboard shortcuts'),
    rejectDialog: named(page, 'dialog', /^Reject /),
    reason: page.getByLabel('Reason (optional)'),
    bulk: {
      bar: bulk,
      move: named(bulk, 'button', 'Move to another status'),
      button: (name: string) => exactly(bulk, 'button', name),
      more: named(bulk, 'button', 'More for the selected applicants'),
      confirm: page.getByRole('alertdialog'),
    },
    board: {
      columns: named(page, 'region', 'Applicants by status'),
      column,
      card,
      cards: (status: string) => column(status).getByRole('listitem'),
    },
    review: reviewPane(page),
  };
}

function reviewPane(page: Page) {
  const pane = page.locator('[data-review]');
  return {
    pane,
    name: (name: string) => page.getByRole('heading', { name, level: 2 }),
    button: (name: string) => exactly(pane, 'button', name),
    next: named(pane, 'button', 'Next applicant'),
    previous: named(pane, 'button', 'Previous applicant'),
    close: named(page, 'button', /^Close/),
    status: (name: string, status: string) => exactly(pane, 'button', `Status of ${name}: ${status}`),
    star: (name: string) => exactly(pane, 'radio', name),
    pages: pane.getByRole('figure'),
    note: pane.getByLabel('Add a note'),
    tab: (name: string) => named(pane, 'tab', name),
    more: named(pane, 'button', /^More for /),
    notes: named(pane, 'tabpanel', 'Notes').getByRole('listitem'),
    events: named(pane, 'tabpanel', 'History').getByRole('listitem'),
    download: named(pane, 'link', 'Download'),
  };
}

/** Drags the card of this name over another column, and drops it there unless the drag is cancelled. */
export async function dragCard(page: Page, name: string, status: string, { cancel = false } = {}) {
  const { board } = applicantsScreen(page);
  const card = board.card(name);
  await card.hover({ position: { x: 60, y: 20 } });
  await page.mouse.down();
  const from = await card.boundingBox();
  const to = await board.column(status).boundingBox();
  if (!from || !to) throw new Error('drag: there is no such card or column');
  // The first move only lifts the card; a busy browser merges all pending moves into one.
  await page.mouse.move(from.x + 60, from.y + 40, { steps: 2 });
  await card.and(page.locator('[data-dragging]')).waitFor();
  await page.mouse.move(to.x + to.width / 2, to.y + 80, { steps: 4 });
  await board.column(status).and(page.locator('[data-over]')).waitFor();
  if (cancel) await page.keyboard.press('Escape');
  await page.mouse.up();
  // The board leaves out a click in the 50 ms after a drag, so that dropping a card does not open it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
}

/** Returns a small real PDF with one line of Helvetica on each page. */
function cvPdf(...pages: string[]) {
  const objects = ['<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'];
  const treeAt = 2 + pages.length * 2;
  const kids: string[] = [];
  for (const line of pages) {
    const drawing = `BT /F1 18 Tf 60 760 Td (${line}) Tj ET`;
    objects.push(`<</Length ${drawing.length}>>stream\n${drawing}\nendstream`);
    const resources = '<</Font<</F1 1 0 R>>>>';
    objects.push(
      `<</Type/Page/Parent ${treeAt} 0 R/MediaBox[0 0 595 842]/Contents ${objects.length} 0 R/Resources${resources}>>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects.push(`<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}>>`);
  objects.push(`<</Type/Catalog/Pages ${treeAt} 0 R>>`);
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer<</Size ${objects.length + 1}/Root ${objects.length} 0 R>>`;
  return Buffer.from(`${text}${table}${trailer}\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}

/** Adds an applicant as an admin; the CV is a PDF of two pages. */
export async function applyTo(
  { admin }: Pick<Engine, 'admin'>,
  jobId: Id | undefined,
  texts: Record<string, string>,
): Promise<ListedApplicant> {
  const path = jobId === undefined ? '/api/applyJob' : `/api/applyJob/${jobId}`;
  const answer = await sendForm(admin.post(path), applicationParts(texts)).expect(200);
  const list = await admin.get(`/api/getApplicants?search=${answer.body.data.reference}`);
  return list.body.data.data[0];
}

/** The parts of an application with a CV that has visible content. */
export function applicationParts(texts: Record<string, string>) {
  const file = cvPdf(`Curriculum vitae of ${texts.email}`, 'The second page');
  return [
    ...without(applicationForm(texts), 'cv'),
    { name: 'cv', file, filename: 'cv.pdf', type: 'application/pdf' },
  ];
}
