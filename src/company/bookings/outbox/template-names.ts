import type { MessageId } from '../../../i18n/message-id.ts';

const NAMES: Readonly<Record<string, MessageId>> = {
  'booking-held': 'bookings.mail.booking-held',
  'booking-confirmed': 'bookings.mail.booking-confirmed',
  'booking-changed': 'bookings.mail.booking-changed',
  'booking-cancelled': 'bookings.mail.booking-cancelled',
  'booking-requested': 'bookings.mail.booking-requested',
  'booking-rejected': 'bookings.mail.booking-rejected',
  'booking-payment-failed': 'bookings.mail.booking-payment-failed',
  'booking-refunded': 'bookings.mail.booking-refunded',
  'booking-reminder': 'bookings.mail.booking-reminder',
  'booking-document': 'bookings.mail.booking-document',
  'booking-thanks': 'bookings.mail.booking-thanks',
  'departure-cancelled': 'bookings.mail.departure-cancelled',
  'departure-moved': 'bookings.mail.departure-moved',
  assignment: 'bookings.mail.assignment',
  'assignment-declined': 'bookings.mail.assignment-declined',
  'report-overdue': 'bookings.mail.report-overdue',
  'job-died': 'bookings.mail.job-died',
  'webhook-paused': 'bookings.mail.webhook-paused',
  'export-ready': 'bookings.mail.export-ready',
  'export-outside': 'bookings.mail.export-outside',
  'export-paused': 'bookings.mail.export-paused',
  invitation: 'bookings.mail.invitation',
};

export const templateName = (template: string): MessageId => NAMES[template] ?? 'bookings.mail.other';
