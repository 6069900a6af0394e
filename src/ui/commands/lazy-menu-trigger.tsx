/**
 * A button whose menu loads after the first paint, as Fluent's menus are as large as the whole frame. A tap before that
 * opens the menu as soon as it has loaded.
 */
import { cloneElement, useEffect, useState, type ReactElement } from 'react';
import { afterScreenPaint } from '../../lib/screen-painted.ts';
import type { LazyComponent } from '../loading/lazy-component.tsx';

/** Milliseconds after which the menu loads even if no screen has reported its paint. */
const AT_MOST = 1000;

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
  given?: Props;
}) {
  const { trigger, menu: Menu, given } = props;
  const [here, setHere] = useState(Menu.isLoaded);
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    if (here) return undefined;
    let current = true;
    const take = () =>
      void Menu.preload().then(
        () => current && setHere(true),
        // Without a network, and before the service worker has cached it, the next tap retries.
        () => current && setWanted(false),
      );
    if (wanted) take();
    else afterScreenPaint(() => current && take(), AT_MOST);
    return () => {
      current = false;
    };
  }, [Menu, here, wanted]);

  if (!here)
    return cloneElement(trigger as Trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setWanted(true),
    });
  return <Menu {...({ ...given, trigger, defaultOpen: wanted } as Props & LazyMenuProps)} />;
}
