import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, ArrowUndoRegular, LocationRegular, MoreHorizontalRegular, PeopleSearchRegular, VehicleBusRegular } from '@fluentui/react-icons';
import { memo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { LastCount } from './last-count.tsx';
import { useRollCall, type RollCallScope } from './roll-call-scope.ts';
import { useNow } from './use-now.ts';

const useStyles = makeStyles({
  bars: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', padding: '0 4px' },
  header: { display: 'flex', alignItems: 'flex-start', gap: '8px', padding: '8px 8px 8px 16px' },
  under: { padding: '0 16px 8px' },
  square: { minWidth: '48px', minHeight: '48px', flexShrink: 0 },
  what: { flexGrow: 1, minWidth: 0, paddingTop: '2px' },
  title: {
    margin: 0,
    display: 'flex',
    gap: '8px',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    '& span:last-child': { display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' },
  },
  time: { fontVariantNumeric: 'tabular-nums', flexShrink: 0 },
  detail: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    '& span + span': { marginInlineStart: '8px' },
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  until: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold },
  late: { color: stateColours.attention.foreground, fontWeight: tokens.fontWeightSemibold },
  place: { verticalAlign: '-2px' },
  figures: { display: 'flex', flexDirection: 'column', alignItems: 'flex-end', flexShrink: 0, fontVariantNumeric: 'tabular-nums' },
  here: { fontSize: tokens.fontSizeHero700, lineHeight: tokens.lineHeightHero700, fontWeight: tokens.fontWeightSemibold },
  of: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200, color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
  bar: { height: '6px', backgroundColor: stateColours.neutral.background, flexShrink: 0 },
  filled: {
    height: '100%',
    backgroundColor: stateColours.ok.foreground,
    transformOrigin: 'left',
    transitionProperty: 'transform',
    transitionDuration: '150ms',
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '0.01ms' },
  },
});

export interface RollCallHeaderProps {
  onBack: (() => void) | null;
  /** The sync status, where there is no bar above for it. */
  status: ReactNode;
}

/** Which departure, how long until it leaves, how many are here. */
export function RollCallHeader({ onBack, status }: RollCallHeaderProps) {
  const styles = useStyles();
  const intl = useIntl();
  const now = useNow();
  const { view, formats, departures, openDialog, acts } = useRollCall();
  const { departure, tour, rollCall } = view;
  const { tally, departed } = rollCall;
  const total = tally.checkedIn + tally.expected + tally.noShow;
  const until = Date.parse(departure.startsAt) - now;
  const guides = departures.find((one) => one.departure.id === departure.id)?.guideNames ?? [];
  const meetingPoint = formats.text(tour.meetingPoint);
  const menu = <RollCallMenu departed={departed !== null} openDialog={openDialog} acts={acts} />;
  return (
    <>
      {onBack && (
        <div className={styles.bars}>
          <Button
            className={styles.square}
            appearance="subtle"
            icon={<ArrowLeftRegular />}
            aria-label={intl.formatMessage({ id: 'checkIn.back' })}
            onClick={onBack}
          />
          {status}
          {menu}
        </div>
      )}
      <header className={mergeClasses(styles.header, onBack !== null && styles.under)}>
        <div className={styles.what}>
          <h2 className={styles.title} id="roll-call-title">
            <span className={styles.time}>{formats.time(departure.startsAt)}</span>
            <span>{formats.text(tour.title)}</span>
          </h2>
          <div className={styles.detail}>
            {departed ? (
              <span className={styles.late}>
                <FormattedMessage id="checkIn.departure.departed" values={{ time: formats.time(departed.occurredAt) }} />
              </span>
            ) : departure.status === 'cancelled' ? (
              <span className={styles.late}>
                <FormattedMessage id="checkIn.departure.cancelled" />
              </span>
            ) : (
              <span className={until < 0 ? styles.late : styles.until}>{formats.relative(until)}</span>
            )}
            {guides.length > 0 && <span>{formats.list(guides)}</span>}
          </div>
          {meetingPoint !== '' && (
            <div className={styles.detail}>
              <LocationRegular className={styles.place} aria-hidden /> {meetingPoint}
            </div>
          )}
        </div>
        <div className={styles.figures} role="img" aria-label={intl.formatMessage({ id: 'checkIn.figures' }, { here: tally.checkedIn, total })}>
          <span className={styles.here} aria-hidden>
            {intl.formatNumber(tally.checkedIn)}
          </span>
          <span className={styles.of} aria-hidden>
            <FormattedMessage id="checkIn.ofHere" values={{ total }} />
          </span>
        </div>
        {!onBack && menu}
      </header>
      <LastCount />
      <div className={styles.bar} aria-hidden>
        <div className={styles.filled} style={{ transform: `scaleX(${total > 0 ? tally.checkedIn / total : 0})` }} />
      </div>
    </>
  );
}

/** Apart and memoized: a menu costs more to repaint than all the figures. */
const RollCallMenu = memo(function RollCallMenu(props: Pick<RollCallScope, 'openDialog' | 'acts'> & { departed: boolean }) {
  const { departed, openDialog, acts } = props;
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          className={styles.square}
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={intl.formatMessage({ id: 'checkIn.more' })}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem className={styles.square} icon={<PeopleSearchRegular />} onClick={() => openDialog({ kind: 'recount' })}>
            <FormattedMessage id="checkIn.recount.open" />
          </MenuItem>
          {departed ? (
            <MenuItem className={styles.square} icon={<ArrowUndoRegular />} onClick={() => void acts.reopen()}>
              <FormattedMessage id="checkIn.reopen" />
            </MenuItem>
          ) : (
            <MenuItem className={styles.square} icon={<VehicleBusRegular />} onClick={() => openDialog({ kind: 'depart' })}>
              <FormattedMessage id="checkIn.depart.open" />
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
});
