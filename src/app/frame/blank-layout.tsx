import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { PreferenceMenus } from './preference-menus.tsx';

const useStyles = makeStyles({
  bar: { display: 'flex', justifyContent: 'flex-end', gap: '8px', padding: '8px' },
  main: { outlineStyle: 'none' },
});

/** A layout with language and colour menus only; `bare` omits them for embedded pages. */
export function BlankLayout({ children, bare = false }: { children?: ReactNode; bare?: boolean }) {
  const styles = useStyles();
  return (
    <>
      {!bare && (
        <header className={styles.bar}>
          <PreferenceMenus />
        </header>
      )}
      <main className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
