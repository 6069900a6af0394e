/** List of API keys, valid ones first, with scopes and last use. */
import { makeStyles } from '@fluentui/react-components';
import { ArrowSyncRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import type { ApiKey } from '../../../data/api-keys.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import { MoreMenu } from '../../../ui/commands/more-menu.tsx';
import { SectionRow, SectionRows } from '../../../ui/display/section-rows.tsx';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { useFormats } from '../../../ui/format/use-formats.ts';

const useStyles = makeStyles({ fact: { display: 'block' } });

export interface KeyRowsProps {
  keys: readonly ApiKey[];
  onOpen(act: 'change' | 'rotate' | 'revoke', key: ApiKey): void;
}

export function KeyRows({ keys, onOpen }: KeyRowsProps) {
  const intl = useIntl();
  return (
    <SectionRows>
      {keys.map((key) => (
        <SectionRow
          key={key.id}
          name={key.name}
          state={<KeyState apiKey={key} />}
          action={
            <MoreMenu
              label={intl.formatMessage({ id: 'apiKeys.more' }, { name: key.name, end: key.lastFour })}
              entries={
                key.isLive
                  ? [
                      {
                        label: intl.formatMessage({ id: 'apiKeys.change' }),
                        icon: <EditRegular />,
                        onSelect: () => onOpen('change', key),
                      },
                      ...(key.isReplaced
                        ? []
                        : [
                            {
                              label: intl.formatMessage({ id: 'apiKeys.rotate' }),
                              icon: <ArrowSyncRegular />,
                              onSelect: () => onOpen('rotate', key),
                            },
                          ]),
                      {
                        label: intl.formatMessage({ id: 'apiKeys.revoke' }),
                        icon: <DeleteRegular />,
                        onSelect: () => onOpen('revoke', key),
                      },
                    ]
                  : []
              }
            />
          }
        />
      ))}
    </SectionRows>
  );
}

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const styles = useStyles();
  const intl = useIntl();
  const zone = useCurrentUser()?.company?.timeZone ?? 'UTC';
  const formats = useFormats(zone);
  const used = apiKey.lastUsedAt;
  const moment = (instant: string) => ({
    day: intl.formatDate(instant, { timeZone: zone, dateStyle: 'medium' }),
    time: formats.time(instant),
  });
  return (
    <>
      {!apiKey.isLive && (
        <span className={styles.fact}>
          <StateBadge state="neutral">
            {intl.formatMessage({ id: apiKey.revokedAt ? 'apiKeys.revoked' : 'apiKeys.expired' })}
          </StateBadge>
        </span>
      )}
      <span className={styles.fact}>
        {joinWithDots(
          `…${apiKey.lastFour}`,
          apiKey.testTour && intl.formatMessage({ id: 'apiKeys.testTour' }, { tour: formats.text(apiKey.testTour) }),
          formats.list(apiKey.scopes.map((scope) => intl.formatMessage({ id: `apiKeys.scope.${scope}` }))),
        )}
      </span>
      <span className={styles.fact}>
        {joinWithDots(
          used === null
            ? intl.formatMessage({ id: 'apiKeys.unused' })
            : apiKey.lastUsedFrom === null
              ? intl.formatMessage({ id: 'apiKeys.used' }, moment(used))
              : intl.formatMessage({ id: 'apiKeys.usedFrom' }, { ...moment(used), address: apiKey.lastUsedFrom }),
          apiKey.isLive && apiKey.expiresAt && intl.formatMessage({ id: 'apiKeys.until' }, moment(apiKey.expiresAt)),
          apiKey.addresses.length > 0 &&
            intl.formatMessage({ id: 'apiKeys.from' }, { addresses: formats.list(apiKey.addresses) }),
        )}
      </span>
    </>
  );
}
