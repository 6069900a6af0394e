/** Keys that sign the company's tickets; owners can rotate and revoke them (ADR 042). */
import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  readTicketKeys,
  revokeTicketKey,
  rotateTicketKey,
  type TicketKey,
  type TicketKeys,
} from '../../data/ticket-keys.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { density, tabular, type, weight } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import type { SettingsSectionProps } from './section-props.ts';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  keys: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  key: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: density.row,
    padding: '8px 0',
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  name: { ...tabular, fontWeight: weight.bold },
  time: { ...type.note, flex: '1 1 auto', color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

type Act = 'rotate' | 'revoke';
interface KeyAction {
  act: Act;
  key: string;
}
const SEND = { rotate: rotateTicketKey, revoke: revokeTicketKey } as const;

export function TicketKeysSection({ company }: SettingsSectionProps) {
  const styles = useStyles();
  const currentUser = useCurrentUser();
  const isPartner = currentUser?.isPartner ?? false;
  const timeZone = currentUser?.company?.timeZone ?? 'UTC';
  const query = useServerQuery({
    key: [company, 'ticket-keys'],
    fetch: (signal) => readTicketKeys(company, signal),
  });
  const [pendingAction, setPendingAction] = useState<KeyAction | null>(null);
  return (
    <FormSection title="settings.section.tickets">
      <p className={styles.about}>
        <FormattedMessage id="settings.keys.about" />
        {isPartner && (
          <>
            {' '}
            <FormattedMessage id="settings.automatic" />
          </>
        )}
      </p>
      <QueryView
        query={query}
        failed={<FormattedMessage id="settings.keys.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem shape="rectangle" style={{ height: 56 }} />
          </Skeleton>
        }
      >
        {({ keys }) =>
          keys.length === 0 ? (
            <p className={styles.about}>
              <FormattedMessage id="settings.keys.none" />
            </p>
          ) : (
            <ul className={styles.keys}>
              {keys.map((key) => (
                <KeyRow
                  key={key.id}
                  of={key}
                  timeZone={timeZone}
                  onAct={isPartner ? null : (act) => setPendingAction({ act, key: key.id })}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      {pendingAction && (
        <KeyActionDialog company={company} keyAction={pendingAction} onClose={() => setPendingAction(null)} />
      )}
    </FormSection>
  );
}

interface KeyActionDialogProps {
  company: Uuid;
  keyAction: KeyAction;
  onClose(): void;
}

function KeyActionDialog({ company, keyAction, onClose }: KeyActionDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { act, key } = keyAction;
  const saving = useMutation<KeyAction, TicketKeys>({
    send: (action) => SEND[action.act]({ company, key: action.key }),
    invalidates: [[company, 'ticket-keys']],
  });

  async function carryOut(): Promise<boolean> {
    const saved = await saving.save(keyAction);
    if (saved.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: `settings.keys.${act}.done` }) });
    return saved.ok;
  }
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id={`settings.keys.${act}.title`} values={{ key }} />}
      confirm={<FormattedMessage id={`settings.keys.${act}`} />}
      onClose={onClose}
      onConfirm={carryOut}
    >
      <p className={styles.about}>
        <FormattedMessage id={`settings.keys.${act}.text`} values={{ key }} />
      </p>
      <SaveFailed result={saving.result} />
    </FormDialog>
  );
}

function KeyRow({
  of: { id, madeAt, retiredAt, revokedAt },
  timeZone,
  onAct,
}: {
  of: TicketKey;
  timeZone: string;
  onAct: ((act: Act) => void) | null;
}) {
  const styles = useStyles();
  const intl = useIntl();
  const date = (at: string) => intl.formatDate(at, { timeZone, dateStyle: 'medium' });
  const ended = revokedAt ?? retiredAt;
  const labelled = (act: Act) => `${intl.formatMessage({ id: `settings.keys.${act}` })}: ${id}`;
  return (
    <li className={styles.key}>
      <span className={styles.name}>{id}</span>
      <StateBadge state={revokedAt ? 'no' : retiredAt ? 'waiting' : 'ok'}>
        <FormattedMessage id={`settings.keys.${revokedAt ? 'revoked' : retiredAt ? 'retired' : 'signs'}`} />
      </StateBadge>
      <span className={styles.time}>
        {ended ? (
          <FormattedMessage id="settings.keys.until" values={{ from: date(madeAt), to: date(ended) }} />
        ) : (
          <FormattedMessage id="settings.keys.since" values={{ date: date(madeAt) }} />
        )}
      </span>
      {!revokedAt && onAct && (
        <span className={styles.actions}>
          {!retiredAt && (
            <Button aria-label={labelled('rotate')} onClick={() => onAct('rotate')}>
              <FormattedMessage id="settings.keys.rotate" />
            </Button>
          )}
          <Button appearance="subtle" aria-label={labelled('revoke')} onClick={() => onAct('revoke')}>
            <FormattedMessage id="settings.keys.revoke" />
          </Button>
        </span>
      )}
    </li>
  );
}
