import { makeStyles, tokens } from '@fluentui/react-components';
import { CallRegular, ChatRegular, MailRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { FormattedMessage } from 'react-intl';
import { density, weight } from '../../../ui/theme/sizes.ts';
import type { MirroredBooking } from '../../../domain/mirror.ts';
import type { MessageId } from '../../../i18n/message-id.ts';

const useStyles = makeStyles({
  row: { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)', gap: '8px' },
  // Icon above the text, so that three links fit on a phone in every language.
  link: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    minHeight: density.target,
    padding: '4px',
    boxSizing: 'border-box',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    fontWeight: weight.bold,
    whiteSpace: 'nowrap',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `3px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '& svg': { fontSize: '20px', flexShrink: 0 },
  },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** Returns the booking's phone number for `tel:` links, or null. */
export function dialablePhone({ contactPhone }: Pick<MirroredBooking, 'contactPhone'>): string | null {
  return contactPhone?.replace(/[^\d+]/g, '') || null;
}

/** Links to call, message or mail the contact. */
export function PartyContact({ booking }: { booking: Pick<MirroredBooking, 'contactPhone' | 'contactEmail'> }) {
  const styles = useStyles();
  const phone = dialablePhone(booking);
  const links: { href: string; icon: ReactElement; text: MessageId }[] = [];
  if (phone !== null) {
    links.push({ href: `tel:${phone}`, icon: <CallRegular />, text: 'checkIn.contact.call' });
    links.push({ href: `sms:${phone}`, icon: <ChatRegular />, text: 'checkIn.contact.message' });
  }
  if (booking.contactEmail) {
    links.push({
      href: `mailto:${encodeURIComponent(booking.contactEmail)}`,
      icon: <MailRegular />,
      text: 'checkIn.contact.email',
    });
  }
  if (links.length === 0) {
    return (
      <p className={styles.none}>
        <FormattedMessage id="checkIn.contact.none" />
      </p>
    );
  }
  return (
    <div className={styles.row}>
      {links.map(({ href, icon, text }) => (
        <a key={href} className={styles.link} href={href}>
          {icon}
          <FormattedMessage id={text} />
        </a>
      ))}
    </div>
  );
}
