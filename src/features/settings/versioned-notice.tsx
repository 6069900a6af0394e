import type { FieldValues, Path } from 'react-hook-form';
import type { Failure } from '../../domain/result.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { ConflictChoice } from '../../ui/form/conflict-choice.tsx';
import { RestoreDraftNotice } from '../restore-draft-notice.tsx';
import type { VersionedForm } from './use-versioned-form.ts';

export interface VersionedNoticeProps<Typed extends FieldValues, Read> {
  of: VersionedForm<Typed, Read>;
  labels: Partial<Record<Path<Typed>, string>>;
  /** Failure of the last attempt to save. */
  failure: Failure | null;
  show?(name: Path<Typed>, value: unknown): string | undefined;
}

/** Notices above a versioned form: a draft, a failure, an edit conflict. */
export function VersionedNotice<Typed extends FieldValues, Read>(props: VersionedNoticeProps<Typed, Read>) {
  const { of, labels, failure, show } = props;
  const { draft, form, theirs, chosen } = of;
  return (
    <>
      <RestoreDraftNotice draft={draft} />
      {failure && <SaveFailed failure={failure} />}
      {theirs && (
        <ConflictChoice
          key={theirs.version}
          form={form}
          theirs={theirs.typed}
          labels={labels}
          {...(show ? { show } : {})}
          onResolved={chosen}
        />
      )}
    </>
  );
}
