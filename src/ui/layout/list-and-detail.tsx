/**
 * A list and the detail of one entry. On a wide screen the detail is a side pane and the list stays usable; elsewhere
 * it is a page of its own, and the hidden list keeps its position, selection and scroll.
 */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
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
  // Not positioned, so that overlays cover the whole screen.
  panes: { flex: '1 1 0', minHeight: 0, display: 'flex' },
  list: { flex: '1 1 0', minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' },
  listAside: { flex: '0 0 360px', borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  behind: { visibility: 'hidden' },
  detail: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    outlineStyle: 'none',
  },
  aside: { flex: '0 0 480px', borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
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
  /** A `Detail`; null while none is open. */
  detail: ReactNode | null;
  /** Id of the open entry; a new one moves the focus to the detail's heading. */
  openId: string | null;
  /** Accessible name of the pane. */
  label: string;
  /**
   * Beside an open detail the list is `main` (a table; the detail is 480 px wide) or `narrow` (names only; 360 px
   * wide).
   */
  listIs?: 'main' | 'narrow';
  onClose(): void;
}

/** ArrowDown moves the focus from the search field into the list. */
function toTheList(event: ReactKeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' || !(event.target as HTMLElement).matches('input[type=search]')) return;
  const row = event.currentTarget.querySelector<HTMLElement>('[data-entry][tabindex="0"], button[data-entry]');
  if (!row) return;
  event.preventDefault();
  row.focus();
}

/** Leaves Escape to unsaved forms, dialogs and menus. */
function useCloseOnEscape(isOpen: boolean, onClose: () => void): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || hasDirtyForms()) return;
      if (document.querySelector('dialog[open], [role=menu]')) return;
      onClose();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOpen, onClose]);
}

export function ListAndDetail({ list, detail, openId, label, listIs = 'main', onClose }: ListAndDetailProps) {
  const styles = useStyles();
  const wide = useMediaQuery(WIDE);
  const pane = useRef<HTMLElement>(null);
  const listPane = useRef<HTMLDivElement>(null);
  const previousId = useRef(openId);
  const isOpen = detail !== null;

  useEffect(() => {
    const last = previousId.current;
    if (last === openId) return;
    previousId.current = openId;
    if (openId !== null) {
      // A visible list keeps the focus, so that arrow keys continue from row to row.
      if (!wide || !listPane.current?.contains(document.activeElement))
        pane.current?.querySelector<HTMLElement>('[data-detail-heading]')?.focus({ preventScroll: true });
    } else if (last !== null && (document.activeElement === document.body || !wide))
      listPane.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(last)}"]`)?.focus();
  }, [openId, wide]);

  useCloseOnEscape(isOpen, onClose);

  const leaving = useMemo(() => ({ wide, onClose }), [wide, onClose]);
  const covered = isOpen && !wide;
  const { cover } = useScreenScroll();
  useEffect(() => {
    cover(covered);
    return () => cover(false);
  }, [cover, covered]);
  return (
    <div className={styles.panes}>
      {/* Key events of the children bubble up to here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={listPane}
        onKeyDown={toTheList}
        className={mergeClasses(
          styles.list,
          wide && isOpen && listIs === 'narrow' && styles.listAside,
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
            wide ? (listIs === 'narrow' ? styles.main : styles.aside) : styles.over,
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
  /** At the lower edge; doesn't scroll. */
  footer?: ReactNode;
}

export function Detail({ children, footer, ...header }: DetailProps) {
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
      {footer && <div className={styles.foot}>{footer}</div>}
    </>
  );
}
