import { describeError } from '../errors/describe-error.ts';
import { ErrorView } from '../errors/error-view.tsx';
import { Instead } from './instead.tsx';
import type { MenuItem } from './menu.tsx';
import { ReloadButton } from './reload-button.tsx';

const NOTHING: readonly MenuItem[] = [];

/** An error view inside the layout, with what one can do about it. */
export function ErrorPage({ error, menu = NOTHING }: { error: unknown; menu?: readonly MenuItem[] }) {
  const details = describeError(error);
  const actions =
    details.statusCode === 404 ? (
      <Instead menu={menu} />
    ) : (
      <ReloadButton />
    );
  return <ErrorView {...details} actions={actions} />;
}
