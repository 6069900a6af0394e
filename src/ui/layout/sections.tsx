/**
 * A long screen divided into sections; the address names the open one. Their list is beside the section on a wide
 * screen, else a page of its own.
 */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronRightRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '../../i18n/message-id.ts';
import { PageTitleContext } from './page-title-context.ts';
import { WIDE } from '../theme/breakpoints.ts';
import { density, gutter, MAX_CONTENT, type, weight } from '../theme/sizes.ts';
import { useMediaQuery } from './use-media-query.ts';

const useStyles = makeStyles({
  aside: { display: 'grid', gridTemplateColumns: '208px minmax(0, 1fr)', gap: '32px', alignItems: 'start' },
  // A section that scrolls itself takes the full height.
  filled: {
    flex: '1 1 0',
    minHeight: 0,
    alignItems: 'stretch',
    gap: '8px',
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: `calc(${MAX_CONTENT} + 2 * ${gutter})`,
    margin: '0 auto',
    paddingInlineStart: gutter,
    // Aligned with the list beside a section that doesn't scroll itself.
    '& > nav': { paddingTop: '8px' },
  },
  alone: { flex: '1 1 0', minHeight: 0, display: 'flex', flexDirection: 'column' },
  list: { display: 'grid', gap: '2px', margin: 0, padding: 0, listStyleType: 'none' },
  sticky: { position: 'sticky', top: '72px', alignSelf: 'start' },
  cards: {
    gap: 0,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
    '& li:not(:last-child)': { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  link: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    minHeight: density.row,
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover, color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  card: { ...type.lead, padding: '8px 16px', borderRadius: 0, color: tokens.colorNeutralForeground1 },
  name: { flex: '1 1 auto' },
  selected: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    color: tokens.colorNeutralForeground1,
    fontWeight: weight.bold,
  },
  room: { display: 'flex', flexDirection: 'column', gap: '24px', minWidth: 0, maxWidth: '720px' },
  roomFilled: { flex: '1 1 0', gap: 0, maxWidth: 'none', minHeight: 0 },
  hidden: { display: 'none' },
});

export interface SectionEntry<Id extends string> {
  id: Id;
  title: MessageId;
}

/** Returns which section is shown; null if the list fills the screen. */
export function useShownSection<Id extends string>(selectedId: Id | null, sections: readonly SectionEntry<Id>[]) {
  const wide = useMediaQuery(WIDE);
  return { wide, openSection: selectedId ?? (wide ? sections[0]!.id : null) };
}

export interface SectionsProps<Id extends string> {
  /** Accessible name of the list. */
  label: string;
  sections: readonly SectionEntry<Id>[];
  /** From `useShownSection`. */
  openSection: Id | null;
  wide: boolean;
  /** The section scrolls itself, as a table does; its `Screen` needs `fill`, too. */
  fill?: boolean;
  children: ReactNode;
}

export function Sections<Id extends string>(props: SectionsProps<Id>) {
  const { label, sections, openSection, wide, fill = false, children } = props;
  const styles = useStyles();
  const intl = useIntl();
  const list = (
    <nav aria-label={label} className={wide ? styles.sticky : undefined}>
      <ul className={mergeClasses(styles.list, !wide && styles.cards)}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              // Other query parameters belong to the section that is left.
              to={{ search: `?section=${id}` }}
              className={mergeClasses(styles.link, !wide && styles.card, wide && id === openSection && styles.selected)}
              {...(id === openSection ? { 'aria-current': 'page' as const } : {})}
            >
              <span className={styles.name}>
                <FormattedMessage id={title} />
              </span>
              {!wide && <ChevronRightRegular aria-hidden />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
  const title = wide ? undefined : sections.find(({ id }) => id === openSection)?.title;
  return (
    // A section that fills the screen provides the page's title.
    <PageTitleContext value={title ? intl.formatMessage({ id: title }) : null}>
      <div className={mergeClasses(wide ? styles.aside : fill && styles.alone, wide && fill && styles.filled)}>
        {(wide || openSection === null) && list}
        {/* Stays mounted so that unsaved input survives going back to the list and rotating the device. */}
        <div className={mergeClasses(styles.room, fill && styles.roomFilled, openSection === null && styles.hidden)}>
          {children}
        </div>
      </div>
    </PageTitleContext>
  );
}
