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
import { memo, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  ATTENDANCE_FILTERS,
  ATTENDANCE_SORTS,
  type AttendanceFilter,
  type AttendanceSort,
} from '../../../domain/attendance-filters.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { prepareSearch } from '../../../offline/read/use-search.ts';
import { density, tabular, type, weight } from '../../../ui/theme/sizes.ts';

/** Too low for two rows of tools and nine guests, for example below the banner of acting for a company. */
const LOW = '@container (max-height: 720px)';

const useStyles = makeStyles({
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    flexShrink: 0,
    alignItems: 'center',
    gap: '8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    padding: '8px 16px',
  },
  phone: {
    rowGap: 0,
    padding: '4px 8px 0',
    [LOW]: { flexWrap: 'nowrap', overflowX: 'auto', scrollbarWidth: 'none', padding: '4px 8px' },
  },
  find: { flex: '1 1 200px', minWidth: 0, display: 'flex', alignItems: 'center', gap: '4px' },
  findPhone: {
    flex: '1 0 100%',
    [LOW]: { flex: '1 0 168px', ':focus-within': { flexBasis: '100%' } },
  },
  search: { flexGrow: 1, minWidth: 0, minHeight: density.target },
  square: { minWidth: density.target, minHeight: density.target, flexShrink: 0 },
  filters: {
    display: 'flex',
    gap: '8px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    '::-webkit-scrollbar': { display: 'none' },
  },
  // Usually all filters fit on a phone; if not, the faded edge hints at scrolling.
  filtersPhone: {
    flex: '1 0 100%',
    minWidth: 0,
    gap: '4px',
    maskImage: 'linear-gradient(to right, #000 calc(100% - 16px), transparent)',
    [LOW]: { flex: '0 0 auto', overflowX: 'visible', maskImage: 'none' },
  },
  filter: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: density.target,
    padding: 0,
    border: 'none',
    background: 'none',
    fontFamily: tokens.fontFamilyBase,
    ...type.body,
    color: tokens.colorNeutralForeground1,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':focus-visible': { outlineStyle: 'none' },
    ':focus-visible > span': { outline: `3px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  // The pill is smaller than the touch target.
  pill: {
    display: 'inline-flex',
    alignItems: 'baseline',
    gap: '4px',
    padding: '5px 8px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  // Selected, but not the primary action.
  on: {
    border: `1px solid ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
  },
  // Beside the list there is room to wrap instead of scrolling sideways.
  sideways: { [LOW]: { flexWrap: 'wrap', overflowX: 'visible', padding: '4px 8px 0' }, borderBottom: 'none' },
  findSideways: { [LOW]: { flex: '1 0 100%' } },
  filtersSideways: {
    flexWrap: 'wrap',
    rowGap: 0,
    overflowX: 'visible',
    maskImage: 'none',
    [LOW]: { flex: '1 0 100%' },
  },
  filterSideways: { minHeight: '40px' },
  number: { ...tabular, fontWeight: weight.bold },
});

const FILTER_TEXTS: Record<AttendanceFilter, MessageId> = {
  all: 'checkIn.filter.all',
  missing: 'checkIn.filter.missing',
  checked_in: 'checkIn.filter.here',
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
  companyId: Uuid;
  phone: boolean;
  /** Landscape phone: the tools are beside the list. */
  sideways: boolean;
  query: string;
  filter: AttendanceFilter;
  sort: AttendanceSort;
  counts: Record<AttendanceFilter, number>;
  searchRef: Ref<HTMLInputElement>;
  onQuery(query: string): void;
  onFilter(filter: AttendanceFilter): void;
  onSort(sort: AttendanceSort): void;
  /** Called for ArrowDown in the search; focuses the first guest. */
  onEnterList(): void;
  /** Actions, if they are neither at the bottom nor in the header. */
  actions: ReactNode;
}

/** Scrolls the active filter into view, also on page load. */
function intoView(pressed: HTMLButtonElement | null): void {
  pressed?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

export const RollCallTools = memo(function RollCallTools(props: RollCallToolsProps) {
  const { phone, sideways, sort, actions, onSort } = props;
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.tools, phone && styles.phone, sideways && styles.sideways)}>
      <div
        className={mergeClasses(styles.find, phone && styles.findPhone, sideways && styles.findSideways)}
        role="search"
      >
        <SearchField {...props} />
        <SortMenu sort={sort} onSort={onSort} />
      </div>
      {actions}
      <Filters {...props} />
    </div>
  );
});

type SearchFieldProps = Pick<RollCallToolsProps, 'companyId' | 'query' | 'searchRef' | 'onQuery' | 'onEnterList'>;

function SearchField({ companyId, query, searchRef, onQuery, onEnterList }: SearchFieldProps) {
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
    <Input
      className={styles.search}
      input={{ ref: searchRef, enterKeyHint: 'search' }}
      aria-label={intl.formatMessage({ id: 'checkIn.search.label' })}
      placeholder={intl.formatMessage({ id: 'checkIn.search.label' })}
      autoComplete="off"
      spellCheck={false}
      contentBefore={<SearchRegular />}
      onFocus={() => prepareSearch(companyId)}
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
  );
}

type FiltersProps = Pick<RollCallToolsProps, 'phone' | 'sideways' | 'filter' | 'counts' | 'onFilter'>;

function Filters({ phone, sideways, filter, counts, onFilter }: FiltersProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div
      className={mergeClasses(styles.filters, phone && styles.filtersPhone, sideways && styles.filtersSideways)}
      role="group"
      aria-label={intl.formatMessage({ id: 'checkIn.filter.label' })}
    >
      {ATTENDANCE_FILTERS.map((option) => (
        <button
          key={option}
          ref={option === filter ? intoView : undefined}
          type="button"
          className={mergeClasses(styles.filter, sideways && styles.filterSideways)}
          aria-pressed={option === filter}
          onClick={() => onFilter(option)}
        >
          <span className={mergeClasses(styles.pill, option === filter && styles.on)}>
            <FormattedMessage id={FILTER_TEXTS[option]} />
            <span className={styles.number}>{intl.formatNumber(counts[option])}</span>
          </span>
        </button>
      ))}
    </div>
  );
}

/** Memoized separately, because the counts change with every tap. */
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
          aria-label={intl.formatMessage(
            { id: 'checkIn.sort.label' },
            { by: intl.formatMessage({ id: SORT_TEXTS[sort] }) },
          )}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {ATTENDANCE_SORTS.map((option) => (
            <MenuItemRadio key={option} className={styles.square} name="sort" value={option}>
              <FormattedMessage id={SORT_TEXTS[option]} />
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
});
