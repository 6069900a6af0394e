import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import type { Problem } from '../../domain/tours.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { PictureField } from '../../ui/form/picture-field.tsx';

export interface LogoFieldProps {
  owner: Uuid;
  /** Base64 WebP. */
  logo: { base64: string } | null;
  hint: ReactNode;
  /** Saves the logo; null removes it. */
  send(picture: string | null): Promise<Result<unknown, { status: 'invalid'; problems: Problem[] }>>;
}

/** The logo of a company or organisation, saved as soon as it is chosen. */
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
