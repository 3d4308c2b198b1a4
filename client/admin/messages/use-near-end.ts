import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** For what stands at the end of a list: calls `onNear` when it comes near the window, as long as `on`. */
export function useNearEnd(on: boolean, onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const element = end.current;
    if (!on || !element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { rootMargin: '1000px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [on]);
  return end;
}
