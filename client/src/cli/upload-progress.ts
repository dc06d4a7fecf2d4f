import { type ProgressBar, size } from './progress-bar.js';

/** Returns a `fetch` that shows how much of a file it has sent. */
export function fetchWithProgress(progress: ProgressBar): typeof fetch {
  return async (input, init = {}) => {
    const { body } = init;
    if (!(body instanceof Blob)) return fetch(input, init);
    let sent = 0;
    const meter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.length;
        progress.update(`Uploaded ${size(sent)}`, sent, body.size);
        controller.enqueue(chunk);
      },
    });
    const headers = new Headers(init.headers);
    headers.set('content-length', String(body.size));
    const stream = { body: body.stream().pipeThrough(meter), duplex: 'half' };
    return fetch(input, { ...init, ...stream, headers } as RequestInit);
  };
}
