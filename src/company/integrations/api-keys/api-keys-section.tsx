/** API keys of the company (ADR 063): scopes, last use and expiry, with the console and reference. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { readApiKeys, type ApiKey } from '../../../data/api-keys.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { ApiReference } from './api-reference.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeyRows } from './key-rows.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 } });

type Opened = { act: 'make' } | { act: 'change' | 'rotate' | 'revoke'; key: ApiKey } | { act: 'show'; secret: string };

export function ApiKeysSection({ company }: { company: Uuid }) {
  const styles = useStyles();
  const [opened, setOpened] = useState<Opened | null>(null);
  const answer = useServerQuery({ key: [company, 'api-keys'], fetch: (signal) => readApiKeys(company, signal) });
  const close = () => setOpened((now) => (now?.act === 'show' ? now : null));
  const show = (secret: string) => setOpened({ act: 'show', secret });
  return (
    <>
      <FormSection
        title="apiKeys.title"
        actions={
          <Button onClick={() => setOpened({ act: 'make' })} disabledFocusable={!answer.data}>
            <FormattedMessage id="apiKeys.add" />
          </Button>
        }
      >
        <p className={styles.about}>
          <FormattedMessage id="apiKeys.about" />
        </p>
        <QueryView answer={answer} skeleton={null} failed={<FormattedMessage id="apiKeys.failed" />}>
          {({ keys, tours }) => (
            <>
              {keys.length === 0 ? (
                <p className={styles.about}>
                  <FormattedMessage id="apiKeys.none" />
                </p>
              ) : (
                <KeyRows keys={keys} onOpen={(act, key) => setOpened({ act, key })} />
              )}
              {(opened?.act === 'make' || opened?.act === 'change') && (
                <KeyDialog
                  company={company}
                  tours={tours}
                  known={opened.act === 'change' ? opened.key : null}
                  onMade={show}
                  onClose={close}
                />
              )}
              {opened?.act === 'rotate' && (
                <RotateKey company={company} known={opened.key} onMade={show} onClose={close} />
              )}
              {opened?.act === 'revoke' && <RevokeKey company={company} known={opened.key} onClose={close} />}
              {opened?.act === 'show' && <NewKeyDialog secret={opened.secret} onClose={() => setOpened(null)} />}
            </>
          )}
        </QueryView>
      </FormSection>
      <ApiReference />
    </>
  );
}
