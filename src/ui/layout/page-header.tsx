/**
 * Header of a screen or detail: title, metadata, status, at most two actions and a menu. Shrinks to one line after
 * scrolling.
 */
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, DismissRegular } from '@fluentui/react-icons';
import type { ReactElement, ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { MenuEntry } from '../commands/menu-entry.ts';
import { MoreMenu } from '../commands/more-menu.tsx';
import { useScreenScroll } from './screen.tsx';
import { PHONE } from '../theme/breakpoints.ts';
import { barHeight, gutter, MAX_CONTENT, type, weight } from '../theme/sizes.ts';
import { useMediaQuery } from './use-media-query.ts';

const useStyles = makeStyles({
  header: {
    position: 'sticky',
    top: 0,
    zIndex: 10,
    flexShrink: 0,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: '1px solid transparent',
  },
  inDetail: { backgroundColor: tokens.colorNeutralBackground1 },
  lifted: { borderBottomColor: tokens.colorNeutralStroke2 },
  inside: {
    boxSizing: 'border-box',
    maxWidth: `calc(${MAX_CONTENT} + 2 * ${gutter})`,
    margin: '0 auto',
    padding: `0 ${gutter}`,
  },
  wide: { maxWidth: 'none' },
  bar: { display: 'flex', alignItems: 'center', gap: '8px 12px', minHeight: '64px' },
  barSmall: { minHeight: barHeight },
  back: { flexShrink: 0, marginInlineStart: '-8px' },
  title: {
    ...type.hero,
    margin: 0,
    minWidth: 0,
    fontWeight: weight.bold,
    outlineStyle: 'none',
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
  titleSmall: { ...type.title, lineHeight: '24px' },
  status: { flexShrink: 0 },
  space: { flex: '1 1 0' },
  actions: { display: 'flex', flexShrink: 0, alignItems: 'center', gap: '8px' },
  meta: {
    ...type.body,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 12px',
    alignItems: 'center',
    margin: '-4px 0 0',
    paddingBottom: '8px',
    color: tokens.colorNeutralForeground3,
  },
});

export interface PageAction {
  label: string;
  icon: ReactElement;
  /** The primary action. */
  primary?: boolean;
  disabled?: boolean;
  onSelect(): void;
}

export interface PageHeaderProps {
  title: ReactNode;
  /** Metadata in one line. */
  meta?: ReactNode;
  status?: ReactNode;
  /** At most two. On a phone only the primary one is beside the title; the other moves to the menu. */
  actions?: readonly PageAction[];
  menu?: readonly MenuEntry[];
  /** Accessible name of the menu; required with a menu. */
  menuLabel?: string;
  /** `screen` renders the h1 that gets the focus after navigation; `detail` an h2. */
  of?: 'screen' | 'detail';
  /** Full width, for content without its own margin, such as a table. */
  wide?: boolean;
  /** Closes the page: an arrow back, or a cross where the list stays visible. */
  leave?: { kind: 'back' | 'close'; onSelect(): void };
}

export function PageHeader(props: PageHeaderProps) {
  const { title, meta, status, actions = [], menu = [], menuLabel, of = 'screen', wide = false, leave } = props;
  const styles = useStyles();
  const intl = useIntl();
  const phone = useMediaQuery(PHONE);
  const { scrolled } = useScreenScroll();
  const small = phone || scrolled || of === 'detail';
  const beside = phone ? actions.filter(({ primary }) => primary) : actions;
  const entries: MenuEntry[] = [...actions.filter((action) => !beside.includes(action)), ...menu];
  const Heading = of === 'screen' ? 'h1' : 'h2';
  const back = leave?.kind === 'back';
  return (
    <header className={mergeClasses(styles.header, of === 'detail' && styles.inDetail, scrolled && styles.lifted)}>
      <div className={mergeClasses(styles.inside, (wide || of === 'detail') && styles.wide)}>
        <div className={mergeClasses(styles.bar, small && styles.barSmall)}>
          {leave && back && (
            <Button
              className={styles.back}
              appearance="subtle"
              icon={<ArrowLeftRegular />}
              aria-label={intl.formatMessage({ id: 'app.back' })}
              onClick={leave.onSelect}
            />
          )}
          <Heading
            className={mergeClasses(styles.title, small && styles.titleSmall)}
            tabIndex={-1}
            {...(of === 'screen' ? { 'data-page-heading': true } : { 'data-detail-heading': true })}
          >
            {title}
          </Heading>
          {status && !phone && <div className={styles.status}>{status}</div>}
          <span className={styles.space} />
          <div className={styles.actions}>
            {beside.map((action) => (
              <ActionButton key={action.label} action={action} isIconOnly={phone} />
            ))}
            <MoreMenu label={menuLabel ?? intl.formatMessage({ id: 'app.more' })} entries={entries} />
            {leave && !back && (
              <Button
                appearance="subtle"
                icon={<DismissRegular />}
                aria-label={intl.formatMessage({ id: 'app.close' })}
                onClick={leave.onSelect}
              />
            )}
          </div>
        </div>
        {(meta || (phone && status)) && !scrolled && (
          <div className={styles.meta}>
            {phone && status}
            {meta && <span>{meta}</span>}
          </div>
        )}
      </div>
    </header>
  );
}

function ActionButton({ action, isIconOnly }: { action: PageAction; isIconOnly: boolean }) {
  const { label, icon, primary = false, disabled = false, onSelect } = action;
  return (
    <Button
      appearance={primary ? 'primary' : 'secondary'}
      icon={icon}
      disabledFocusable={disabled}
      onClick={onSelect}
      {...(isIconOnly ? { 'aria-label': label, title: label } : {})}
    >
      {isIconOnly ? null : label}
    </Button>
  );
}
