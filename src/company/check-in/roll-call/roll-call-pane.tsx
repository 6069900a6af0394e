/** Layout of a roll-call: header and tools above the list, or beside it on a phone in landscape. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { HTMLAttributes, ReactNode, RefObject } from 'react';
import { TITLE_ID } from './title-id.ts';

const useStyles = makeStyles({
  pane: {
    position: 'relative',
    flex: '1 1 0',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    containerType: 'size',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  // In landscape the rows get the full height.
  sideways: { flexDirection: 'row', padding: '0 env(safe-area-inset-right) 0 env(safe-area-inset-left)' },
  column: {
    flex: '0 0 40%',
    minWidth: '240px',
    maxWidth: '320px',
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  columnTools: { flex: '1 1 0', minHeight: 0, overflowY: 'auto' },
  // On a phone the tools scroll away with the list.
  scroller: {
    position: 'relative',
    flex: '1 1 0',
    minHeight: 0,
    containerType: 'inline-size',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    scrollbarGutter: 'stable',
    // Lets the last rows scroll clear of a toast.
    '::after': { content: '""', display: 'block', height: '64px' },
  },
});

export interface RollCallPaneProps {
  phone: boolean;
  sideways: boolean;
  header: ReactNode;
  tools: ReactNode;
  /** Shown at the bottom of a phone. */
  actions: ReactNode;
  scroller: RefObject<HTMLDivElement | null>;
  /** Handlers that freeze the list while it is touched. */
  freezeHandlers: HTMLAttributes<HTMLDivElement>;
  children: ReactNode;
}

export function RollCallPane({
  phone,
  sideways,
  header,
  tools,
  actions,
  scroller,
  freezeHandlers,
  children,
}: RollCallPaneProps) {
  const styles = useStyles();
  const list = (
    <div key="list" ref={scroller} className={styles.scroller} {...freezeHandlers}>
      {phone && !sideways && tools}
      {children}
    </div>
  );
  return (
    <section className={mergeClasses(styles.pane, sideways && styles.sideways)} aria-labelledby={TITLE_ID}>
      {sideways ? (
        <div className={styles.column}>
          {header}
          <div className={styles.columnTools}>{tools}</div>
          {actions}
        </div>
      ) : (
        <>
          {header}
          {!phone && tools}
        </>
      )}
      {list}
      {phone && !sideways && actions}
    </section>
  );
}
