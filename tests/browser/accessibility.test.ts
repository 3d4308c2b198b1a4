import { test } from 'vitest';
import { applicants } from './accessible/applicants.ts';
import { applying } from './accessible/apply.ts';
import { blogs } from './accessible/blogs.ts';
import { intake } from './accessible/intake.ts';
import { jobs } from './accessible/jobs.ts';
import { inbox } from './accessible/messages.ts';
import { adminArea, publicArea } from './accessible/pages.ts';
import { portfolio } from './accessible/portfolio.ts';
import { team } from './accessible/team.ts';
import { expectAccessible } from './support/axe.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

// Every state that is easy to reach. What takes a journey, a phone or the embedded engine is looked at by that journey.
const browser = launchBrowser();
const site = stubbedSite();

test.each([publicArea, applying, adminArea, blogs, jobs, applicants, portfolio, team, inbox, intake])(
  'axe finds nothing on $name',
  async ({ by, states, console }) => {
    const { page, watch, close } = await (by === 'admin'
      ? openAdmin(browser.current, site)
      : openVisitor(browser.current, site.app));
    for await (const state of states(page, site)) await expectAccessible(page, state);
    expectQuiet(watch, console);
    await close();
  },
);
