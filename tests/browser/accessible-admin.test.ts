// @module-tag deep/journey: the menus, forms and dialogs of the screens that admin-screens has axe look at
import { adminAreas } from './accessible/admin-areas.ts';
import { expectAccessibleAreas } from './accessible/area.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';

const browser = launchBrowser();
const site = stubbedSite();

expectAccessibleAreas(adminAreas, { browser, site, colorScheme: 'light' });
