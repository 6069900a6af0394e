import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { PreferenceMenus } from './preference-menus.tsx';

const useStyles = makeStyles({
  bar: { display: 'flex', justifyContent: 'flex-end', gap: '8px', padding: '8px' },
  main: { outlineStyle: 'none' },
});

/** No frame: the page, and above it language and colours unless it is embedded somewhere (`bare`). */
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
