/**
 * A button whose menu comes after the first paint: Fluent's menus with their positioning are as large as the whole
 * frame. A tap that comes before the code is not lost, the menu opens with it.
 */
import { cloneElement, useEffect, useState, type ReactElement } from 'react';
import { afterScreenPaint } from '../../lib/screen-painted.ts';
import type { LazyComponent } from '../loading/lazy-component.tsx';

/** Milliseconds after which the menus come although no screen has said that it has painted. */
const AT_MOST = 1000;

/** What a menu that comes late is given: the button that opens it, and whether it was pressed already. */
export interface LazyMenuProps {
  trigger: ReactElement;
  defaultOpen: boolean;
}

type Trigger = ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean }>;

export function LazyMenuTrigger<Props extends object>(props: {
  trigger: ReactElement;
  menu: LazyComponent<Props & LazyMenuProps>;
  /** What the menu is given besides. */
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
        // Offline before the worker has it: the next tap tries again.
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
