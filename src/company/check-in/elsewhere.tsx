/** Nobody of this departure matches: whoever is on another list of this device belongs there, and is told so. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRightRegular, PersonAddRegular, PersonSearchRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearch } from '../../offline/live.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { EmptyState } from './empty-state.tsx';
import { useRollCall } from './roll-call-scope.ts';

const MOST = 5;

const useStyles = makeStyles({
  box: { padding: '16px', display: 'flex', flexDirection: 'column', gap: '8px', overflowY: 'auto', height: '100%', boxSizing: 'border-box' },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400, fontWeight: tokens.fontWeightSemibold },
  hint: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px 16px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    color: stateColours.attention.foreground,
    backgroundColor: stateColours.attention.background,
  },
  text: { flex: '1 1 200px', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  touch: { minHeight: '48px' },
});

export function Elsewhere({ query }: { query: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, departures, formats, openDeparture, openDialog } = useRollCall();
  const hits = useSearch(view.departure.companyId, query).filter((hit) => hit.departureId !== view.departure.id);
  const seen = new Set<string>();
  const others = hits.filter((hit) => {
    const key = `${hit.booking.id} ${hit.guest.name ?? ''}`;
    return !seen.has(key) && seen.add(key);
  });
  if (others.length === 0) {
    return (
      <EmptyState
        icon={<PersonSearchRegular />}
        title={<FormattedMessage id="checkIn.search.nobody" values={{ query }} />}
        text={<FormattedMessage id="checkIn.search.nobody.text" />}
        action={
          <Button className={styles.touch} icon={<PersonAddRegular />} onClick={() => openDialog({ kind: 'walk_in' })}>
            <FormattedMessage id="checkIn.walkIn.open" />
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.box}>
      <h3 className={styles.title}>
        <FormattedMessage id="checkIn.search.elsewhere" />
      </h3>
      {others.slice(0, MOST).map((hit) => {
        const summary = departures.find((one) => one.departure.id === hit.departureId);
        if (!summary) return null;
        const meetingPoint = formats.text(summary.tour.meetingPoint);
        const guides = summary.guideNames;
        const sameDay = summary.departure.localDate === view.departure.localDate;
        return (
          <div key={hit.guest.id} className={styles.hint}>
            <div className={styles.text}>
              <div className={styles.name}>{hit.guest.name ?? hit.booking.contactName}</div>
              {intl.formatMessage(
                { id: sameDay ? 'checkIn.verdict.wrongDeparture.detail' : 'checkIn.verdict.wrongDay.detail' },
                {
                  day: formats.day(summary.departure.localDate),
                  time: formats.time(hit.startsAt),
                  tour: formats.text(summary.tour.title),
                  guides: guides.length > 0 ? formats.list(guides) : 'none',
                  guided: guides.length > 0 ? 'yes' : 'no',
                  meetingPoint,
                  place: meetingPoint === '' ? 'no' : 'yes',
                },
              )}
            </div>
            <Button className={styles.touch} icon={<ArrowRightRegular />} onClick={() => openDeparture(hit.departureId)}>
              <FormattedMessage id="checkIn.verdict.openDeparture" />
            </Button>
          </div>
        );
      })}
    </div>
  );
}
