import type { FieldValues, Path } from 'react-hook-form';
import type { Result } from '../../domain/result.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { ConflictChoice } from '../../ui/form/conflict-choice.tsx';
import { RestoreDraftNotice } from '../form-drafts/restore-draft-notice.tsx';
import type { VersionedForm } from './use-versioned-form.ts';

export interface VersionedNoticeProps<Values extends FieldValues, Parsed> {
  of: VersionedForm<Values, Parsed>;
  labels: Partial<Record<Path<Values>, string>>;
  /** Result of the last attempt to save. */
  result?: Result<unknown, unknown> | null;
  show?(name: Path<Values>, value: unknown): string | undefined;
}

/** Notices above a versioned form: a draft, a failure, an edit conflict. */
export function VersionedNotice<Values extends FieldValues, Parsed>(props: VersionedNoticeProps<Values, Parsed>) {
  const { of, labels, result = null, show } = props;
  const { draft, form, theirs, onResolved } = of;
  return (
    <>
      <RestoreDraftNotice draft={draft} />
      <SaveFailed result={result} />
      {theirs && (
        <ConflictChoice
          key={theirs.version}
          form={form}
          theirs={theirs.values}
          labels={labels}
          {...(show ? { show } : {})}
          onResolved={onResolved}
        />
      )}
    </>
  );
}
