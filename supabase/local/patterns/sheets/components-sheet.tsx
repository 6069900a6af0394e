/** Small components: states, notices, figures, filters, buttons, empty states; and typography. */
import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, ArchiveRegular, CopyRegular, DeleteRegular, OpenRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { EmptyState } from '../../../../src/ui/states/empty-state.tsx';
import { Stats } from '../../../../src/ui/display/stats.tsx';
import { FilterChips } from '../../../../src/ui/choices/filter-chips.tsx';
import { QuietOffice } from '../../../../src/ui/states/illustrations.tsx';
import { Message } from '../../../../src/ui/states/message.tsx';
import { PageHeader } from '../../../../src/ui/layout/page-header.tsx';
import { Screen } from '../../../../src/ui/layout/screen.tsx';
import { Segmented } from '../../../../src/ui/choices/segmented.tsx';
import { StateBadge } from '../../../../src/ui/states/state-badge.tsx';
import { showToast } from '../../../../src/ui/toasts/toasts.ts';
import { type, weight } from '../../../../src/ui/theme/sizes.ts';

const nothing = () => undefined;
const STATES = ['ok', 'attention', 'no', 'waiting', 'neutral'] as const;
const WORDS = { ok: 'Confirmed', attention: 'DKK 585 due', no: 'Cancelled', waiting: 'On its way', neutral: 'Ended' };

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
  column: { display: 'grid', gap: '8px' },
  heading: { ...type.title, margin: '0 0 12px', fontWeight: weight.bold },
  hero: { ...type.hero, fontWeight: weight.bold },
  title: { ...type.title, fontWeight: weight.bold },
  lead: type.lead,
  body: type.body,
  note: type.note,
});

function Part({ name, children }: { name: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section>
      <h2 className={styles.heading}>{name}</h2>
      {children}
    </section>
  );
}

export function ComponentsSheet({ isScrolled = false }: { isScrolled?: boolean }) {
  const styles = useStyles();
  const [filter, setFilter] = useState<string[]>(['due']);
  const [view, setView] = useState('week');
  const [choice, setChoice] = useState('all');
  const states = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isScrolled) states.current?.scrollIntoView();
  }, [isScrolled]);
  return (
    <Screen
      header={
        <PageHeader
          title="Harbour walk"
          status={<StateBadge state="ok">Live</StateBadge>}
          meta="90 minutes · Nyhavn, the fountain · English, Danish"
          actions={[
            { label: 'Preview', icon: <OpenRegular />, onSelect: nothing },
            { label: 'Add departure', icon: <AddRegular />, primary: true, onSelect: nothing },
          ]}
          menu={[
            { label: 'Duplicate', icon: <CopyRegular />, onSelect: nothing },
            { label: 'Archive', icon: <ArchiveRegular />, onSelect: nothing },
            { label: 'Delete', icon: <DeleteRegular />, dangerous: true, onSelect: nothing },
          ]}
          menuLabel="More for Harbour walk"
        />
      }
    >
      <Part name="Figures">
        <Stats
          label="This week"
          figures={[
            { label: 'Guests', value: '412', trend: '31 more than last week', to: '/bookings' },
            { label: 'Revenue', value: 'DKK 48,250', trend: 'the same as last week', to: '/dashboard' },
            { label: 'Money due', value: 'DKK 585', trend: '3 bookings', to: '/bookings', state: 'attention' },
            { label: 'Reports overdue', value: '2', state: 'no' },
          ]}
        />
      </Part>
      <Part name="Filters and views">
        <div className={styles.column}>
          <FilterChips
            label="Bookings"
            choose="any"
            selected={filter}
            onChange={setFilter}
            chips={[
              { value: 'upcoming', label: 'Upcoming', count: 128 },
              { value: 'due', label: 'Money due', count: 3 },
              { value: 'hold', label: 'On hold', count: 0 },
              { value: 'cancelled', label: 'Cancelled' },
            ]}
          />
          <div className={styles.row}>
            <Segmented
              label="View"
              kind="tabs"
              value={view}
              onChange={setView}
              segments={[
                { value: 'month', label: 'Month' },
                { value: 'week', label: 'Week' },
                { value: 'day', label: 'Day' },
              ]}
            />
            <Segmented
              label="Which departures"
              kind="choice"
              value={choice}
              onChange={setChoice}
              segments={[
                { value: 'one', label: 'This one' },
                { value: 'following', label: 'And following' },
                { value: 'all', label: 'All' },
              ]}
            />
          </div>
        </div>
      </Part>
      <Part name="States">
        <div ref={states} className={styles.row}>
          {STATES.map((state) => (
            <StateBadge key={state} state={state}>
              {WORDS[state]}
            </StateBadge>
          ))}
          <StateBadge state="attention" wraps>
            A sentence that may need two lines where there is not much room for it on a phone
          </StateBadge>
        </div>
      </Part>
      <Part name="Messages">
        <div className={styles.column}>
          {STATES.map((state) => (
            <Message
              key={state}
              state={state}
              title={WORDS[state]}
              {...(state === 'no' ? { actions: <Button>Try again</Button> } : {})}
              {...(state === 'neutral' ? { onClose: nothing } : {})}
            >
              One sentence says why, and what can be done.
            </Message>
          ))}
        </div>
      </Part>
      <Part name="Buttons">
        <div className={styles.row}>
          <Button appearance="primary">Collect DKK 585 and check in</Button>
          <Button>Move</Button>
          <Button appearance="subtle">Show all</Button>
          <Button disabledFocusable>Not now</Button>
          <Button
            onClick={() =>
              void showToast({
                intent: 'success',
                text: 'Ada Jensen is here',
                action: { label: 'Undo', onSelect: nothing },
                duration: Number.POSITIVE_INFINITY,
              })
            }
          >
            Show a toast
          </Button>
        </div>
      </Part>
      <Part name="Empty">
        <EmptyState
          drawing={<QuietOffice />}
          title="No bookings yet."
          actions={<Button appearance="primary">Add a booking</Button>}
        >
          <p>They appear here as soon as a guest books on your page.</p>
        </EmptyState>
      </Part>
      <Part name="Type">
        <div className={styles.column}>
          <span className={styles.hero}>28 · 13 of 24 here</span>
          <span className={styles.title}>20 · Saturday 2 May</span>
          <span className={styles.lead}>16 · Ada Jensen, party of five</span>
          <span className={styles.body}>14 · Paid online, code K7M 2QP</span>
          <span className={styles.note}>12 · 5 min ago</span>
        </div>
      </Part>
    </Screen>
  );
}
