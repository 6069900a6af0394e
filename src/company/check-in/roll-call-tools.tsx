import {
  Button,
  Input,
  Menu,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { ArrowSortRegular, DismissRegular, SearchRegular } from '@fluentui/react-icons';
import { memo, type KeyboardEvent, type Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ATTENDANCE_FILTERS, ATTENDANCE_SORTS, type AttendanceFilter, type AttendanceSort } from '../../domain/attendance.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { RollCallActions, type RollCallActionsProps } from './roll-call-actions.tsx';

const useStyles = makeStyles({
  tools: { display: 'flex', flexDirection: 'column', flexShrink: 0, borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  // Beside a list of departures there may be no room for all in a row: then the acts stand below, and fill it.
  searching: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', padding: '8px 12px 0 16px' },
  find: { flex: '999 1 300px', minWidth: 0, display: 'flex', alignItems: 'center', gap: '4px' },
  search: { flexGrow: 1, minWidth: 0, minHeight: '48px' },
  square: { minWidth: '48px', minHeight: '48px', flexShrink: 0 },
  filters: {
    display: 'flex',
    gap: '8px',
    padding: '4px 16px 8px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    // All of them fit on a phone in most languages; where not, the edge fades to tell of more.
    '@media (max-width: 599px)': { gap: '6px', maskImage: 'linear-gradient(to right, #000 calc(100% - 24px), transparent)' },
    '::-webkit-scrollbar': { display: 'none' },
  },
  filter: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '48px',
    padding: '0',
    border: 'none',
    background: 'none',
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    color: tokens.colorNeutralForeground1,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':focus-visible': { outlineStyle: 'none' },
    ':focus-visible > span': { outline: `3px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  // The pill is lower than what can be touched.
  pill: {
    display: 'inline-flex',
    alignItems: 'baseline',
    gap: '6px',
    padding: '6px 12px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    lineHeight: tokens.lineHeightBase300,
    '@media (max-width: 599px)': { padding: '6px 9px', fontSize: tokens.fontSizeBase200 },
  },
  on: {
    border: `1px solid ${tokens.colorBrandBackground}`,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
  },
  number: { fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold },
});

const FILTER_TEXTS: Record<AttendanceFilter, MessageId> = {
  all: 'checkIn.filter.all',
  missing: 'checkIn.filter.missing',
  here: 'checkIn.filter.here',
  due: 'checkIn.filter.due',
  note: 'checkIn.filter.note',
};

const SORT_TEXTS: Record<AttendanceSort, MessageId> = {
  name: 'checkIn.sort.name',
  arrival: 'checkIn.sort.arrival',
  size: 'checkIn.sort.size',
  reference: 'checkIn.sort.reference',
};

export interface RollCallToolsProps {
  query: string;
  filter: AttendanceFilter;
  sort: AttendanceSort;
  counts: Record<AttendanceFilter, number>;
  searchRef: Ref<HTMLInputElement>;
  onQuery(query: string): void;
  onFilter(filter: AttendanceFilter): void;
  onSort(sort: AttendanceSort): void;
  /** ArrowDown in the search goes to the first guest. */
  onEnterList(): void;
  /** What can be done stands here where it does not stand at the bottom; null for who may not. */
  actions: Omit<RollCallActionsProps, 'phone'> | null;
}

/** The filter in use is never out of sight, also when the page was loaded with it. */
function intoView(pressed: HTMLButtonElement | null): void {
  pressed?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

export const RollCallTools = memo(function RollCallTools(props: RollCallToolsProps) {
  const { query, filter, sort, counts, searchRef, onQuery, onFilter, onSort, onEnterList, actions } = props;
  const styles = useStyles();
  const intl = useIntl();

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'Enter') onEnterList();
    else if (event.key === 'Escape') onQuery('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={styles.tools}>
      <div className={styles.searching}>
        <div className={styles.find} role="search">
          <Input
            className={styles.search}
            size="large"
            input={{ ref: searchRef, enterKeyHint: 'search' }}
            aria-label={intl.formatMessage({ id: 'checkIn.search.label' })}
            placeholder={intl.formatMessage({ id: 'checkIn.search.label' })}
            autoComplete="off"
            spellCheck={false}
            contentBefore={<SearchRegular />}
            contentAfter={
              query === '' ? undefined : (
                <Button
                  appearance="transparent"
                  icon={<DismissRegular />}
                  aria-label={intl.formatMessage({ id: 'checkIn.search.clear' })}
                  onClick={() => onQuery('')}
                />
              )
            }
            value={query}
            onChange={(_, data) => onQuery(data.value)}
            onKeyDown={onKeyDown}
          />
          <SortMenu sort={sort} onSort={onSort} />
        </div>
        {actions && <RollCallActions phone={false} {...actions} />}
      </div>
      <div className={styles.filters} role="group" aria-label={intl.formatMessage({ id: 'checkIn.filter.label' })}>
        {ATTENDANCE_FILTERS.map((one) => (
          <button
            key={one}
            ref={one === filter ? intoView : undefined}
            type="button"
            className={styles.filter}
            aria-pressed={one === filter}
            onClick={() => onFilter(one)}
          >
            <span className={mergeClasses(styles.pill, one === filter && styles.on)}>
              <FormattedMessage id={FILTER_TEXTS[one]} />
              <span className={styles.number}>{intl.formatNumber(counts[one])}</span>
            </span>
          </button>
        ))}
      </div>
    </div>
  );
});

/** Apart and memoized: the counts change with every tap, this does not. */
const SortMenu = memo(function SortMenu({ sort, onSort }: Pick<RollCallToolsProps, 'sort' | 'onSort'>) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Menu
      checkedValues={{ sort: [sort] }}
      onCheckedValueChange={(_, data) => onSort((data.checkedItems[0] ?? 'name') as AttendanceSort)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          className={styles.square}
          appearance="subtle"
          icon={<ArrowSortRegular />}
          aria-label={intl.formatMessage({ id: 'checkIn.sort.label' }, { by: intl.formatMessage({ id: SORT_TEXTS[sort] }) })}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {ATTENDANCE_SORTS.map((one) => (
            <MenuItemRadio key={one} className={styles.square} name="sort" value={one}>
              <FormattedMessage id={SORT_TEXTS[one]} />
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
});
