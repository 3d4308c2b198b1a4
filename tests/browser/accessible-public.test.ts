// @module-tag deep/again: axe on every state of the public pages; home, careers, team and contact have it look at theirs
import { expect, test } from 'vitest';
import { applying } from './accessible/apply.ts';
import { expectAccessibleAreas } from './accessible/area.ts';
import { everyRoute, routeTo } from './accessible/every-route.ts';
import { publicArea, publicPages } from './accessible/pages.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';

const browser = launchBrowser();
const site = stubbedSite();

test('axe visits every route outside of the admin area', () => {
  const visited = new Set(publicPages.map(([path]) => routeTo(path)));
  const isPublic = (path: string) => !path.startsWith('/admin/') || path === '/admin/login';
  expect([...visited].sort()).toEqual(everyRoute.filter(isPublic).toSorted());
});

// accessible-dark.test.ts checks these areas in dark colours.
expectAccessibleAreas([publicArea, applying], { browser, site, colorScheme: 'light' });
