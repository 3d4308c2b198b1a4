import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { type Engine, withEngine } from '../../support/engines.ts';

const company = { name: 'Backhaus Ost', email: 'office@backhaus.example' };

withEngine('embedded', (engine: Engine) => {
  const save = (name: string) =>
    engine.admin.post(callPath(contract.updateSite)).send({ site: { ...company, name } });

  it.each([
    ['has a field that this release does not know', JSON.stringify({ ...company, mood: 'good' })],
    ['is no JSON', '{'],
  ])(
    'a save over a stored site that %s is refused in plain words, and the site goes on',
    async (_how, site) => {
      await save('Backhaus Ost').expect(200);
      const db = new DatabaseSync(join(engine.app.dataDir, 'bff.sqlite'), { timeout: 5_000 });
      const { number } = db.prepare('select max(number) as number from saved_sites').get() as {
        number: number;
      };
      db.prepare('insert into saved_sites (number, saved_at, who, site) values (?, ?, ?, ?)').run(
        number + 1,
        Date.now(),
        'Ada',
        site,
      );
      const refused = await save('Backhaus West');
      expect([refused.status, refused.body.code]).toEqual([503, 'site.unreadable']);
      expect(refused.body.message).toBe(deskMessages['site.unreadable']);
      const page = await engine.visitor.get('/contact').set('Accept', 'text/html');
      expect(page.status).toBe(200);
      expect(page.text).toContain('Backhaus Ost');
      db.prepare('delete from saved_sites where number > ?').run(number);
      db.close();
      await save('Backhaus West').expect(200);
    },
  );
});
