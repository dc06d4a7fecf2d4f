let service = { url: '', token: '' };

/** Sets the service that {@link send} calls. */
export function setService(url: string, token: string): void {
  service = { url, token };
}

/** Sends a request of the client that orval generates. */
export async function send<T>(path: string, options: RequestInit): Promise<T> {
  const headers = new Headers(options.headers);
  headers.set('authorization', `Bearer ${service.token}`);
  const response = await fetch(`${service.url}${path}`, { ...options, headers });
  const text = await response.text();
  const data = text === '' ? undefined : (JSON.parse(text) as unknown);
  return { data, status: response.status, headers: response.headers } as T;
}
