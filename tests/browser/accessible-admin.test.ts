import { adminAreas } from './accessible/admin-areas.ts';
import { expectAccessibleAreas } from './accessible/area.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';

const browser = launchBrowser();
const site = stubbedSite();

expectAccessibleAreas(adminAreas, { browser, site, colorScheme: 'light' });
