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

/** In order of urgency. */
const NEEDS = [
  { id: 'refused', icon: <CloudDismissRegular />, state: 'no' },
  { id: 'incidents', icon: <WarningRegular />, state: 'no' },
  { id: 'silentDevices', icon: <WifiOffRegular />, state: 'attention' },
  { id: 'refunds', icon: <ArrowUndoRegular />, state: 'attention' },
  { id: 'mails', icon: <MailRegular />, state: 'no' },
  { id: 'requests', icon: <QuestionCircleRegular />, state: 'attention' },
  { id: 'noGuide', icon: <PersonProhibitedRegular />, state: 'attention' },
  { id: 'unsent', icon: <CloudArrowUpRegular />, state: 'attention' },
  { id: 'overdue', icon: <ClockAlarmRegular />, state: 'attention' },
  { id: 'belowMinimum', icon: <PeopleRegular />, state: 'attention' },
  { id: 'proposed', icon: <CalendarPersonRegular />, state: 'attention' },
  { id: 'differences', icon: <MoneyRegular />, state: 'attention' },
] as const;

interface Need {
  count: number | undefined;
  to: string | null;
  /** Further values of the text. */
  values?: Record<string, number>;
}

const NO_DEVICES = { devices: 0, actions: 0 };

/** Returns the items of which there is at least one, in order of urgency. */
function needsOf({ needs, today }: Today, links: Links) {
  const { refused = NO_DEVICES, unsent = NO_DEVICES, refundsFailed = 0 } = needs;
  const found: Record<(typeof NEEDS)[number]['id'], Need> = {
    refused: { count: refused.devices, to: links.team(), values: refused },
    incidents: { count: needs.incidents, to: links.reports('incidents') },
    silentDevices: { count: needs.silentDevices, to: links.calendar({ on: today, day: today }) },
    refunds: { count: needs.refunds, to: links.refunds(), values: { failed: refundsFailed } },
    mails: { count: needs.mails, to: links.mails() },
    requests: { count: needs.requests, to: links.requests(today) },
    noGuide: { count: needs.noGuide, to: links.calendar({ show: 'unassigned' }) },
    unsent: { count: unsent.devices, to: links.team(), values: unsent },
    overdue: { count: needs.overdue, to: links.reports('overdue') },
    belowMinimum: { count: needs.belowMinimum, to: links.attention() },
    proposed: { count: needs.proposed, to: links.proposed() },
    differences: { count: needs.differences, to: links.differences(today) },
  };
  return NEEDS.flatMap(({ id, icon, state }) => {
    const { count = 0, to, values } = found[id];
    const shownState = id === 'refunds' && refundsFailed > 0 ? 'no' : state;
    return count > 0 ? [{ id, icon, state: shownState, to, values: { ...values, count } } as const] : [];
  });
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
