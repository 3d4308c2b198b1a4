import { expect, it } from 'vitest';
import { withEngine } from '../../support/engines.ts';
import { categoryForm, goodJob, withTexts } from '../../support/forms.ts';

/** Zones that are 26 hours apart, so that a day of the first is over in the second at every hour. */
const [late, early] = ['Etc/GMT+12', 'Etc/GMT-14'];

withEngine('embedded', (engine) => {
  const save = async (settings: object) => {
    const site = { name: 'Backhaus', email: 'office@backhaus.example', ...settings };
    return engine.call('updateSite', { site });
  };
  const saveZone = (time_zone: string) => save({ time_zone });

  it('a closing day ends in the zone of the company, for the list, the page, its markup and the form', async () => {
    expect((await saveZone('Asia/Peshawar')).body.errors).toEqual({
      time_zone: [expect.stringContaining('the name of a time zone')],
    });
    expect((await saveZone(late)).status).toBe(200);
    const today = new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);
    const job = { ...goodJob, title: 'Night baker', closes_at: today, status: 'open' };
    const added = await engine.call('addJob', job).expect(200);
    const { id } = added.body.data;
    const isListed = async () => (await engine.visitor.call('jobs')).text.includes('Night baker');
    const statusOf = async () => (await engine.visitor.call('singleJob', id)).status;
    const page = () => engine.visitor.get(`/careers/apply/${id}`).set('Accept', 'text/html');

    expect([await isListed(), await statusOf()]).toEqual([true, 200]);
    const end = new Date(Date.parse(`${today}T00:00:00Z`) + 36 * 3_600_000 - 1000);
    expect((await page()).text).toContain(`"validThrough":"${end.toISOString().replace('.000', '')}"`);

    expect((await saveZone(early)).status).toBe(200);
    expect([await isListed(), await statusOf()]).toEqual([false, 410]);
    expect((await page()).text).not.toContain('validThrough');
    const again = await engine.call('addJob', job);
    expect(again.body.errors).toHaveProperty('closes_at');

    expect((await saveZone(late)).status).toBe(200);
    expect([await isListed(), await statusOf()]).toEqual([true, 200]);
  });

  it('a category needs logos, unless the owner has switched off what shows them', async () => {
    const add = async (title: string) => {
      const texts = withTexts(await categoryForm(), { title });
      return engine.call(
        'addProjectCategory',
        texts.filter(({ name }) => !name.startsWith('tech_image')),
      );
    };
    expect((await add('Weddings')).body.errors).toEqual({ tech_image: ['Add logos*'] });
    await save({ pages: { portfolio: { made_with: { show: false } } } });
    const added = await add('Weddings');
    expect(added.status, added.text).toBe(200);
  });
});
