/** Audit log: who did what and when, newest first. The filters are in the URL. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import * as v from 'valibot';
import { readAudit, type AuditEvent, type AuditPage, type AuditCursor } from '../../data/audit.ts';
import { AUDIT_TOPICS, isAuditAction, type AuditTopic } from '../../domain/audit.ts';
import { formatCode } from '../../domain/codes.ts';
import { formatDateTime } from '../../lib/format-date-time.ts';
import { addDays, localDateIn } from '../../lib/local-date.ts';
import { usePagedQuery } from '../../online/use-paged-query.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { DataTable, TableFoot } from '../../ui/data-table/data-table.tsx';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { FilterMenu } from '../../ui/choices/filter-menu.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { ListQueryNotice } from '../../ui/loading/list-query-notice.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';
import { oneOf, someOf, someTexts, useUrlState, UUID } from '../../ui/address/use-url-state.ts';
import type { SettingsSectionProps } from './section-props.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', padding: `4px ${gutter} 12px` },
});

const TOPICS = Object.keys(AUDIT_TOPICS) as [AuditTopic, ...AuditTopic[]];
/** Filter for the last N days. */
const PERIODS = ['1', '7', '30', '365'] as const;
const SHAPE = v.object({ topic: someOf(TOPICS), who: someTexts(UUID), days: oneOf(['', ...PERIODS]) });

export function AuditSection({ company }: SettingsSectionProps) {
  const intl = useIntl();
  const timeZone = useCurrentUser()?.company?.timeZone ?? 'UTC';
  const formats = useFormats(timeZone);
  const { state, go } = useUrlState(SHAPE);
  const { topic, who, days } = state;
  const isFiltered = topic.length > 0 || who.length > 0 || days !== '';
  const now = useNow();
  // A date and not an instant, so that the query key stays the same all day.
  const since = days === '' ? null : addDays(localDateIn(timeZone, now), 1 - Number(days));
  const query = usePagedQuery<AuditPage, AuditCursor, AuditEvent>({
    key: [company, 'audit', topic, who, since],
    fetch: (after, signal) =>
      readAudit(company, {
        actions: topic.flatMap((name) => AUDIT_TOPICS[name]),
        people: who,
        since,
        until: null,
        after,
        signal,
      }),
    nextCursorOf: ({ next }) => next,
    rowsOf: ({ events }) => events,
  });
  const columns = useColumns(
    'audit',
    useMemo(() => auditColumns(intl, formats, timeZone), [intl, formats, timeZone]),
  );
  return (
    <>
      <Filters state={state} people={query.data?.[0]?.people ?? []} onChange={go} />
      <ListQueryNotice query={query} failed={<FormattedMessage id="audit.failed" />}>
        <DataTable<AuditEvent>
          label={intl.formatMessage({ id: 'settings.section.log' })}
          columns={columns}
          rows={query.rows}
          idOf={({ id }) => id}
          nameOf={(event) => actionText(event, intl)}
          of={JSON.stringify([topic, who, since])}
          onEndReached={query.fetchMore}
          onView={query.setVisibleRange}
          footer={query.rows && <TableFoot loading={query.hasMore} count={query.rows.length} />}
          empty={
            <EmptyState
              drawing={<QuietOffice />}
              title={<FormattedMessage id={isFiltered ? 'audit.none' : 'audit.empty'} />}
              actions={
                isFiltered && (
                  <Button appearance="primary" onClick={() => go({ topic: [], who: [], days: '' })}>
                    <FormattedMessage id="audit.showAll" />
                  </Button>
                )
              }
            />
          }
        />
      </ListQueryNotice>
    </>
  );
}

interface FiltersProps {
  state: v.InferOutput<typeof SHAPE>;
  people: AuditPage['people'];
  onChange(changed: Partial<v.InferOutput<typeof SHAPE>>): void;
}

function Filters({ state: { topic, who, days }, people, onChange }: FiltersProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.tools}>
      <FilterMenu
        label={intl.formatMessage({ id: 'audit.topic' })}
        choices={TOPICS.map((value) => ({ value, label: intl.formatMessage({ id: `audit.topic.${value}` }) }))}
        selected={topic}
        onChange={(values) => onChange({ topic: TOPICS.filter((name) => values.includes(name)) })}
      />
      <FilterMenu
        label={intl.formatMessage({ id: 'audit.actor' })}
        choices={people.map(({ id, name }) => ({ value: id, label: name }))}
        selected={who}
        onChange={(userIds) => onChange({ who: userIds })}
      />
      <FilterChips
        label={intl.formatMessage({ id: 'audit.when' })}
        choose="one"
        selected={days === '' ? [] : [days]}
        onChange={([period]) => onChange({ days: period ?? '' })}
        chips={PERIODS.map((value) => ({
          value,
          label: intl.formatMessage({ id: 'audit.days' }, { count: Number(value) }),
        }))}
      />
    </div>
  );
}

const actionText = ({ action }: AuditEvent, intl: IntlShape): string =>
  isAuditAction(action) ? intl.formatMessage({ id: `audit.action.${action}` }) : action.replaceAll('_', ' ');

function auditColumns(intl: IntlShape, formats: Formats, timeZone: string): TableColumn<AuditEvent>[] {
  const moment = (at: string) => formatDateTime(at, { locale: intl.locale, timeZone, dateStyle: 'medium' });
  return [
    {
      id: 'when',
      header: intl.formatMessage({ id: 'audit.when' }),
      cell: ({ at }) => moment(at),
      width: 160,
      card: 'meta',
    },
    {
      id: 'what',
      header: intl.formatMessage({ id: 'audit.what' }),
      cell: (event) => actionText(event, intl),
      width: 320,
      card: 'title',
      isFixed: true,
    },
    {
      id: 'subject',
      header: intl.formatMessage({ id: 'audit.subject' }),
      cell: ({ subject }) =>
        [
          subject.reference && formatCode(subject.reference),
          subject.title && formats.text(subject.title),
          subject.startsAt && moment(subject.startsAt),
          subject.person,
          subject.partner,
          subject.reason,
          subject.view,
          // Recipients of an export outside the team.
          subject.outside?.join(', '),
        ]
          .filter(Boolean)
          .join(', '),
      width: 176,
      card: 'meta',
    },
    {
      id: 'who',
      header: intl.formatMessage({ id: 'audit.actor' }),
      cell: ({ actor }) => {
        if (!actor) return intl.formatMessage({ id: 'audit.system' });
        const name = actor.name ?? intl.formatMessage({ id: 'audit.gone' });
        return actor.isMember ? name : intl.formatMessage({ id: 'audit.acting' }, { name });
      },
      width: 176,
      card: 'meta',
    },
  ];
}
