/**
 * Another navigation, a hidden tab or a slow machine cuts a view transition short: the next page stands there at once. The
 * browser tells that by rejecting `ready`, the router does not listen, and a page error would be reported that is none.
 */
export function letTransitionsEndEarly(): void {
  if (!('startViewTransition' in document)) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => {});
    return transition;
  };
}
