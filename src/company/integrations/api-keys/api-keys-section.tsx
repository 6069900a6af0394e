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

type OpenDialog =
  | { act: 'make' }
  | { act: 'change' | 'rotate' | 'revoke'; key: ApiKey }
  | { act: 'show'; secret: string };

export function ApiKeysSection({ company }: { company: Uuid }) {
  const styles = useStyles();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const query = useServerQuery({ key: [company, 'api-keys'], fetch: (signal) => readApiKeys(company, signal) });
  // A dialog that made a key closes only after the dialog that shows the key has replaced it, which must stay.
  const close = () => setDialog((current) => (current?.act === 'show' ? current : null));
  const showSecret = (secret: string) => setDialog({ act: 'show', secret });
  return (
    <>
      <FormSection
        title="apiKeys.title"
        actions={
          <Button onClick={() => setDialog({ act: 'make' })} disabledFocusable={!query.data}>
            <FormattedMessage id="apiKeys.add" />
          </Button>
        }
      >
        <p className={styles.about}>
          <FormattedMessage id="apiKeys.about" />
        </p>
        <QueryView query={query} skeleton={null} failed={<FormattedMessage id="apiKeys.failed" />}>
          {({ keys, tours }) => (
            <>
              {keys.length === 0 ? (
                <p className={styles.about}>
                  <FormattedMessage id="apiKeys.none" />
                </p>
              ) : (
                <KeyRows keys={keys} onOpen={(act, key) => setDialog({ act, key })} />
              )}
              {(dialog?.act === 'make' || dialog?.act === 'change') && (
                <KeyDialog
                  company={company}
                  tours={tours}
                  apiKey={dialog.act === 'change' ? dialog.key : null}
                  onCreated={showSecret}
                  onClose={close}
                />
              )}
              {dialog?.act === 'rotate' && (
                <RotateKey company={company} apiKey={dialog.key} onCreated={showSecret} onClose={close} />
              )}
              {dialog?.act === 'revoke' && <RevokeKey company={company} apiKey={dialog.key} onClose={close} />}
              {dialog?.act === 'show' && <NewKeyDialog secret={dialog.secret} onClose={() => setDialog(null)} />}
            </>
          )}
        </QueryView>
      </FormSection>
      <ApiReference />
    </>
  );
}
