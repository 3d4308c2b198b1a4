import { Outlet } from 'react-router-dom';
import { NavigationProgress } from './NavigationProgress.tsx';
import { RouteFocus } from './RouteFocus.tsx';

/** Around every page: what shows that one is coming, and what moves people to it. */
export function AppRoot() {
  return (
    <>
      <NavigationProgress />
      <RouteFocus />
      <Outlet />
    </>
  );
}
