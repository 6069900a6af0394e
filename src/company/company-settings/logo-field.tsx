import { FormattedMessage, useIntl } from 'react-intl';
import { clearCompanyLogo, setCompanyLogo, type ReadSettings } from '../../data/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Problem } from '../../domain/tours.ts';
import { useSave } from '../../online/use-save.ts';
import { PictureField } from '../../ui/form/picture-field.tsx';

/** The company's logo, kept at once as the pictures of tours are. */
export function LogoField({ company, logo }: { company: Uuid; logo: ReadSettings['logo'] }) {
  const intl = useIntl();
  const saving = useSave<string | null, unknown, { status: 'invalid'; problems: Problem[] }>({
    send: (picture) => (picture === null ? clearCompanyLogo(company) : setCompanyLogo({ company, picture })),
    touches: [[company]],
  });
  const name = intl.formatMessage({ id: 'settings.logo' });
  return (
    <PictureField
      kind="logo"
      name={name}
      label={name}
      hint={<FormattedMessage id="settings.logo.hint" />}
      src={logo && `data:image/webp;base64,${logo.base64}`}
      busy={saving.busy}
      keep={saving.save}
    />
  );
}
