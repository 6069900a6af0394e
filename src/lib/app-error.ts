export interface AppErrorOptions {
  statusCode?: number;
  statusMessage?: string;
  /** What the person may read beside the message. */
  description?: string;
  data?: unknown;
  /** The app cannot go on: the error view replaces it, wherever it was thrown. */
  fatal?: boolean;
  cause?: unknown;
}

/** An error that knows what to show; the error views read it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly description: string | null;
  readonly data: unknown;
  readonly fatal: boolean;

  constructor(message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.statusCode = options.statusCode ?? 500;
    this.statusMessage = options.statusMessage ?? '';
    this.description = options.description ?? null;
    this.data = options.data;
    this.fatal = options.fatal ?? false;
  }
}

/** What no route answers to, and what a route's validity check refuses. */
export function pageNotFound(path: string): AppError {
  const message = `Page Not Found: ${path}`;
  return new AppError(message, { statusCode: 404, statusMessage: message, data: { path } });
}
