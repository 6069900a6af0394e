/**
 * A list and what is opened of it. With room for both the detail is a third pane and the list stays usable; elsewhere it is a page
 * of its own with a way back, and the list waits behind it as it was: its place, selection and scroll.
 */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
} from 'react';
import { useIntl } from 'react-intl';
import { hasDirtyForms } from '../form/dirty-forms.ts';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';
import { useScreenScroll } from './screen.tsx';
import { WIDE } from '../theme/breakpoints.ts';
import { gutter } from '../theme/sizes.ts';
import { useMediaQuery } from './use-media-query.ts';

const useStyles = makeStyles({
  // Not positioned: what lies over it lies over the whole screen.
  panes: { flex: '1 1 0', minHeight: 0, display: 'flex' },
  list: { flex: '1 1 0', minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' },
  listBeside: { flex: '0 0 360px', borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  behind: { visibility: 'hidden' },
  detail: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    outlineStyle: 'none',
  },
  beside: { flex: '0 0 480px', borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
  main: { flex: '1 1 0' },
  over: { position: 'absolute', inset: 0, zIndex: 20 },
  body: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    padding: `8px ${gutter} 24px`,
  },
  foot: {
    flexShrink: 0,
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '8px',
    padding: `12px ${gutter}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

const Leaving = createContext<{ wide: boolean; onClose(): void }>({ wide: false, onClose: () => undefined });

export interface ListAndDetailProps {
  list: ReactNode;
  /** A `Detail`; null while nothing is opened. */
  detail: ReactNode | null;
  /** What is opened, so that another entry begins at its own heading. */
  opened: string | null;
  /** What the pane is called, for whoever hears it. */
  label: string;
  /** Beside an open detail the list is `main` (a table, 480 px for the detail) or `narrow` (names, 360 px for the list). */
  listIs?: 'main' | 'narrow';
  onClose(): void;
}

/** From the search into the list by ArrowDown, as in the roll-call. */
function toTheList(event: ReactKeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' || !(event.target as HTMLElement).matches('input[type=search]')) return;
  const row = event.currentTarget.querySelector<HTMLElement>('[data-entry][tabindex="0"], button[data-entry]');
  if (!row) return;
  event.preventDefault();
  row.focus();
}

export function ListAndDetail({ list, detail, opened, label, listIs = 'main', onClose }: ListAndDetailProps) {
  const styles = useStyles();
  const wide = useMediaQuery(WIDE);
  const pane = useRef<HTMLElement>(null);
  const listPane = useRef<HTMLDivElement>(null);
  const before = useRef(opened);
  const isOpen = detail !== null;

  useEffect(() => {
    const last = before.current;
    if (last === opened) return;
    before.current = opened;
    if (opened !== null) {
      // The list keeps the focus where it is in sight: its keys go on from row to row.
      if (!wide || !listPane.current?.contains(document.activeElement))
        pane.current?.querySelector<HTMLElement>('[data-detail-heading]')?.focus({ preventScroll: true });
    } else if (last !== null && (document.activeElement === document.body || !wide))
      listPane.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(last)}"]`)?.focus();
  }, [opened, wide]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || hasDirtyForms()) return;
      if (document.querySelector('dialog[open], [role=menu]')) return;
      onClose();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOpen, onClose]);

  const leaving = useMemo(() => ({ wide, onClose }), [wide, onClose]);
  const covered = isOpen && !wide;
  const { cover } = useScreenScroll();
  useEffect(() => {
    cover(covered);
    return () => cover(false);
  }, [cover, covered]);
  return (
    <div className={styles.panes}>
      {/* What is pressed in it is heard here, whatever it holds. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={listPane}
        onKeyDown={toTheList}
        className={mergeClasses(
          styles.list,
          wide && isOpen && listIs === 'narrow' && styles.listBeside,
          covered && styles.behind,
        )}
        inert={covered}
      >
        {list}
      </div>
      {isOpen && (
        <section
          ref={pane}
          aria-label={label}
          data-pane
          className={mergeClasses(
            styles.detail,
            wide ? (listIs === 'narrow' ? styles.main : styles.beside) : styles.over,
          )}
        >
          <Leaving.Provider value={leaving}>{detail}</Leaving.Provider>
        </section>
      )}
    </div>
  );
}

export interface DetailProps extends Omit<PageHeaderProps, 'of' | 'leave' | 'wide'> {
  children: ReactNode;
  /** At the lower edge, and in place when the rest scrolls. */
  foot?: ReactNode;
}

export function Detail({ children, foot, ...header }: DetailProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { wide, onClose } = useContext(Leaving);
  return (
    <>
      <PageHeader
        {...header}
        menuLabel={header.menuLabel ?? intl.formatMessage({ id: 'app.more' })}
        of="detail"
        leave={{ kind: wide ? 'close' : 'back', onSelect: onClose }}
      />
      <div className={styles.body}>{children}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </>
  );
}
