/** Details beside a list; on a phone a sheet from below. */
import type { ReactNode } from 'react';
import type { MessageId } from '../i18n/message-id.ts';
import { Overlay } from './overlay.tsx';

export interface SideSheetProps {
  title: ReactNode;
  head?: ReactNode;
  closeLabel?: MessageId;
  children: ReactNode;
  onClose(): void;
}

export function SideSheet(props: SideSheetProps) {
  return <Overlay kind="details" {...props} />;
}
