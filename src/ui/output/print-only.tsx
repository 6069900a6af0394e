/** Prints its children only: rendered beside the app, which is hidden from print while this is mounted (page.css). */
import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { usePrintSheet } from './use-printing.ts';

const useStyles = makeStyles({ printed: { '@media screen': { display: 'none' } } });

export function PrintOnly({ children, onDone }: { children: ReactNode; onDone(): void }) {
  const styles = useStyles();
  const latestOnDone = useRef(onDone);
  useEffect(() => {
    latestOnDone.current = onDone;
  });
  usePrintSheet();
  useEffect(() => {
    const after = () => latestOnDone.current();
    window.addEventListener('afterprint', after);
    window.print();
    return () => window.removeEventListener('afterprint', after);
  }, []);
  return createPortal(
    <div className={styles.printed} data-print>
      {children}
    </div>,
    document.body,
  );
}
