import { Button, makeStyles } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { deleteReferralLink, type ReferralLink } from '../../data/referrals.ts';
import type { Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { MoreMenu } from '../../ui/commands/more-menu.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { formatCommissionAmounts } from './commission-amounts.ts';

const useStyles = makeStyles({
  fact: { display: 'block' },
  // The menu button already has its own padding.
  actions: { display: 'flex', alignItems: 'center' },
});

/** A link that is inactive but not removed is one whose agreement has ended. */
const inactiveTextId = ({ isEnded: isRemoved }: ReferralLink) =>
  isRemoved ? 'referrals.link.removed' : 'referrals.link.ended';

export interface LinkRowsProps {
  organisation: Uuid;
  links: readonly ReferralLink[];
  onPoster(link: ReferralLink): void;
}

export function LinkRows({ organisation, links, onPoster }: LinkRowsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const [removing, setRemoving] = useState<ReferralLink | null>(null);
  return (
    <>
      <SectionRows>
        {links.map((link) => (
          <SectionRow
            key={link.id}
            name={link.name}
            state={
              <>
                <span className={styles.fact}>
                  {joinWithDots(link.companyName, link.tour && formats.text(link.tour.titles), link.code)}
                </span>
                {!link.isActive && (
                  <StateBadge state="neutral">
                    <FormattedMessage id={inactiveTextId(link)} />
                  </StateBadge>
                )}{' '}
                {joinWithDots(
                  intl.formatMessage({ id: 'referrals.clicks' }, { count: link.clicks, recent: link.recent }),
                  intl.formatMessage({ id: 'commission.bookings' }, { count: link.bookings }),
                  ...formatCommissionAmounts(link.sums, { intl, formats }),
                )}
              </>
            }
            action={
              <div className={styles.actions}>
                {link.isActive && (
                  <Button
                    aria-label={intl.formatMessage({ id: 'referrals.poster.of' }, { name: link.name })}
                    onClick={() => onPoster(link)}
                  >
                    <FormattedMessage id="referrals.poster" />
                  </Button>
                )}
                {!link.isEnded && (
                  <MoreMenu
                    label={intl.formatMessage({ id: 'referrals.more' }, { name: link.name })}
                    entries={[
                      {
                        label: intl.formatMessage({ id: 'referrals.remove' }),
                        icon: <DeleteRegular />,
                        onSelect: () => setRemoving(link),
                      },
                    ]}
                  />
                )}
              </div>
            }
          />
        ))}
      </SectionRows>
      {removing && <RemoveLink organisation={organisation} link={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function RemoveLink({ organisation, link, onClose }: { organisation: Uuid; link: ReferralLink; onClose(): void }) {
  const intl = useIntl();
  const saving = useMutation({ send: deleteReferralLink, invalidates: [[organisation]] });

  async function remove(): Promise<boolean> {
    const saved = await saving.save(link.id);
    if (saved.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'referrals.remove.done' }) });
    return saved.ok;
  }

  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="referrals.remove.title" values={{ name: link.name }} />}
      confirm={<FormattedMessage id="referrals.remove.confirm" />}
      onClose={onClose}
      onConfirm={remove}
    >
      <SaveFailed result={saving.result} />
      <p>
        <FormattedMessage id="referrals.remove.text" />
      </p>
    </FormDialog>
  );
}
