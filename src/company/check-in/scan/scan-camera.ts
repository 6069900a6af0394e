/** Shares one camera stream, because phones may ask for permission for each new one. */

/** Why the camera is unavailable, by what the user can do about it. */
export type CameraProblem = 'insecure' | 'denied' | 'none' | 'busy' | 'failed';

export class CameraError extends Error {
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem) {
    super(`camera: ${problem}`);
    this.problem = problem;
  }
}

const PROBLEM_BY_ERROR: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

let current: { cameraId: string | null; stream: Promise<MediaStream> } | null = null;

async function open(cameraId: string | null): Promise<MediaStream> {
  // `mediaDevices` is undefined in an insecure context.
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError(window.isSecureContext ? 'none' : 'insecure');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        ...(cameraId ? { deviceId: { exact: cameraId } } : { facingMode: { ideal: 'environment' } }),
        width: { ideal: 1280 },
        height: { ideal: 720 },
      },
    });
  } catch (error) {
    throw new CameraError(PROBLEM_BY_ERROR[(error as DOMException).name] ?? 'failed');
  }
}

/** Returns the stream of a camera (null: rear camera), opening it if necessary. Rejects with a `CameraError`. */
export async function openCamera(cameraId: string | null): Promise<MediaStream> {
  if (current?.cameraId !== cameraId) closeCamera();
  const opened = (current ??= { cameraId, stream: open(cameraId) });
  try {
    const stream = await opened.stream;
    // A track that the system ended (a call, another app) never resumes.
    if (stream.getVideoTracks().some((track) => track.readyState === 'live')) return stream;
    if (current === opened) current = null;
    return await openCamera(cameraId);
  } catch (error) {
    if (current === opened) current = null;
    throw error;
  }
}

/** Stops the camera, even while it is being opened. */
export function closeCamera(): void {
  const closing = current;
  current = null;
  closing?.stream.then(
    (stream) => stream.getTracks().forEach((track) => track.stop()),
    () => undefined,
  );
}

/** Returns the available cameras; labels are empty until permission was granted. */
export async function listCameras(): Promise<{ id: string; label: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter((device) => device.kind === 'videoinput' && device.deviceId !== '')
    .map((device) => ({ id: device.deviceId, label: device.label }));
}

type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean };

export function hasTorch(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0];
  return (track?.getCapabilities?.() as TorchCapabilities | undefined)?.torch === true;
}

/** Switches the torch; resolves with whether it worked. */
export async function setTorch(stream: MediaStream, on: boolean): Promise<boolean> {
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
    return true;
  } catch {
    return false;
  }
}
