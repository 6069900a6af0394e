/** Toolbar of the advanced list: view, search and filter. */
import { Button, SearchBox, Select, makeStyles } from '@fluentui/react-components';
import { FilterRegular } from '@fluentui/react-icons';
import type { Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingFilter } from '../../../domain/booking-filter.ts';
import { gutter } from '../../../ui/theme/sizes.ts';
import type { UrlState } from '../../../ui/address/use-url-state.ts';
import { Message } from '../../../ui/states/message.tsx';
import { countConditions } from './filter/filter-draft.ts';
import type { AdvancedUrl } from './use-advanced-url.ts';
import type { SavedViews } from './views/use-saved-views.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px 12px', alignItems: 'center', padding: `4px ${gutter} 8px` },
  search: { flex: '1 1 240px', maxWidth: '360px' },
  view: { flex: '0 1 240px', minWidth: '160px' },
});

export interface AdvancedToolsProps {
  url: UrlState<AdvancedUrl>;
  /** Null if there is none, or if the one in the URL cannot be read. */
  filter: BookingFilter | null;
  savedViews: SavedViews;
  search: Ref<HTMLInputElement>;
  onFilter(): void;
}

export function AdvancedTools({ url: { state, go }, filter, savedViews, search, onFilter }: AdvancedToolsProps) {
  const { views, opened, isModified, openView } = savedViews;
  const conditions = countConditions(filter);
  const styles = useStyles();
  const intl = useIntl();
  const searchLabel = intl.formatMessage({ id: 'bookings.search' });
  return (
    <>
      <div className={styles.tools}>
        <Select
          className={styles.view}
          aria-label={intl.formatMessage({ id: 'advanced.view' })}
          value={opened?.id ?? ''}
          onChange={(_, data) => openView(views.find(({ id }) => id === data.value) ?? null)}
        >
          <option value="">{intl.formatMessage({ id: 'advanced.view.all' })}</option>
          {views.map(({ id, name }) => (
            <option key={id} value={id}>
              {isModified && id === opened?.id ? intl.formatMessage({ id: 'advanced.view.changed' }, { name }) : name}
            </option>
          ))}
        </Select>
        <SearchBox
          ref={search}
          className={styles.search}
          placeholder={searchLabel}
          aria-label={searchLabel}
          value={state.search}
          maxLength={200}
          onChange={(_, data) => go({ search: data.value }, { isTyping: true })}
        />
        <Button icon={<FilterRegular />} onClick={onFilter}>
          <FormattedMessage id="advanced.filter" values={{ count: conditions }} />
        </Button>
        {conditions > 0 && (
          <Button appearance="subtle" onClick={() => go({ filter: '' })}>
            <FormattedMessage id="advanced.filter.clear" />
          </Button>
        )}
      </div>
      {state.filter !== '' && filter === null && (
        <Message state="attention" alert onClose={() => go({ filter: '' }, { replace: true })}>
          <FormattedMessage id="advanced.filter.unread" />
        </Message>
      )}
    </>
  );
}
