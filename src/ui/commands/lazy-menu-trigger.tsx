/**
 * A button whose menu loads after the first paint, as Fluent's menus are as large as the whole frame. A tap before that
 * opens the menu as soon as it has loaded.
 */
import { cloneElement, useEffect, useState, type ReactElement } from 'react';
import { afterScreenPaint } from '../../lib/screen-painted.ts';
import type { LazyComponent } from '../loading/lazy-component.tsx';

/** Milliseconds after which the menu loads even if no screen has reported its paint. */
const MAX_PAINT_WAIT_MS = 1000;

/** Props of a lazy menu: its trigger button, and whether that was already pressed. */
export interface LazyMenuProps {
  trigger: ReactElement;
  defaultOpen: boolean;
}

type Trigger = ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean }>;

export function LazyMenuTrigger<Props extends object>(props: {
  trigger: ReactElement;
  menu: LazyComponent<Props & LazyMenuProps>;
  /** Other props of the menu. */
  menuProps?: Props;
}) {
  const { trigger, menu: Menu, menuProps } = props;
  const [isLoaded, setIsLoaded] = useState(Menu.isLoaded);
  const [isRequested, setIsRequested] = useState(false);

  useEffect(() => {
    if (isLoaded) return undefined;
    let current = true;
    const take = () =>
      void Menu.preload().then(
        () => current && setIsLoaded(true),
        // Without a network, and before the service worker has cached it, the next tap retries.
        () => current && setIsRequested(false),
      );
    if (isRequested) take();
    else afterScreenPaint(() => current && take(), MAX_PAINT_WAIT_MS);
    return () => {
      current = false;
    };
  }, [Menu, isLoaded, isRequested]);

  if (!isLoaded)
    return cloneElement(trigger as Trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setIsRequested(true),
    });
  return <Menu {...({ ...menuProps, trigger, defaultOpen: isRequested } as Props & LazyMenuProps)} />;
}
