/** Items that need attention, each with a link to the list where it is handled. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowUndoRegular,
  CalendarPersonRegular,
  CheckmarkCircleRegular,
  ChevronRightRegular,
  ClockAlarmRegular,
  CloudArrowUpRegular,
  CloudDismissRegular,
  MailRegular,
  MoneyRegular,
  PeopleRegular,
  PersonProhibitedRegular,
  QuestionCircleRegular,
  WarningRegular,
  WifiOffRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { Today } from '../../../data/dashboard.ts';
import { useLocalPath } from '../../../ui/address/local-link.tsx';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { density, type, weight } from '../../../ui/theme/sizes.ts';
import type { Links } from '../dashboard-links.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  row: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '12px',
    height: '100%',
    boxSizing: 'border-box',
    minHeight: density.row,
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    '& svg': { fontSize: '20px' },
  },
  link: {
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  attention: { '& > svg:first-child': { color: stateColours.attention.foreground } },
  no: { '& > svg:first-child': { color: stateColours.no.foreground } },
  chevron: { color: tokens.colorNeutralForeground3 },
  text: { fontWeight: weight.bold },
  none: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    margin: 0,
    color: stateColours.ok.foreground,
    '& svg': { flexShrink: 0, fontSize: '20px' },
  },
});

interface Need {
  id:
    | 'overdue'
    | 'incidents'
    | 'silentDevices'
    | 'noGuide'
    | 'proposed'
    | 'belowMinimum'
    | 'requests'
    | 'refunds'
    | 'differences'
    | 'mails'
    | 'refused'
    | 'unsent';
  icon: ReactElement;
  state: 'attention' | 'no';
  values: Record<string, number>;
  to: string | null;
}

/** Returns the items in order of urgency. */
function needsOf({ needs, today }: Today, links: Links): Need[] {
  const { refused = { devices: 0, actions: 0 }, unsent = { devices: 0, actions: 0 } } = needs;
  const all: (Need & { count: number | undefined })[] = [
    {
      id: 'refused',
      count: refused.devices,
      icon: <CloudDismissRegular />,
      state: 'no',
      values: refused,
      to: links.team(),
    },
    {
      id: 'incidents',
      count: needs.incidents,
      icon: <WarningRegular />,
      state: 'no',
      values: {},
      to: links.reports('incidents'),
    },
    {
      id: 'silentDevices',
      count: needs.silentDevices,
      icon: <WifiOffRegular />,
      state: 'attention',
      values: {},
      to: links.calendar({ on: today, day: today }),
    },
    {
      id: 'refunds',
      count: needs.refunds,
      icon: <ArrowUndoRegular />,
      state: (needs.refundsFailed ?? 0) > 0 ? 'no' : 'attention',
      values: { failed: needs.refundsFailed ?? 0 },
      to: links.refunds(),
    },
    { id: 'mails', count: needs.mails, icon: <MailRegular />, state: 'no', values: {}, to: links.mails() },
    {
      id: 'requests',
      count: needs.requests,
      icon: <QuestionCircleRegular />,
      state: 'attention',
      values: {},
      to: links.requests(today),
    },
    {
      id: 'noGuide',
      count: needs.noGuide,
      icon: <PersonProhibitedRegular />,
      state: 'attention',
      values: {},
      to: links.calendar({ show: 'unassigned' }),
    },
    {
      id: 'unsent',
      count: unsent.devices,
      icon: <CloudArrowUpRegular />,
      state: 'attention',
      values: unsent,
      to: links.team(),
    },
    {
      id: 'overdue',
      count: needs.overdue,
      icon: <ClockAlarmRegular />,
      state: 'attention',
      values: {},
      to: links.reports('overdue'),
    },
    {
      id: 'belowMinimum',
      count: needs.belowMinimum,
      icon: <PeopleRegular />,
      state: 'attention',
      values: {},
      to: links.attention(),
    },
    {
      id: 'proposed',
      count: needs.proposed,
      icon: <CalendarPersonRegular />,
      state: 'attention',
      values: {},
      to: links.proposed(),
    },
    {
      id: 'differences',
      count: needs.differences,
      icon: <MoneyRegular />,
      state: 'attention',
      values: {},
      to: links.differences(today),
    },
  ];
  return all.flatMap(({ count = 0, ...need }) => (count > 0 ? [{ ...need, values: { ...need.values, count } }] : []));
}

export function NeedsAttentionList({ today, links }: { today: Today; links: Links }) {
  const styles = useStyles();
  const intl = useIntl();
  const localPath = useLocalPath();
  const needs = needsOf(today, links);
  if (needs.length === 0)
    return (
      <p className={styles.none}>
        <CheckmarkCircleRegular aria-hidden />
        <FormattedMessage id="dashboard.needs.none" />
      </p>
    );
  return (
    <ul className={styles.list} aria-label={intl.formatMessage({ id: 'dashboard.needs' })}>
      {needs.map(({ id, icon, state, values, to }) => {
        const content = (
          <>
            {icon}
            <span className={styles.text}>
              <FormattedMessage id={`dashboard.needs.${id}`} values={values} />
            </span>
          </>
        );
        return (
          <li key={id}>
            {to === null ? (
              <div className={mergeClasses(styles.row, styles[state])}>{content}</div>
            ) : (
              <Link className={mergeClasses(styles.row, styles.link, styles[state])} to={localPath(to)}>
                {content}
                <ChevronRightRegular className={styles.chevron} aria-hidden />
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
