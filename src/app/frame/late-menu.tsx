/**
 * A button whose menu comes after the first paint: Fluent's menus with their positioning are as large as the whole
 * frame. A tap that comes before the code is not lost, the menu opens with it.
 */
import { cloneElement, useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { afterScreenPaint } from '../../lib/screen-painted.ts';
import type { MenuProps } from './menu-props.ts';

/** Milliseconds after which the menus come although no screen has said that it has painted. */
const AT_MOST = 1000;

export type MenuModule = typeof import('./menus.tsx');

let loaded: MenuModule | null = null;
const load = () => import('./menus.tsx').then((module) => (loaded = module));

type Trigger = ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean }>;

export function LateMenu(props: { trigger: ReactElement; menu: (module: MenuModule) => ComponentType<MenuProps> }) {
  const [module, setModule] = useState(loaded);
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    if (module) return undefined;
    let current = true;
    const take = () =>
      void load().then(
        (code) => current && setModule(code),
        // Offline before the worker has it: the next tap tries again.
        () => undefined,
      );
    if (wanted) take();
    else afterScreenPaint(() => current && take(), AT_MOST);
    return () => {
      current = false;
    };
  }, [module, wanted]);

  if (!module)
    return cloneElement(props.trigger as Trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setWanted(true),
    });
  const Menu = props.menu(module);
  return <Menu trigger={props.trigger} defaultOpen={wanted} />;
}
