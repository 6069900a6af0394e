/** The five states of a query, below each other. */
import { Skeleton, SkeletonItem } from '@fluentui/react-components';
import { fail } from '../../../../src/domain/result.ts';
import { QueryView, type QueryViewState } from '../../../../src/ui/loading/query-view.tsx';
import { EmptyState } from '../../../../src/ui/states/empty-state.tsx';
import { QuietOffice } from '../../../../src/ui/states/illustrations.tsx';
import { PageHeader } from '../../../../src/ui/layout/page-header.tsx';
import { Screen } from '../../../../src/ui/layout/screen.tsx';

const more = { fetching: false, refetch: () => undefined };
const offline = fail('offline', { retry: true });
const STATES: Record<string, QueryViewState<string[]>> = {
  Coming: { state: 'loading', data: undefined, failure: null, at: null, ...more, fetching: true },
  Empty: { state: 'full', data: [], failure: null, at: 0, ...more },
  Failed: { state: 'failed', data: undefined, failure: fail('server', { retry: true }), at: null, ...more },
  Old: { state: 'stale', data: ['Harbour walk', 'Old town'], failure: offline, at: Date.now() - 300_000, ...more },
  Full: { state: 'full', data: ['Harbour walk', 'Old town'], failure: null, at: Date.now(), ...more },
};

export function QuerySheet() {
  return (
    <Screen header={<PageHeader title="Answers" meta="Coming, empty, failed, old, full" />}>
      {Object.entries(STATES).map(([name, query]) => (
        <section key={name}>
          <h2>{name}</h2>
          <QueryView
            query={query}
            failed="The tours could not be loaded"
            skeleton={
              <Skeleton aria-label="Loading tours">
                <SkeletonItem style={{ height: '72px' }} />
              </Skeleton>
            }
            empty={(tours) =>
              tours.length === 0 ? <EmptyState drawing={<QuietOffice />} title="No tours yet." /> : null
            }
          >
            {(tours) => (
              <ul>
                {tours.map((tour) => (
                  <li key={tour}>{tour}</li>
                ))}
              </ul>
            )}
          </QueryView>
        </section>
      ))}
    </Screen>
  );
}
