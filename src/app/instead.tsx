import { FormattedMessage } from 'react-intl';
import { LocalLink } from '../ui/local-link.tsx';
import type { MenuItem } from './menu.tsx';

/** Links to what the person may open instead. */
export function Instead({ menu }: { menu: readonly MenuItem[] }) {
  if (menu.length === 0) return null;
  return menu.map(({ route }) => (
    <LocalLink key={route.path} to={route.path}>
      <FormattedMessage id={route.title} />
    </LocalLink>
  ));
}
