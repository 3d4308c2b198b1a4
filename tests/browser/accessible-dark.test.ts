// @module-tag deep/journey: the pages, menus, forms and dialogs of accessible-admin and accessible-public in dark colours
import { adminAreas } from './accessible/admin-areas.ts';
import { applying } from './accessible/apply.ts';
import { expectAccessibleAreas } from './accessible/area.ts';
import { publicArea } from './accessible/pages.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';

const browser = launchBrowser();
const site = stubbedSite();

expectAccessibleAreas([...adminAreas, publicArea, applying], { browser, site, colorScheme: 'dark' });
