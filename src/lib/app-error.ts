export interface AppErrorOptions {
  statusCode?: number;
  statusMessage?: string;
  /** Text shown below the message. */
  description?: string;
  data?: unknown;
  /** The app cannot continue: the error view replaces all of it, even if a nested boundary caught the error. */
  fatal?: boolean;
  cause?: unknown;
}

/** An error that carries its own status, message and description for the error views. */
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

/** Returns the 404 error for a path without a route or with parameters that the route refuses. */
export function pageNotFound(path: string): AppError {
  const message = `Page Not Found: ${path}`;
  return new AppError(message, { statusCode: 404, statusMessage: message, data: { path } });
}
