/** Party card: check-in, payment, contact, notes, conflicts and history. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular, MoneyRegular, QrCodeRegular } from '@fluentui/react-icons';
import { useId, useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Party } from '../../../domain/attendance.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { gutter, type, weight } from '../../../ui/theme/sizes.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { useReturnFocus } from '../../../ui/overlays/use-return-focus.ts';
import { ConflictCards } from './conflict-card.tsx';
import { PartyContact } from './party-contact.tsx';
import { PartyAttendance } from './party-attendance.tsx';
import { PartyHistory } from './party-history.tsx';
import { PartyMeta } from './party-meta.tsx';
import { PartyNoteForm, PartyNotes } from './party-notes.tsx';
import { VoidBookingNotice } from './void-booking-notice.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';

const useStyles = makeStyles({
  pane: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  top: { flexShrink: 0, padding: `8px ${gutter}` },
  titleRow: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: '8px',
    '& > button': { flexShrink: 0, marginRight: '-8px' },
  },
  title: { ...type.title, fontWeight: weight.bold, margin: 0, flex: '1 1 0', minWidth: 0, outlineStyle: 'none' },
  details: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    padding: `8px ${gutter} 24px`,
  },
  due: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px 16px',
    padding: '8px 16px',
    borderRadius: tokens.borderRadiusLarge,
    color: stateColours.attention.foreground,
    backgroundColor: stateColours.attention.background,
  },
  options: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  amount: { ...type.title, fontWeight: weight.bold, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
});

export interface PartySheetProps {
  party: Party;
  /** `pane` is part of the layout beside the list; `sheet` covers it. */
  presentation?: 'pane' | 'sheet';
  onClose(): void;
}

export function PartySheet({ party, presentation = 'sheet', onClose }: PartySheetProps) {
  const { contactName } = party.booking;
  if (presentation === 'pane') return <PartyPane party={party} onClose={onClose} />;
  return (
    <Overlay kind="details" title={contactName} header={<PartyMeta party={party} />} onClose={onClose}>
      <PartyCard party={party} />
    </Overlay>
  );
}

function PartyPane({ party, onClose }: Omit<PartySheetProps, 'presentation'>) {
  const styles = useStyles();
  const intl = useIntl();
  const id = useId();
  const pane = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useReturnFocus(pane);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    const element = pane.current;
    // Not in JSX, where a section must have no key handler (jsx-a11y). Elsewhere Escape clears the search.
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.stopPropagation();
      onClose();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [onClose]);
  return (
    <section ref={pane} className={styles.pane} aria-labelledby={id} data-pane>
      <div className={styles.top}>
        <div className={styles.titleRow}>
          <h2 ref={heading} id={id} className={styles.title} tabIndex={-1}>
            {party.booking.contactName}
          </h2>
          <Button
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label={intl.formatMessage({ id: 'app.close' })}
            onClick={onClose}
          />
        </div>
        <PartyMeta party={party} />
      </div>
      <div className={styles.details}>
        <PartyCard party={party} />
      </div>
    </section>
  );
}

function PartyCard({ party }: { party: Party }) {
  const styles = useStyles();
  const { view, formats, openDialog } = useRollCall();
  const { booking } = party;
  const isPartner = useCurrentUser()?.isPartner ?? false;
  return (
    <>
      <VoidBookingNotice party={party} />
      <PartyNotes party={party} />
      <PartyContact booking={booking} />
      {party.due > 0 && (
        <div className={styles.due}>
          <div>
            <div className={styles.amount}>{formats.money(party.due, booking.currency)}</div>
            <FormattedMessage id="checkIn.due.label" />
          </div>
          <div className={styles.options}>
            {view.company.paysOnline && !isPartner && (
              <Button
                icon={<QrCodeRegular />}
                onClick={() => openDialog({ kind: 'phone_payment', bookingId: booking.id })}
              >
                <FormattedMessage id="checkIn.phonePayment.open" />
              </Button>
            )}
            <Button
              appearance="primary"
              icon={<MoneyRegular />}
              onClick={() => openDialog({ kind: 'collect', bookingId: booking.id })}
            >
              <FormattedMessage id="checkIn.collect.open" />
            </Button>
          </div>
        </div>
      )}
      <ConflictCards party={party} />
      <PartyAttendance party={party} />
      <PartyNoteForm party={party} />
      <PartyHistory party={party} />
    </>
  );
}
