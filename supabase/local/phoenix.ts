/** Wire format of Supabase Realtime: Phoenix channel messages, serializer 2.0.0 (arrays) or 1.0.0 (objects). */

export type Version = '1.0.0' | '2.0.0';

export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

export function encode(message: Message, version: Version): string {
  const { joinRef, ref, topic, event, payload } = message;
  return JSON.stringify(
    version === '2.0.0' ? [joinRef, ref, topic, event, payload] : { join_ref: joinRef, ref, topic, event, payload },
  );
}

const text = (value: unknown): value is string => typeof value === 'string';
const textOrNull = (value: unknown): string | null => (text(value) ? value : null);

/** Returns the message, or null if it is invalid. */
export function decode(data: string, version: Version): Message | null {
  let raw: unknown;
  try {
    raw = JSON.parse(data);
  } catch {
    return null;
  }
  const object = raw as {
    join_ref?: unknown;
    ref?: unknown;
    topic?: unknown;
    event?: unknown;
    payload?: unknown;
  } | null;
  const [joinRef, ref, topic, event, payload] =
    version === '2.0.0'
      ? Array.isArray(raw)
        ? (raw as unknown[])
        : []
      : [object?.join_ref, object?.ref, object?.topic, object?.event, object?.payload];
  if (!text(topic) || !text(event)) return null;
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  return {
    joinRef: textOrNull(joinRef),
    ref: textOrNull(ref),
    topic,
    event,
    payload: isObject ? (payload as Record<string, unknown>) : {},
  };
}
