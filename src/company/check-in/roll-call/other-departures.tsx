/** Search results from other departures, when nobody on this one matches. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRightRegular, PersonAddRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import { useSearch } from '../../../offline/read/use-search.ts';
import type { SearchHit } from '../../../offline/read/search-entries.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { NoGuestsFound } from '../illustrations.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useRollCall } from './roll-call-context.ts';
import { CorrectDeparture } from '../scan-result/correct-departure.tsx';
import { weight } from '../../../ui/theme/sizes.ts';

const MAX_HITS = 5;

const useStyles = makeStyles({
  box: { padding: '16px', display: 'flex', flexDirection: 'column', gap: '8px', boxSizing: 'border-box' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: weight.bold,
  },
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
  name: {
    fontWeight: weight.bold,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
});

export function OtherDepartures({ query }: { query: string }) {
  const styles = useStyles();
  const { view, departures, openDeparture, openDialog } = useRollCall();
  const results = useSearch(view.departure.companyId, query);
  // Waits for the search in all lists before reporting no match.
  if (results === null) return <div className={styles.box} aria-busy />;
  const hits = results.filter((hit) => hit.departureId !== view.departure.id);
  const guestsOf = ({ booking }: SearchHit) => hits.filter((hit) => hit.booking.id === booking.id);
  // One result per party.
  const parties = hits.filter((hit) => guestsOf(hit)[0] === hit);
  if (parties.length === 0) {
    return (
      <EmptyState
        drawing={<NoGuestsFound />}
        actions={
          <Button icon={<PersonAddRegular />} onClick={() => openDialog({ kind: 'walk_in' })}>
            <FormattedMessage id="checkIn.walkIn.open" />
          </Button>
        }
        title={<FormattedMessage id="checkIn.search.nobody" values={{ query }} />}
      />
    );
  }
  return (
    <div className={styles.box}>
      <h3 className={styles.title}>
        <FormattedMessage id="checkIn.search.elsewhere" />
      </h3>
      {parties.slice(0, MAX_HITS).map((hit) => {
        const summary = departures.find((entry) => entry.departure.id === hit.departureId);
        if (!summary) return null;
        const { departure, tour, guideNames } = summary;
        const more = guestsOf(hit).length - 1;
        return (
          <div key={hit.booking.id} className={styles.hint}>
            <div className={styles.text}>
              <div className={styles.name}>
                <FormattedMessage
                  id="checkIn.correctDeparture.name"
                  values={{ name: hit.guest.name ?? hit.booking.contactName, more }}
                />
              </div>
              <CorrectDeparture
                departure={{
                  tourTitle: tour.title,
                  meetingPoint: tour.meetingPoint,
                  startsAt: hit.startsAt,
                  localDate: departure.localDate,
                  guideNames,
                }}
              />
            </div>
            <Button icon={<ArrowRightRegular />} onClick={() => openDeparture(hit.departureId)}>
              <FormattedMessage id="checkIn.scanResult.openDeparture" />
            </Button>
          </div>
        );
      })}
    </div>
  );
}
