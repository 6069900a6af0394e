/** Toolbar of the advanced list: view, search and filter. */
import { Button, SearchBox, Select, makeStyles } from '@fluentui/react-components';
import { FilterRegular } from '@fluentui/react-icons';
import type { Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SavedView } from '../../../data/bookings/views.ts';
import { gutter } from '../../../ui/theme/sizes.ts';
import type { GoOptions } from '../../../ui/address/use-url-state.ts';
import type { AdvancedUrl } from './use-advanced-url.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px 12px', alignItems: 'center', padding: `4px ${gutter} 8px` },
  search: { flex: '1 1 240px', maxWidth: '360px' },
  view: { flex: '0 1 240px', minWidth: '160px' },
});

export interface AdvancedToolsProps {
  state: AdvancedUrl;
  views: readonly SavedView[];
  opened: SavedView | null;
  /** Whether the list differs from the saved view. */
  isChanged: boolean;
  conditions: number;
  search: Ref<HTMLInputElement>;
  /** Null resets to the unfiltered list. */
  onView(view: SavedView | null): void;
  onChange(change: Partial<AdvancedUrl>, options?: GoOptions): void;
  onFilter(): void;
}

export function AdvancedTools(props: AdvancedToolsProps) {
  const { state, views, opened, isChanged, conditions, search, onView, onChange, onFilter } = props;
  const styles = useStyles();
  const intl = useIntl();
  const searchLabel = intl.formatMessage({ id: 'bookings.search' });
  return (
    <div className={styles.tools}>
      <Select
        className={styles.view}
        aria-label={intl.formatMessage({ id: 'advanced.view' })}
        value={opened?.id ?? ''}
        onChange={(_, data) => onView(views.find(({ id }) => id === data.value) ?? null)}
      >
        <option value="">{intl.formatMessage({ id: 'advanced.view.all' })}</option>
        {views.map(({ id, name }) => (
          <option key={id} value={id}>
            {isChanged && id === opened?.id ? intl.formatMessage({ id: 'advanced.view.changed' }, { name }) : name}
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
        onChange={(_, data) => onChange({ search: data.value }, { isTyping: true })}
      />
      <Button icon={<FilterRegular />} onClick={onFilter}>
        <FormattedMessage id="advanced.filter" values={{ count: conditions }} />
      </Button>
      {conditions > 0 && (
        <Button appearance="subtle" onClick={() => onChange({ filter: '' })}>
          <FormattedMessage id="advanced.filter.clear" />
        </Button>
      )}
    </div>
  );
}
