/**
 * "Change this departure…": the departure's overrides of its tour, and its guide. Empty fields inherit from the tour or
 * its schedule. Only the owner can change prices.
 */
import { Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { readPlanner } from '../../data/guides.ts';
import { readDeparture, type OneDeparture } from '../../data/departures.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { nameOf } from '../departure-changes/departure-lines.tsx';
import { OverridesForm, type DepartureOverridesProps } from './overrides-form.tsx';

export function DepartureOverridesDialog(props: DepartureOverridesProps) {
  const { departure, context, onClose } = props;
  const query = useServerQuery({
    key: [context.company, 'departure', departure.id],
    fetch: (signal) => readDeparture(departure.id, { signal }),
  });
  // Same query key as the guide schedule of that day.
  const guides = useServerQuery({
    key: [context.company, 'planner', departure.localDate, departure.localDate],
    fetch: (signal) => readPlanner(context.company, { from: departure.localDate, to: departure.localDate, signal }),
  });
  // Waits for a fresh response, and keeps it when a colleague changes the departure while the form is open.
  const [loaded, setLoaded] = useState<OneDeparture | null>(null);
  if (loaded === null && query.state === 'full' && !query.fetching) setLoaded(query.data);
  if (loaded) return <OverridesForm {...props} loaded={loaded} guides={guides.data?.guides ?? []} />;
  return (
    <Overlay kind="form" title={<FormattedMessage id="departureOverrides.title" />} onClose={onClose}>
      <p style={{ margin: '0 0 16px' }}>{nameOf(departure, context)}</p>
      <QueryView
        query={query}
        skeleton={<Spinner size="tiny" />}
        failed={<FormattedMessage id="departureOverrides.failed" />}
      >
        {() => (
          <LoadingRegion>
            <Spinner size="tiny" />
          </LoadingRegion>
        )}
      </QueryView>
    </Overlay>
  );
}
