import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router-dom';
import type { RouteName } from '#shared/routes.ts';
import type { Prefetch } from '../../api/prefetch.ts';

/** What the module of a screen exports. */
export interface ScreenModule {
  Component: ComponentType;
  /** Public screens: what the server waits for. */
  prefetch?: Prefetch;
  /** Admin screens, which the server does not render. */
  loader?: LoaderFunction;
}

export type LoadScreen = () => Promise<ScreenModule>;
export type ScreenTable = Partial<Record<RouteName, LoadScreen>>;
