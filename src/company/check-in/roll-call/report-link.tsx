import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import { useLocalPath } from '../../../ui/address/local-link.tsx';
import { touchTarget, type, weight } from '../../../ui/theme/sizes.ts';
import { useRollCall } from './roll-call-context.ts';

const useStyles = makeStyles({
  link: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    minHeight: touchTarget,
    padding: '0 16px',
    fontWeight: weight.bold,
    color: tokens.colorBrandForegroundLink,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

export function ReportLink() {
  const styles = useStyles();
  const localPath = useLocalPath();
  const { view } = useRollCall();
  const mayReport = useCurrentUser()?.can('TOUR_ATTENDANCE_ACCESS') ?? false;
  if (!mayReport || !view.rollCall.departed) return null;
  return (
    <Link className={styles.link} to={localPath(`${paths.reportTourNumbers}?departure=${view.departure.id}`)}>
      <FormattedMessage id="checkIn.report" />
    </Link>
  );
}
