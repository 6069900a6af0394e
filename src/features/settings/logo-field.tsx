import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import type { Problem } from '../../domain/tours.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { PictureField } from '../../ui/form/picture-field.tsx';

export interface LogoFieldProps {
  owner: Uuid;
  /** WebP in base64. */
  logo: { base64: string } | null;
  hint: ReactNode;
  /** Null takes it away. */
  send(picture: string | null): Promise<Result<unknown, { status: 'invalid'; problems: Problem[] }>>;
}

/** The logo of a company or an organisation, kept at once as the pictures of tours are. */
export function LogoField({ owner, logo, hint, send }: LogoFieldProps) {
  const intl = useIntl();
  const saving = useMutation<string | null, unknown, { status: 'invalid'; problems: Problem[] }>({
    send,
    invalidates: [[owner]],
  });
  const name = intl.formatMessage({ id: 'settings.logo' });
  return (
    <PictureField
      kind="logo"
      name={name}
      label={name}
      hint={hint}
      src={logo && `data:image/webp;base64,${logo.base64}`}
      busy={saving.busy}
      keep={saving.save}
    />
  );
}
